/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Server } from '../api/context';
import { TRIAL_NUMBERS } from '../settings/trialNumbers';
import type { SentMessage, State } from '../state/state';
import { listedNumbers, snapshot } from './snapshot';

/** Number of messages that a page gets at once and shows: more would make it slow. */
const SHOWN_MESSAGES = 200;

/** Milliseconds of which everything goes into one event, so that a large batch does not flood a page. */
const GATHERING_MS = 50;

/** Changes that the pages have not been told of. */
interface Gathered {
	messages: SentMessage[];
	pool: boolean;
	reset: boolean;
}

/**
 * Serves GET /_simulator/events, a stream of server-sent events: `snapshot` at the start and after a reset, then
 * `messages` with the new ones and `pool` with every number.
 */
export function streamEvents(server: Server, state: State): void {
	const pages = new Set<ServerResponse>();
	let gathered: Gathered | undefined;

	const shown = () => {
		const { messages, pool } = snapshot(state);
		return {
			messages: messages.slice(-SHOWN_MESSAGES),
			pool,
			limit: SHOWN_MESSAGES,
			trials: TRIAL_NUMBERS,
		};
	};

	const tell = (event: string, data: unknown) => {
		for (const page of pages) page.write(toEvent(event, data));
	};

	const flush = async () => {
		await sleep(GATHERING_MS, undefined, { ref: false });
		const { messages = [], pool, reset } = gathered ?? {};
		gathered = undefined;

		if (reset) {
			tell('snapshot', shown());
			return;
		}
		if (messages.length > 0) tell('messages', messages.slice(-SHOWN_MESSAGES));
		if (pool) tell('pool', listedNumbers(state));
	};

	const gather = (note: (changes: Gathered) => void) => {
		if (pages.size === 0) return;
		if (gathered === undefined) {
			gathered = { messages: [], pool: false, reset: false };
			void flush();
		}

		note(gathered);
	};

	state.events.on('message', (message) =>
		gather((changes) => {
			changes.messages.push(message);
		}),
	);
	state.events.on('pool', () =>
		gather((changes) => {
			changes.pool = true;
		}),
	);
	state.events.on('reset', () =>
		gather((changes) => {
			changes.reset = true;
		}),
	);

	server.get('/events', (request, reply) => {
		reply.hijack();
		const page = reply.raw;
		page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
		page.write(toEvent('snapshot', shown()));
		pages.add(page);
		request.raw.once('close', () => pages.delete(page));
	});
}

/** Returns an event as it stands in the stream. */
const toEvent = (event: string, data: unknown) =>
	`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
