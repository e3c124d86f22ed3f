/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { AsyncLocalStorage } from 'node:async_hooks';

import { nextTurn } from './nextTurn';

const ofWork = new AsyncLocalStorage<AbortController[]>();
const original = AbortSignal.timeout.bind(AbortSignal);

beforeAll(() => {
	AbortSignal.timeout = (ms) => {
		const pending = ofWork.getStore();
		if (!pending) return original(ms);
		const ending = new AbortController();
		pending.push(ending);
		return ending.signal;
	};
});

afterAll(() => {
	AbortSignal.timeout = original;
});

/** Does work in which no time-out ever comes, however long a busy machine takes for it. */
export async function withoutTimeouts<T>(work: () => Promise<T>): Promise<T> {
	return await ofWork.run([], work);
}

/**
 * Does work in which no time-out comes by itself: those that are pending come whenever `isTime`.
 * What else is done at the same time keeps its own.
 */
export async function withHeldTimeouts<T>(
	work: () => Promise<T>,
	isTime: () => boolean,
): Promise<T> {
	const pending: AbortController[] = [];
	let hasEnded = false;
	const running = ofWork.run(pending, work).finally(() => {
		hasEnded = true;
	});
	running.catch(() => undefined);
	while (!hasEnded) {
		if (isTime()) {
			const reason = new DOMException('It took too long', 'TimeoutError');
			for (const ending of pending.splice(0)) ending.abort(reason);
		}
		await nextTurn();
	}

	return await running;
}
