/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { IncomingHttpHeaders } from 'node:http';

import { History } from './history';

/** A request as it came in, and what became of it. */
export interface RecordedRequest {
	/** Counts from 1 since the start or the last reset. */
	id: number;
	method: string;
	/** Path as the request line had it, without the query: nothing is decoded. */
	path: string;
	/** Query as the request line had it, after the question mark; empty if there was none. */
	query: string;
	/** All but Authorization, which would give the token away. */
	headers: IncomingHttpHeaders;
	authorization: {
		/** The word before the token; null where the header is missing. */
		scheme: string | null;
		/** Name of the account whose token it was; null for a token that nobody has. */
		account: string | null;
	};
	/** Parsed JSON; undefined where there was no body or none that could be read. */
	body: unknown;
	/** Milliseconds since 1970, with fractions. */
	receivedAt: number;
	/** Time when the last byte of the answer was handed over, or the connection ended; null while it is open. */
	answeredAt: number | null;
	/** Null while unanswered, and where the connection ended first. */
	status: number | null;
	/** Whether the service did what it was asked, whatever the caller then saw of it. */
	acted: boolean;
	/** The fault that was played on it. */
	faultId: string | null;
}

/** Counts since the start or the last reset. */
export interface Stats {
	requests: number;
	/** Number of requests that the service carried out, by endpoint: `POST /send/text`. */
	acted: Record<string, number>;
	/** Number of requests received, by endpoint. */
	received: Record<string, number>;
	/** Number of answers sent, by status code. */
	answered: Record<string, number>;
	inFlight: number;
	/** Most requests that were unanswered at one time. */
	maxInFlight: number;
}

/** Key in `Stats` of requests that no endpoint takes. */
const NO_ENDPOINT = 'none';

/** Milliseconds since 1970, finer than Date.now(). */
export const preciseNow = () => performance.timeOrigin + performance.now();

/** The request log and the counters. */
export class Recorder {
	private history: History<RecordedRequest>;
	private counts: Omit<Stats, 'requests' | 'inFlight'>;
	private inFlight = 0;

	constructor(private readonly limit: number) {
		this.history = new History(limit);
		this.counts = { acted: {}, received: {}, answered: {}, maxInFlight: 0 };
	}

	/** Oldest first. */
	get requests(): readonly RecordedRequest[] {
		return this.history.kept;
	}

	get stats(): Stats {
		const { acted, received, answered, maxInFlight } = this.counts;
		return {
			requests: this.history.total,
			acted: { ...acted },
			received: { ...received },
			answered: { ...answered },
			inFlight: this.inFlight,
			maxInFlight,
		};
	}

	reset(): void {
		this.history = new History(this.limit);
		this.counts = { acted: {}, received: {}, answered: {}, maxInFlight: this.inFlight };
	}

	/** Takes a request in; what comes back follows it to its end, also over a reset. */
	receive(
		request: Pick<RecordedRequest, 'method' | 'headers' | 'authorization'> & { url: string },
		endpoint: string = NO_ENDPOINT,
	): RequestRecording {
		const { counts } = this;
		const mark = request.url.indexOf('?');
		const record: RecordedRequest = {
			id: this.history.total + 1,
			method: request.method,
			path: mark < 0 ? request.url : request.url.slice(0, mark),
			query: mark < 0 ? '' : request.url.slice(mark + 1),
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
				if (status !== null) count(counts.answered, String(status));
			},
		};
	}
}

/** A request on its way through the simulator. */
export interface RequestRecording {
	readonly record: RecordedRequest;
	/** Notes that the service did what it was asked. */
	act(): void;
	/** Notes the end: the status that was sent, or null where the connection ended first. */
	end(status: number | null): void;
}

function count(counts: Record<string, number>, key: string): void {
	counts[key] = (counts[key] ?? 0) + 1;
}
