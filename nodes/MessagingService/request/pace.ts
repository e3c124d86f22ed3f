import pLimit from 'p-limit';

import type { ServiceError } from '../errors';
import { wait } from '../n8n/execution';
import type { Account } from './account';
import type { ServiceRequest } from './endpoint';

/** Longest wait that a service may ask for, in ms: nothing waits longer. */
export const MAX_WAIT = 60_000;

/**
 * Returns the memory of a pace over all rounds of a loop, which n8n can save: when the last request started, and until when the
 * service has asked for quiet, in ms of `now()`.
 */
export const newPaceMemory = () => ({ lastStart: 0, pausedUntil: 0 });

/** Returns the time in ms since 1970, by a clock that is never put back while the process runs. */
const now = () => performance.timeOrigin + performance.now();

/** Returns a text that names an account. */
const accountName = ({ baseUrl, token }: Account) => `${baseUrl} ${token}`;

/** Decides when a request may start, and whether. */
export type Pace = ReturnType<typeof newPace>;

/**
 * Returns the pace of all items of an execution together: not faster than was set, not while the service has asked for a
 * pause, and nothing once a failure has ended its account.
 * @param requestsPerSecond 0 for no limit; where it changes from round to round of a loop, nothing is forgotten
 * @param memory shared by all rounds of a loop
 */
export function newPace(requestsPerSecond: number, memory = newPaceMemory()) {
	/** Lets requests start one after the other, in the order in which they came. */
	const inOrder = pLimit(1);
	/** The failures that hold for all further requests of an account. */
	const endings = new Map<string, ServiceError>();
	/** The target of an account's last request that was asked to wait for long, since its last success. */
	const lastLimited = new Map<string, string>();

	/** Least time between two starts, in ms. */
	const interval = requestsPerSecond && 1000 / requestsPerSecond;
	// An earlier round may have run on a machine whose clock is ahead.
	memory.lastStart = Math.min(memory.lastStart, now());
	memory.pausedUntil = Math.min(memory.pausedUntil, now() + MAX_WAIT);
	const nextStart = () => Math.max(memory.lastStart + interval, memory.pausedUntil);

	return {
		/** Waits until the next request of an account may start. @throws ServiceError about `stop`, or the one that ended the account */
		untilStart: (account: Account, signal?: AbortSignal) =>
			inOrder(async () => {
				do {
					// Meanwhile a pause may begin, or grow longer, and the account may end.
					await wait(Math.min(nextStart() - now(), 1000), signal);
					const ending = endings.get(accountName(account));
					if (ending) throw ending;
					// A sleep takes 1 ms at least.
				} while (nextStart() - now() >= 1);
				memory.lastStart = Math.max(now(), nextStart());
			}),

		/** Learns that a request reached its target: then an earlier limit was not the account's. A list has no target. */
		succeeded({ account, target, endpoint }: ServiceRequest) {
			if (target !== undefined && !endpoint.isStep) lastLimited.delete(accountName(account));
		},

		/** Learns what a failure says of other requests: all of them wait for `delay` ms, or those of its account fail too. */
		failed({ account, target }: ServiceRequest, error: ServiceError, delay: number) {
			const { pausesRun, endsAccount } = error.verdict;
			if (pausesRun) memory.pausedUntil = Math.max(memory.pausedUntil, now() + delay);
			if (!endsAccount) return;

			const name = accountName(account);
			const firstTarget = lastLimited.get(name) ?? target;
			// It may be the limit of this target, unless another one had it too. A list has none: its limit is the account's.
			const isFirst = target !== undefined && target === firstTarget;
			if (endsAccount === 'atSecondTarget' && isFirst) lastLimited.set(name, target);
			else endings.set(name, error);
		},
	};
}
