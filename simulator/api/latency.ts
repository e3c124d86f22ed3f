/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setImmediate, setTimeout } from 'node:timers/promises';

import { preciseNow } from '../state/recorder';

/** A timer may be this many ms late; what is left is waited for turn by turn. */
const TIMER_SLACK = 2;

/**
 * Waits until a request has taken as long as the service takes: a longer latency would be counted
 * as the caller's.
 * @param receivedAt ms since 1970, with fractions
 * @param latency ms
 */
export async function waitOut(receivedAt: number, latency: number): Promise<void> {
	const left = () => receivedAt + latency - preciseNow();
	if (left() > TIMER_SLACK) await setTimeout(left() - TIMER_SLACK, undefined, { ref: false });
	while (left() > 0) await setImmediate();
}
