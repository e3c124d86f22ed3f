import { sleep } from 'n8n-workflow';

import { nextTurn } from './nextTurn';

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

/** Puts the clock of the machine back by an hour, as a time server may, until the end of the test. */
export function putClockBack(): void {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
}

/**
 * Stops time until the end of the test: it passes when the test says so, whatever the machine does meanwhile.
 * What comes over the network goes on by itself.
 */
export function stopTime(): void {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
}

/** Lets the time-outs of requests come by the time that was stopped: Node's own timer stands behind them else. */
export function stopTimeouts(): void {
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const ending = new AbortController();
		const reason = new DOMException('It took too long', 'TimeoutError');
		void sleep(ms).then(() => ending.abort(reason));
		return ending.signal;
	});
}

/**
 * Lets time pass, while it is stopped, and everything happen that then is due.
 * @param ms how long
 */
export async function pass(ms: number): Promise<void> {
	await jest.advanceTimersByTimeAsync(ms);
	await nextTurn();
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
