import { sleep } from 'n8n-workflow';

import { cancelled } from '../errors/serviceError';

/** n8n's sleep cannot be ended early: one long wait would leave its timer behind when it is stopped. */
const SLICE = 500;

/**
 * Waits, and stops waiting at once when the execution is stopped.
 * @param ms how long, in ms
 * @throws ServiceError of kind `cancelled`
 */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
	let stop: () => void = () => undefined;
	const stopped = new Promise<void>((resolve) => {
		stop = resolve;
	});
	signal?.addEventListener('abort', stop, { once: true });
	for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE) {
		await Promise.race([sleep(Math.min(left, SLICE)), stopped]);
	}
	signal?.removeEventListener('abort', stop);
	if (signal?.aborted) throw cancelled();
}
