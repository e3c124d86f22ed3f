/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import { KeyStore } from '../support/keyStore';
import { runNode } from '../support/n8nCore';
import type { RecordingService } from './recordingService';
import { startRecordingService } from './recordingService';

const COUNT = 10_000;
const store = new KeyStore();
const lines: string[] = [];

let service: RecordingService;

// Thirty thousand items.
jest.setTimeout(300_000);

beforeAll(async () => {
	service = await startRecordingService();
	await store.register();
});
afterAll(async () => {
	await service.stop();
	process.stdout.write(`\n${lines.join('\n')}\n\n`);
});

async function send(what: string, sendOnceKey: string) {
	service.requests.length = 0;
	const { calls } = store;
	const start = performance.now();
	const { json, error } = await runNode({
		parameters: {
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: '={{ $json.to }}',
			message: 'Hello',
			options: { sendOnceKey, concurrency: 50 },
		},
		input: Array.from({ length: COUNT }, (_, index) => ({
			to: `+120255${String(50000 + index)}`,
			order: `order ${index}`,
		})),
		credentials: { baseUrl: service.baseUrl, apiToken: 'demo', authScheme: 'Bearer' },
	});
	const ms = Math.round(performance.now() - start);
	lines.push(`10,000 items ${what}: ${ms} ms, ${store.calls - calls} calls of the store`);
	expect(error).toBeUndefined();
	return json;
}

it('10,000 items with Send Once Keys are sent once, and their keys recorded in chunks', async () => {
	await send('without keys', '');
	expect(service.requests).toHaveLength(COUNT);

	const before = store.calls;
	await send('with keys', '={{ $json.order }}');
	expect(service.requests).toHaveLength(COUNT);
	expect(store.calls - before).toBeLessThanOrEqual(COUNT / 50);

	const again = await send('whose keys are all used', '={{ $json.order }}');
	expect(service.requests).toEqual([]);
	expect(again.every(({ skipped }) => skipped)).toBe(true);
});
