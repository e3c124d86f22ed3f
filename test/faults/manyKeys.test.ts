import { KeyStore } from '../support/keyStore';
import { runNode } from '../support/n8nCore';
import { SEND } from '../support/operations';
import type { RecordingService } from './recordingService';
import { startRecordingService } from './recordingService';

/** More than n8n's own node for duplicates keeps. */
const COUNT = 12_000;
const store = new KeyStore();

let service: RecordingService;

// Ends a test that hangs: twenty-four thousand items take their time on a busy machine.
jest.setTimeout(900_000);

beforeAll(async () => {
	service = await startRecordingService();
	await store.register();
});
afterAll(async () => await service.stop());

async function send() {
	service.requests.length = 0;
	const { json, error } = await runNode({
		parameters: {
			...SEND,
			to: '={{ $json.to }}',
			options: { sendOnceKey: '={{ $json.order }}', concurrency: 50 },
		},
		input: Array.from({ length: COUNT }, (_, index) => ({
			to: `+120255${String(50000 + index)}`,
			order: `order ${index}`,
		})),
		credentials: { baseUrl: service.baseUrl, apiToken: 'demo', authScheme: 'Bearer' },
	});
	expect(error).toBeUndefined();

	return json;
}

it('12,000 items with Send Once Keys are sent once, and none of them again', async () => {
	await send();
	expect(service.requests).toHaveLength(COUNT);
	// Recorded in chunks, not one by one.
	expect(store.calls).toBeLessThanOrEqual(COUNT / 50 + 2);

	const again = await send();
	expect(service.requests).toEqual([]);
	expect(again).toHaveLength(COUNT);
	for (const item of again)
		expect(item).toEqual({ skipped: true, sendOnceKey: expect.any(String) });
});
