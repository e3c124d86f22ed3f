/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setImmediate, setTimeout } from 'node:timers/promises';

import { preciseNow } from '../state/recorder';

/** A timer may be this many ms late, so it ends early, and the rest is waited for turn by turn. */
const TIMER_SLACK = 2;

/**
 * Waits until a request has taken exactly the latency: whatever the simulator took longer, measurements would count
 * as the caller's time.
 * @param receivedAt ms since 1970, with fractions
 * @param latency ms
 */
export async function waitOut(receivedAt: number, latency: number): Promise<void> {
	const left = () => receivedAt + latency - preciseNow();
	const timed = left() - TIMER_SLACK;
	if (timed > 0) await setTimeout(timed, undefined, { ref: false });
	while (left() > 0) await setImmediate();
}
