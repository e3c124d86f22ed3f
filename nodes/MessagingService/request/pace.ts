import { DateTime } from 'luxon';
import ms, { type StringValue } from 'ms';
import pLimit from 'p-limit';

import { type ServiceError, serviceError } from '../errors';
import { wait } from '../n8n/execution';
import type { Account } from './account';
import { type HttpResponse, onlyReads, type ServiceRequest } from './endpoint';

/** Longest wait that a service may ask for, in ms: nothing waits longer. */
export const MAX_WAIT = 60_000;

/**
 * Returns the memory of a pace over all rounds of a loop, which n8n can save: when the last request started, and until when the
 * service has asked for quiet, in ms of `now()`.
 */
export const newPaceMemory = () => ({ lastStart: 0, pausedUntil: 0 });

const ORIGIN = Math.floor(performance.timeOrigin);

/** Returns the time in ms since 1970, by a clock that is never put back while the process runs. */
const now = () => ORIGIN + performance.now();

/**
 * Decides when a request may start, and whether: for all items of an execution together, not faster than the set pace, not
 * while the service has asked for a pause, and not once a failure has ended its account.
 */
export class Pace {
	/** Lets requests start one after the other, in the order in which they came. */
	private readonly starts = pLimit(1);

	/** The failures that hold for all further requests of an account. */
	private readonly endings = new Map<string, ServiceError>();

	/** The target of an account's last request that was asked to wait for long, since the last success. */
	private readonly limited = new Map<string, string>();

	/** Least time between two starts, in ms. */
	private readonly interval: number;

	/**
	 * @param settings where they change from round to round of a loop, the pace changes and forgets nothing
	 * @param memory shared by all rounds of a loop
	 */
	constructor(
		settings: { requestsPerSecond: number },
		private readonly memory = newPaceMemory(),
	) {
		const { requestsPerSecond } = settings;
		this.interval = requestsPerSecond > 0 ? 1000 / requestsPerSecond : 0;
		// An earlier round may have run on a machine whose clock is ahead.
		memory.lastStart = Math.min(memory.lastStart, now());
		memory.pausedUntil = Math.min(memory.pausedUntil, now() + MAX_WAIT);
	}

	/** Waits until the next request of an account may start. @throws ServiceError about `stop`, or the one that ended the account */
	async untilStart(account: Account, signal?: AbortSignal): Promise<void> {
		await this.starts(async () => {
			for (;;) {
				const ending = this.endings.get(nameOf(account));
				if (ending) throw ending;

				const left = this.nextStart() - now();
				// n8n's sleep is no shorter.
				if (left < 1) break;
				// Meanwhile a pause may begin, or grow longer.
				await wait(left, signal);
			}

			if (signal?.aborted) throw serviceError('stopped');
			this.memory.lastStart = Math.max(now(), this.nextStart());
		});
	}

	/** Learns that a request was done: a limit of one target is not the account's. A list, or a first step, says nothing of it. */
	succeeded({ account, target, endpoint }: ServiceRequest): void {
		const isFirstStep = !onlyReads(endpoint) && !endpoint.leavesDoubt;
		if (target !== undefined && !isFirstStep) this.limited.delete(nameOf(account));
	}

	/** Learns what a failure says of other requests: all of them wait for `delay` ms, or those of its account fail too. */
	failed({ account, target }: ServiceRequest, error: ServiceError, delay: number): void {
		const { pausesRun, endsAccount } = error.verdict;
		if (pausesRun) this.memory.pausedUntil = Math.max(this.memory.pausedUntil, now() + delay);
		if (!endsAccount) return;

		const name = nameOf(account);
		const isOfTarget = endsAccount === 'atSecondTarget' && target !== undefined;
		if (isOfTarget && (this.limited.get(name) ?? target) === target) this.limited.set(name, target);
		else this.endings.set(name, error);
	}

	private nextStart(): number {
		return Math.max(this.memory.lastStart + this.interval, this.memory.pausedUntil);
	}
}

const nameOf = ({ baseUrl, token }: Account) => `${baseUrl} ${token}`;

/** Headers in which services ask to wait. Some send the others with every response: they count where the limit is reached. */
const HEADER = 'retry-after';
const LIMIT_HEADERS = [HEADER, 'ratelimit-reset', 'x-ratelimit-reset'];

/** Most characters of such a header. */
const MAX_LENGTH = 50;

/** From these numbers on, digits are a time since 1970: in seconds, or in ms. */
const EPOCH_SECONDS_FROM = 1e9;
const EPOCH_MS_FROM = 1e12;

/** Returns how long a response asks to wait, in ms from now; undefined where it does not say. */
export function waitIn({ statusCode, headers }: HttpResponse): number | undefined {
	const names = statusCode === 429 ? LIMIT_HEADERS : [HEADER];
	const waits = names.map((name) => readWait(String(headers[name] ?? '').slice(0, MAX_LENGTH)));
	const wait = waits.find(Number.isFinite);
	return wait && Math.max(0, wait);
}

/**
 * Reads a number of seconds, with or without a unit, a time since 1970, or a date of HTTP or ISO. Of several, the first counts.
 * NaN or undefined for all else.
 */
function readWait(header: string): number | undefined {
	const text = header.replace(/["']/g, '').trim();
	const [first] = text.split(/[,;]/);
	if (!first) return undefined;

	const count = Number(first);
	if (count >= EPOCH_MS_FROM) return count - Date.now();
	if (count >= EPOCH_SECONDS_FROM) return count * 1000 - Date.now();
	if (!Number.isNaN(count)) return count * 1000;

	const dates = [DateTime.fromHTTP(text), DateTime.fromISO(text, { zone: 'utc' })];
	const date = dates.find(({ isValid }) => isValid);
	return date?.diffNow().toMillis() ?? ms(first as StringValue);
}
