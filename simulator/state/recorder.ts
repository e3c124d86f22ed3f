/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { IncomingHttpHeaders } from 'node:http';

import { History } from './history';

/** A request as it came in, and how it ended. */
export interface RecordedRequest {
	/** Counts from 1 since the start or the last reset. */
	id: number;
	method: string;
	/** Path of the request line, not decoded. */
	path: string;
	/** Query of the request line, not decoded, without the question mark; empty if there was none. */
	query: string;
	/** All headers but Authorization, which holds the token. */
	headers: IncomingHttpHeaders;
	authorization: {
		/** The word before the token; null where the header is missing. */
		scheme: string | null;
		/** Name of the token's account; null for an unknown token. */
		account: string | null;
	};
	/** Parsed JSON; undefined where there was no body, or one that could not be read. */
	body: unknown;
	/** Milliseconds since 1970, with fractions. */
	receivedAt: number;
	/** Milliseconds since 1970 when the answer was written or the connection ended; null until then. */
	answeredAt: number | null;
	/** Status code of the answer; null until then, and where the connection ended first. */
	status: number | null;
	/** Whether the service carried the request out, whatever the caller saw of that. */
	acted: boolean;
	/** Id of the fault that was played on it; null for none. */
	faultId: string | null;
}

/** Counts since the start or the last reset. */
export interface Stats {
	requests: number;
	/** Number of requests that the service carried out, by endpoint: `POST /send/text`. */
	acted: Record<string, number>;
	/** Number of requests received, by endpoint. */
	received: Record<string, number>;
	/** Number of requests that are unanswered now. */
	inFlight: number;
	/** Most requests that were unanswered at one time. */
	maxInFlight: number;
}

/** Name in `Stats` of requests for no endpoint. */
const NO_ENDPOINT = 'none';

/** Returns milliseconds since 1970, with fractions, which Date.now() lacks. */
export const preciseNow = () => performance.timeOrigin + performance.now();

/** The request log and the counters. */
export class Recorder {
	private history: History<RecordedRequest>;
	private counts: Omit<Stats, 'requests' | 'inFlight'>;
	private inFlight = 0;

	constructor(private readonly limit: number) {
		this.history = new History(limit);
		this.counts = { acted: {}, received: {}, maxInFlight: 0 };
	}

	/** Oldest first. */
	get requests(): readonly RecordedRequest[] {
		return this.history.kept;
	}

	get stats(): Stats {
		const { acted, received, maxInFlight } = this.counts;
		return {
			requests: this.history.total,
			acted: { ...acted },
			received: { ...received },
			inFlight: this.inFlight,
			maxInFlight,
		};
	}

	reset(): void {
		this.history = new History(this.limit);
		this.counts = { acted: {}, received: {}, maxInFlight: this.inFlight };
	}

	/** Adds a request to the log. */
	receive(
		request: Pick<RecordedRequest, 'method' | 'headers' | 'authorization'> & { url: string },
		endpoint: string = NO_ENDPOINT,
	): RequestRecording {
		const { counts } = this;
		const { path, query } = parted(request.url);
		const record: RecordedRequest = {
			id: this.history.total + 1,
			method: request.method,
			path,
			query,
			headers: request.headers,
			authorization: request.authorization,
			body: undefined,
			receivedAt: preciseNow(),
			answeredAt: null,
			status: null,
			acted: false,
			faultId: null,
		};

		this.history.add(record);
		this.inFlight += 1;
		counts.maxInFlight = Math.max(counts.maxInFlight, this.inFlight);
		count(counts.received, endpoint);

		return {
			record,
			act: () => {
				record.acted = true;
				count(counts.acted, endpoint);
			},
			end: (status) => {
				record.answeredAt = preciseNow();
				record.status = status;
				this.inFlight -= 1;
			},
		};
	}
}

/** A request on its way through the simulator. */
export interface RequestRecording {
	readonly record: RecordedRequest;
	/** Notes that the service carried it out. */
	act(): void;
	/** Notes the end: the status that was sent, or null where the connection ended first. */
	end(status: number | null): void;
}

/** Returns path and query of an address, as they were written. */
function parted(url: string): { path: string; query: string } {
	const mark = url.indexOf('?');
	if (mark < 0) return { path: url, query: '' };
	return { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

function count(counts: Record<string, number>, key: string): void {
	counts[key] = (counts[key] ?? 0) + 1;
}
