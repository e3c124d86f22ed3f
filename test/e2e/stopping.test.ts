/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { N8nClient } from '../../playground/src/n8nClient';
import { N8nInstance } from '../../playground/src/n8nInstance';
import { installPackage } from '../../playground/src/package';
import { probePort } from '../../playground/src/ports';
import { simulatorCredential } from '../../playground/src/simulatorCredential';
import { ended, until } from '../support/executions';
import { e2eContext, loggedIn, simulator } from './support/context';
import { expectNobodyForgotten } from './support/afterCrash';
import { SENDER, sendRows, TRIGGER } from './support/rows';

beforeEach(async () => await simulator.reset());

const requests = async () => (await simulator.state()).stats.requests;

describe('an execution that is stopped in the editor', () => {
	it.each([
		['while the service hangs', { kind: 'hang' as const }, 10],
		[
			'while a retry waits',
			{ kind: 'answer' as const, status: 429, headers: { 'retry-after': '60' }, body: {} },
			1,
		],
	])('%s ends, and sends nothing after that', async (_, fault, atLeast) => {
		const client = await loggedIn();
		await simulator.fault({ ...fault, times: 'always' });
		const file = sendRows(50, e2eContext().credential, {});
		const workflow = await client.createWorkflow(file);
		const id = await client.run(workflow, TRIGGER);
		await until(async () => (await requests()) >= atLeast);
		await client.stopExecution(id);

		expect((await ended(client, id)).status).toBe('canceled');

		const after = await requests();
		expect(after).toBeLessThanOrEqual(10);

		// A whole further execution passes, and still nothing of the stopped one has started.
		await simulator.reset();
		await ended(
			client,
			await client.run(
				await client.createWorkflow(sendRows(3, e2eContext().credential, {})),
				TRIGGER,
			),
		);
		expect(await requests()).toBe(3);
	});
});

describe('n8n that crashes in the middle of a batch', () => {
	it('sends nothing again by itself; run again, it sends to the others, or names who may have got one', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-crash-'));
		const options = {
			userFolder: path.join(folder, 'n8n'),
			port: await probePort(0),
			log: path.join(folder, 'n8n.log'),
		};
		await installPackage(options.userFolder, e2eContext().tarball);
		let n8n = await N8nInstance.start(options);
		try {
			await n8n.ready();
			const { owner, serviceUrl } = e2eContext();
			const client = new N8nClient(n8n.url);
			await client.login(owner);
			const credential = await client.saveCredential(
				'Simulator',
				'messagingServiceApi',
				simulatorCredential(serviceUrl),
			);

			// Nineteen are answered, and then as many are in flight as may be.
			await simulator.fault({ kind: 'delay', held: true, nth: 20, times: 'always' });
			const workflow = await client.createWorkflow(
				sendRows(200, credential, { concurrency: 5, sendOnceKey: '={{ $json.text }}' }),
			);
			const execution = await client.run(workflow, TRIGGER);
			await until(async () => (await requests()) >= 24);

			await n8n.crash();
			await until(async () => (await simulator.state()).stats.inFlight === 0);
			const before = await simulator.state();

			n8n = await N8nInstance.start(options);
			await n8n.ready();
			await client.login(owner);

			expect((await ended(client, execution)).status).toBe('crashed');
			const after = await simulator.state();
			expect(after.stats.requests).toBe(before.stats.requests);

			const texts = after.messages.map(({ text }) => text);
			expect(texts).toHaveLength(19);
			expect(new Set(texts).size).toBe(texts.length);

			await simulator.reset();
			const { json } = await ended(client, await client.run(workflow, TRIGGER));
			const sentNow = (await simulator.state()).messages.map(({ text }) => text);
			expectNobodyForgotten(texts, sentNow, json(SENDER));
		} finally {
			await n8n.stop();
			await rm(folder, { recursive: true, force: true });
		}
	});
});
