import { randomInt } from 'node:crypto';

import { FICTIONAL_POOL, type PoolNumber } from './fictionalPool';

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

/** Everything about the simulator that a test can choose. */
export interface Settings {
	/** Milliseconds before each answer of the service. */
	latencyMs: number;
	/** Number of requests that the log keeps, newest last; 0 keeps the counters only. */
	requestLogLimit: number;
	/** Number of messages and one-time passwords that are kept. */
	historyLimit: number;
	accounts: Account[];
	/** Makes the next one-time password. */
	otpCode: () => string;
	/** The numbers, in the order in which they are listed. */
	pool: readonly PoolNumber[];
}

/** Returns the settings that were chosen, with the simulator's own choice for the others. */
export function withDefaults(chosen: Partial<Settings>): Settings {
	return {
		latencyMs: 0,
		requestLogLimit: 10_000,
		historyLimit: 10_000,
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
		otpCode: sixDigits,
		pool: FICTIONAL_POOL,
		...chosen,
	};
}

/** Makes a code that begins with no zero, so that it survives being read as a number. */
const sixDigits = () => String(randomInt(100_000, 1_000_000));
