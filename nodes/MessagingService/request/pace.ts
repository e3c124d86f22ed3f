import pLimit from 'p-limit';

import { type ServiceError, serviceError } from '../errors';
import { wait } from '../n8n/waiting';
import type { Account } from './account';

/** Shortest wait of n8n's sleep, in ms. */
const SHORTEST_SLEEP = 1;

/** Space between two starts before anything is known of the service, and the longest one, in ms. */
const FIRST_SPACE = 0.2;
const MAX_SPACE = 3;

/** The part of a round trip over which starts are spread. The rest is for catching up. */
const SPREAD = 0.6;

/** Longest wait that a service may ask for, in ms: nothing waits longer. */
export const MAX_WAIT = 60_000;

/** How fast requests may be made. */
export interface PaceSettings {
	/** Most requests at the same time. */
	concurrency: number;
	/** Most starts in a second, 0 for no limit. */
	requestsPerSecond: number;
}

/** Memory of a pace over all rounds of a loop: plain data, which n8n can save. Times are in ms of `now()`. */
export interface PaceMemory {
	/** Time of the last start. */
	lastStart: number;
	/** Time until which the service has asked for quiet. */
	pausedUntil: number;
	/** The shortest time to a response so far, in ms; 0 before the first. */
	fastest: number;
}

/** Returns the memory of a pace before its first request. */
export const newPaceMemory = (): PaceMemory => ({ lastStart: 0, pausedUntil: 0, fastest: 0 });

const ORIGIN = Math.floor(performance.timeOrigin);

/** Returns the time in ms since 1970, by a clock that is never put back while the process runs. */
const now = () => ORIGIN + performance.now();

/**
 * Decides when a request may start, and whether: for all items of an execution together, not faster than the set pace, not
 * while the service has asked for a pause, and never in one burst. Requests that start together would be answered
 * together, and wait for each other in every round from then on.
 */
export class Pace {
	/** Lets requests start one after the other, in the order in which they came. */
	private readonly starts = pLimit(1);

	/** The failures that hold for all further requests of an account. */
	private readonly endedAccounts = new Map<string, ServiceError>();

	/**
	 * @param settings where they change from round to round of a loop, the pace changes and forgets nothing
	 * @param memory shared by all rounds of a loop
	 */
	constructor(
		private readonly settings: PaceSettings,
		private readonly memory = newPaceMemory(),
	) {
		// An earlier round may have run on a machine whose clock is ahead.
		memory.lastStart = Math.min(memory.lastStart, now());
		memory.pausedUntil = Math.min(memory.pausedUntil, now() + MAX_WAIT);
	}

	/** Waits until the next request of an account may start. @throws ServiceError about `stop`, or the one that ended the account */
	async turn(account: Account, signal?: AbortSignal): Promise<void> {
		await this.starts(async () => {
			for (;;) {
				const ended = this.endedAccounts.get(nameOf(account));
				if (ended) throw ended;

				const ms = this.due() - now();
				if (ms < SHORTEST_SLEEP) break;
				// Meanwhile a pause may begin, or grow longer.
				await wait(ms, signal);
			}

			if (signal?.aborted) throw serviceError('stopped');
			this.memory.lastStart = Math.max(now(), this.due());
		});
	}

	/** Learns how many ms a response takes: the faster the service, the closer together requests start. */
	answered(ms: number): void {
		const { fastest } = this.memory;
		this.memory.fastest = Math.max(fastest === 0 ? ms : Math.min(fastest, ms), 1);
	}

	/** Keeps what a failure says of other requests: all of them wait for some ms, or those of its account fail too. */
	failed(failure: ServiceError, account: Account, ms: number): void {
		const { pausesRun, endsAccount } = failure.verdict;
		if (pausesRun) this.memory.pausedUntil = Math.max(this.memory.pausedUntil, now() + ms);
		if (endsAccount) this.endedAccounts.set(nameOf(account), failure);
	}

	/** Returns when the next request may start, in ms of `now()`. */
	private due(): number {
		const { lastStart, pausedUntil, fastest } = this.memory;
		const { requestsPerSecond, concurrency } = this.settings;

		const interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
		const spread = (SPREAD * fastest) / concurrency;
		const space = fastest > 0 ? Math.min(MAX_SPACE, spread) : FIRST_SPACE;
		return Math.max(lastStart + Math.max(interval, space), pausedUntil);
	}
}

const nameOf = ({ baseUrl, token }: Account) => `${baseUrl} ${token}`;
