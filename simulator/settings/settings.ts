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
}

/** Everything about the simulator that a test can choose. */
export interface Settings {
	/** Milliseconds before each answer of the service. */
	latencyMs: number;
	/** Number of requests, messages and one-time passwords that are kept, the newest of each. */
	historyLimit: number;
	accounts: Account[];
	/** Makes the next one-time password. */
	otpCode: () => string;
	/** The numbers, in the order in which they are listed. */
	pool: readonly PoolNumber[];
}

const ENTERPRISE = { token: 'demo-enterprise', enterprise: true, plan: 'unlimited' };
const PLAIN = { token: 'demo-plain', enterprise: false, plan: 'payg' };

/** Returns the settings that were chosen, with the simulator's own choice for the others. */
export const withDefaults = (chosen: Partial<Settings>): Settings => ({
	latencyMs: 0,
	historyLimit: 10_000,
	accounts: [
		{ name: 'enterprise', ...ENTERPRISE, quota: 1_000_000 },
		{ name: 'plain', ...PLAIN, quota: 500 },
	],
	// It begins with no zero, so that it survives being read as a number.
	otpCode: () => String(randomInt(100_000, 1_000_000)),
	pool: FICTIONAL_POOL,
	...chosen,
});
