import process from 'node:process';

import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../../playground/src/examples';
import type { StoredWorkflow, WorkflowFile } from '../../playground/src/n8nClient';
import type { N8nInstance } from '../../playground/src/n8nInstance';
import { ended, until } from '../support/executions';
import { executionsOf, QueueMode } from './support/queueMode';

const START = 'When clicking "Execute workflow"';
const RECIPIENTS = 10_000;
const CHUNKS = 20;

let n8n: QueueMode;
let workers: N8nInstance[];

beforeAll(async () => {
	n8n = await QueueMode.start();
	workers = [await n8n.startWorker(), await n8n.startWorker()];
});

afterAll(async () => await n8n?.stop());

beforeEach(() => n8n.simulator.reset());

const texts = () => n8n.simulator.messages.map(({ text }) => text);

interface Report extends IDataObject {
	sent: number;
	skipped: string[];
	failed: string[];
}

/** The example, published, so that its chunks can be posted. */
async function publish(change?: (file: WorkflowFile) => void): Promise<StoredWorkflow> {
	const file = await readExample('bulk-send-with-sub-workflows.json', n8n.credentials);
	change?.(file);
	const workflow = await n8n.client.createWorkflow(file);
	await n8n.client.activate(workflow);
	return workflow;
}

/** Runs the example to its end. Gives its report and the messages that the service took in a second. */
async function bulkSend(workflow: StoredWorkflow) {
	const execution = await n8n.client.run(workflow, START);
	const { status, json } = await ended(n8n.client, execution);
	expect(status).toBe('success');
	const times = n8n.simulator.requests.map(({ receivedAt }) => receivedAt);
	const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
	return {
		execution,
		report: json('What came of it all')[0] as Report,
		perSecond: Math.round(times.length / seconds),
	};
}

const say = (line: string) => process.stdout.write(`${line}\n`);

describe('a bulk send in queue mode', () => {
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		workflow = await publish();
	});

	it('sends one message to each of 10,000 recipients, by both workers', async () => {
		const { report, perSecond } = await bulkSend(workflow);
		say(`two workers: ${perSecond} messages a second`);
		expect(report).toEqual({ sent: RECIPIENTS, skipped: [], failed: [] });
		expect(texts()).toHaveLength(RECIPIENTS);
		expect(new Set(texts()).size).toBe(RECIPIENTS);
		const taken = await Promise.all(workers.map(executionsOf));
		expect(taken.flat()).toHaveLength(CHUNKS);
		for (const executions of taken) expect(executions.length).toBeGreaterThan(0);
	});

	it('sends nobody a second message when a worker is killed, and names who was skipped', async () => {
		const [killed, other] = workers;
		const before = await executionsOf(killed);
		const execution = await n8n.client.run(workflow, START);
		await until(async () => {
			const taken = await executionsOf(killed);
			return taken.length > before.length + 1 && texts().length > 3000;
		});
		await killed.crash();
		const lost = (await executionsOf(killed)).at(-1) as string;
		const { status, json } = await ended(n8n.client, execution);
		expect(status).toBe('success');
		const [report] = json('What came of it all') as Report[];
		const sent = texts();
		expect(new Set(sent).size).toBe(sent.length);
		// An order is the execution's id and the row, which the text names.
		const row = (order: string) => `Your order ${order.split('-')[1]} is on its way`;
		const named = new Set([...sent, ...report.skipped.map(row)]);
		expect(named.size).toBe(RECIPIENTS);
		expect(report.failed).toEqual([]);
		say(
			`a worker killed: ${sent.length} of ${RECIPIENTS} sent, ${RECIPIENTS - sent.length} of them named as skipped without a message`,
		);
		// n8n gives the job up rather than to another worker; the chunk's own execution stays behind.
		expect(await executionsOf(other)).not.toContain(lost);
		say(`the killed worker's execution: ${(await n8n.client.execution(lost)).status}`);
	});

	it('sends one message to each of 10,000 recipients by one worker as well', async () => {
		const { report, perSecond } = await bulkSend(workflow);
		say(`one worker: ${perSecond} messages a second`);
		expect(report).toEqual({ sent: RECIPIENTS, skipped: [], failed: [] });
		expect(new Set(texts()).size).toBe(RECIPIENTS);
	});
});
