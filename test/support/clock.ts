/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setImmediate } from 'node:timers/promises';

/** Lets everything go on that can go on without waiting for time or network. */
export const nextTurn = async (): Promise<void> => await setImmediate();

afterEach(() => {
	jest.useRealTimers();
});

/**
 * Stops time until the end of the test: it passes when the test says so, whatever the machine does meanwhile.
 * What comes over the network goes on by itself.
 */
export function stopTime(): void {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
}

/**
 * Lets time pass, while it is stopped, as far as somebody waits for it, until the work has ended.
 * @param isOnWire true while a request is under way: its time-out must not come before its answer
 */
export async function passUntilEndOf<T>(work: Promise<T>, isOnWire = () => false): Promise<T> {
	let hasEnded = false;
	const end = () => {
		hasEnded = true;
	};
	work.then(end, end);
	while (!hasEnded) {
		if (jest.getTimerCount() > 0 && !isOnWire()) await jest.advanceTimersToNextTimerAsync();
		await nextTurn();
	}
	return await work;
}
