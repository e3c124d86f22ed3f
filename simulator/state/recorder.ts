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
	/** Status code of the answer; null until then, and where the connection ended first. */
	status: number | null;
	/** Whether the service carried the request out, whatever the caller saw of that. */
	acted: boolean;
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

/** The request log and the counters. */
export class Recorder {
	private history: History<RecordedRequest>;
	private acted: Record<string, number> = {};
	private received: Record<string, number> = {};
	private inFlight = 0;
	private maxInFlight = 0;

	constructor(private readonly limit: number) {
		this.history = new History(limit);
	}

	/** Oldest first. */
	get requests(): readonly RecordedRequest[] {
		return this.history.kept;
	}

	get stats(): Stats {
		const { inFlight, maxInFlight, acted, received } = this;
		return structuredClone({
			requests: this.history.total,
			acted,
			received,
			inFlight,
			maxInFlight,
		});
	}

	reset(): void {
		this.history = new History(this.limit);
		this.acted = {};
		this.received = {};
		this.maxInFlight = this.inFlight;
	}

	/**
	 * Adds a request to the log.
	 * @param endpoint its name in `Stats`
	 * @returns it, what notes that the service carried it out, and what notes its end, with the status that was sent
	 */
	receive(
		url: string,
		request: Pick<RecordedRequest, 'method' | 'headers' | 'authorization'>,
		endpoint = 'none',
	) {
		const [path, ...query] = url.split('?');
		const id = this.history.total + 1;
		const found = { ...request, id, path, query: query.join('?') };
		const record: RecordedRequest = { ...found, body: undefined, status: null, acted: false };

		this.history.add(record);
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		count(this.received, endpoint);
		return {
			record,
			act: () => {
				record.acted = true;
				count(this.acted, endpoint);
			},
			end: (status: number | null) => {
				record.status = status;
				this.inFlight -= 1;
			},
		};
	}
}

/** A request on its way through the simulator. */
export type RequestRecording = ReturnType<Recorder['receive']>;

function count(counts: Record<string, number>, key: string): void {
	counts[key] = (counts[key] ?? 0) + 1;
}
