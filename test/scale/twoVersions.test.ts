/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { N8nInstance } from '../../playground/src/n8nInstance';
import { ASK, asked, askWorkflow, CLICK, linkIn, post } from '../e2e/support/asking';
import { packOlderBuild } from '../e2e/support/olderBuild';
import { SENDER, sendRows, TRIGGER } from '../e2e/support/rows';
import { ended } from '../support/executions';
import { executionsOf, QueueMode } from './support/queueMode';

// Ends a test that hangs: a database, n8n and its workers take minutes to start on a busy machine.
jest.setTimeout(1_800_000);

let folder: string;
let n8n: QueueMode;
let older: N8nInstance;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-older-'));
	n8n = await QueueMode.start();
	older = await n8n.startWorker(5, await packOlderBuild(folder));
});

afterAll(async () => {
	await n8n?.stop();
	await rm(folder, { recursive: true, force: true });
});

beforeEach(() => n8n.simulator.reset());

const texts = () => n8n.simulator.messages.map(({ text }) => text);

describe('workers of two versions of the package', () => {
	it('send each message of a key once, and one continues what the other has asked', async () => {
		const { messagingServiceApi } = n8n.credentials;
		const options = { sendOnceKey: '={{ $json.text }}' };
		const keyed = await n8n.client.createWorkflow(sendRows(3, messagingServiceApi, options));
		const send = async () => await ended(n8n.client, await n8n.client.run(keyed, TRIGGER));
		expect((await send()).json(SENDER)).toHaveLength(3);

		const file = askWorkflow(messagingServiceApi, {}, 2);
		const questions = () => texts().filter((text) => text.startsWith('Question'));
		const asking = await n8n.client.run(await n8n.client.createWorkflow(file), CLICK);
		const first = linkIn(await asked(n8n.client, asking, questions));
		expect(await executionsOf(older)).toContain(asking);

		// For a while, both take executions; then the older one goes.
		const newer = await n8n.startWorker();
		for (let run = 0; run < 4; run++) {
			const { json } = await send();
			expect(json(SENDER)).toEqual(Array(3).fill(expect.objectContaining({ skipped: true })));
		}
		await n8n.stopWorker(older);
		expect((await post(first, { approved: 'true' })).status).toBe(200);

		const second = linkIn(await asked(n8n.client, asking, questions, 2));
		expect(second).not.toBe(first);
		expect((await post(first, { approved: 'true' })).status).not.toBe(200);
		expect((await post(second, { approved: 'true' })).status).toBe(200);

		const { status, data } = await ended(n8n.client, asking);
		expect(status).toBe('success');
		expect(data.resultData.runData[ASK]).toHaveLength(2);
		expect(await executionsOf(newer)).toContain(asking);
		expect(texts()).toHaveLength(5);
	});
});
