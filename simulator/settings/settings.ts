import { randomInt } from 'node:crypto';

import type { ErrorShape } from '../protocol/errors';
import { FICTIONAL_POOL, type PoolNumber } from './fictionalPool';
import { SLOW_MS, TRIAL_NUMBERS, type TrialNumber } from './trialNumbers';

/** A caller that the simulator knows, and its plan. Sections are those of `docs/service.md`. */
export interface Account {
	/** The request log shows it in place of the token. */
	name: string;
	token: string;
	/** Opens the Enterprise endpoints and the WhatsApp and intent sends (section 5). */
	enterprise: boolean;
	/** Stands in the crumbs of answers (section 2.5). */
	plan: string;
	/** Stands in the crumbs; each message takes one off, down to zero. */
	quota: number;
	/** Stands in the crumbs. */
	ad: boolean;
}

/**
 * Everything about the simulator that can be chosen. What the service interface leaves open ("not shown") is here,
 * so that no caller can come to rely on the simulator's own choice; the README lists each with its reason.
 */
export interface Settings {
	/** Path before every endpoint, for example `/v1`; empty for none. */
	prefix: string;
	/** Milliseconds before each answer of the service. */
	latencyMs: number;
	/** Number of requests that the log keeps, newest last; 0 keeps the counters only. */
	requestLogLimit: number;
	/** Number of messages, one-time passwords and intents that are kept. */
	historyLimit: number;
	/** Milliseconds since 1970. Tests put their own clock here. */
	now: () => number;

	accounts: Account[];
	/** Body of an error (section 7). */
	errorShape: ErrorShape;
	/** Status code for a field with the wrong type or name. */
	invalidStatus: number;
	/** Status code for a recipient of POST /send/text that cannot be converted to E.164 (section 7). */
	unconvertibleStatus: number;

	/** Unit of `created_at` (section 2.2). */
	createdAtUnit: 'seconds' | 'milliseconds';
	/** Sender of messages without `from`, in E.164. */
	sender: string;
	/** Whether WhatsApp, iMessage and intent sends without `from` are refused. */
	requireFrom: boolean;
	/** Whether two of `imessage`, `whatsapp` and `intent` may be true at once; the first of them then wins. */
	allowFlagCombinations: boolean;
	/** The message that an intent send must carry: any text, an address that looks like an intent's, or one that was generated here. */
	intentMessage: 'any' | 'address' | 'known';
	/** Whether POST /otp/new and POST /enterprise/message/generate refuse a body that leaves a field out. */
	requireEveryField: boolean;

	/** Makes the next one-time password. */
	otpCode: () => string;
	/** Seconds during which a one-time password can be verified. */
	otpLifetimeSeconds: number;
	/** Wrong codes after which a one-time password is spent. */
	otpMaxAttempts: number;
	/** Whether a verified one-time password is spent. */
	otpSingleUse: boolean;

	/** The numbers, in the order in which they are listed. */
	pool: readonly PoolNumber[];
	/** Values that the `supports` filter takes; any other is refused. */
	supportsValues: readonly string[];
	/** `data.status` of an available number, and of a leased one (section 3). */
	statuses: { available: string; adopted: string };
	/** `data.health` of every number. */
	health: string;
	/** `price` in the answer to an adoption, by the number's type. */
	prices: Record<string, number>;
	/** `oos` in the answer to a relinquishment. */
	oos: number;

	/** Recipients whose messages always meet the same trouble. */
	trialNumbers: readonly TrialNumber[];
	/** Milliseconds until a message to the slow one of them is answered. */
	slowMs: number;
}

/** Makes a code that begins with no zero, so that it survives being read as a number. */
const sixDigits = () => String(randomInt(100_000, 1_000_000));

/** Returns the settings that were chosen, with the simulator's own choice for the others. */
export function withDefaults(chosen: Partial<Settings>): Settings {
	return {
		latencyMs: 0,
		requestLogLimit: 10_000,
		historyLimit: 10_000,
		now: Date.now,
		accounts: [
			{
				name: 'enterprise',
				token: 'demo-enterprise',
				enterprise: true,
				plan: 'unlimited',
				quota: 1_000_000,
				ad: false,
			},
			{
				name: 'plain',
				token: 'demo-plain',
				enterprise: false,
				plan: 'payg',
				quota: 500,
				ad: false,
			},
		],
		errorShape: 'nested',
		invalidStatus: 400,
		unconvertibleStatus: 422,
		createdAtUnit: 'seconds',
		sender: '+12025550100',
		requireFrom: false,
		allowFlagCombinations: false,
		intentMessage: 'address',
		requireEveryField: false,
		otpCode: sixDigits,
		otpLifetimeSeconds: 600,
		otpMaxAttempts: 5,
		otpSingleUse: true,
		pool: FICTIONAL_POOL,
		supportsValues: ['sms', 'mms', 'voice', 'imessage', 'whatsapp'],
		statuses: { available: 'available', adopted: 'adopted' },
		health: 'good',
		prices: { text: 2, imessage: 12.5, whatsapp: 8 },
		oos: 0,
		trialNumbers: TRIAL_NUMBERS,
		slowMs: SLOW_MS,
		...chosen,
		prefix: normalizedPrefix(chosen.prefix ?? ''),
	};
}

/** `v1`, `/v1` and `/v1/` all mean `/v1`. */
function normalizedPrefix(prefix: string): string {
	const path = prefix.replace(/^\/+|\/+$/g, '');
	return path === '' ? '' : `/${path}`;
}
