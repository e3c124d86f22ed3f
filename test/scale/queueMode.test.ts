/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../../playground/src/examples';
import type { StoredWorkflow, WorkflowFile, WorkflowNode } from '../../playground/src/n8nClient';
import type { N8nInstance } from '../../playground/src/n8nInstance';
import { preciseNow } from '../../simulator/state/recorder';
import { ended, until } from '../support/executions';
import { lease } from '../support/lease';
import { executionsOf, QueueMode } from './support/queueMode';

const START = 'When clicking "Execute workflow"';
const RECIPIENTS = 10_000;
const CHUNKS = 20;

let n8n: QueueMode;
let workers: N8nInstance[];

beforeAll(async () => {
	n8n = await QueueMode.start();
	workers = [await n8n.startWorker(), await n8n.startWorker()];
	// Two servers and three n8n start, one after the other.
}, 600_000);

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

/** Changes a text in the parameters of a node. */
function replaceIn({ nodes }: WorkflowFile, name: string, from: string, to: string): void {
	const node = nodes.find((entry) => entry.name === name);
	const before = JSON.stringify(node?.parameters);
	expect(before).toContain(from);
	if (node) node.parameters = JSON.parse(before.replace(from, to)) as WorkflowNode['parameters'];
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

	it('keeps to concurrency and pace in each execution', async () => {
		const paced = await publish((file) => {
			for (const { name, parameters } of file.nodes) {
				if (!name.startsWith('Send (')) continue;
				const { sendOnceKey } = parameters.options as { sendOnceKey: string };
				parameters.options = { sendOnceKey, concurrency: 3, requestsPerSecond: 10 };
			}
			replaceIn(file, 'Recipients', 'length: 10000', 'length: 100');
			replaceIn(file, 'Chunk', 'bulk-send-chunk', 'paced-chunk');
			replaceIn(file, 'Send the chunk', 'bulk-send-chunk', 'paced-chunk');
		});
		const gate = n8n.simulator.hold({ times: 3 });
		const begin = preciseNow();
		const sending = bulkSend(paced);
		await gate.holds(3);
		gate.open();
		const { report } = await sending;
		expect(report.sent).toBe(100);
		const { requests, stats } = n8n.simulator;
		expect(stats.maxInFlight).toBe(3);
		// A hundred starts at ten in a second, none of them before the beginning: 99 gaps of 100 ms.
		expect((requests.at(-1)?.receivedAt ?? 0) - begin).toBeGreaterThanOrEqual(99 * 100);
	});

	it('sends nobody a second message when a worker is killed, and names who was skipped', async () => {
		const [killed, other] = workers;
		const before = (await executionsOf(killed)).length;
		const execution = await n8n.client.run(workflow, START);
		// In the midst of a chunk, and not of the first.
		const lost = await until(async () => {
			const taken = (await executionsOf(killed)).slice(before);
			const latest = taken.at(-1);
			if (!latest || taken.length < 3 || texts().length < 2000) return false;
			return (await n8n.client.execution(latest)).status === 'running' && latest;
		});
		await killed.crash();
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
		// n8n gives a job up whose worker is gone, and no other worker takes it: the chunk was posted again.
		expect((await n8n.client.execution(lost)).status).toBe('error');
		expect(await executionsOf(other)).not.toContain(lost);
	});

	it('sends one message to each of 10,000 recipients by one worker as well', async () => {
		const { report, perSecond } = await bulkSend(workflow);
		say(`one worker: ${perSecond} messages a second`);
		expect(report).toEqual({ sent: RECIPIENTS, skipped: [], failed: [] });
		expect(new Set(texts()).size).toBe(RECIPIENTS);
	});
});

describe('the trigger in queue mode', () => {
	const NUMBER = '+12125550101';
	/** Ends a test that would hang; two polls take two minutes. */
	const TWO_POLLS_MS = 300_000;

	it(
		'is polled by the main process alone, and fires once',
		async () => {
			const file = await readExample('tell-me-when-a-number-can-be-had.json', n8n.credentials);
			const trigger = file.nodes.find(({ name }) => name === 'Every five minutes');
			// The shortest time that n8n allows.
			Object.assign(trigger?.parameters ?? {}, { pollTimes: { item: [{ mode: 'everyMinute' }] } });
			workers.push(await n8n.startWorker());
			await lease(n8n.simulator.baseUrl, 'register', NUMBER);
			const workflow = await n8n.client.createWorkflow(file);
			await n8n.client.activate(workflow);
			const polls = () => n8n.simulator.requests.filter(({ method }) => method === 'GET');
			// Publishing polls at once; each minute follows.
			await until(async () => polls().length >= 1);
			await lease(n8n.simulator.baseUrl, 'relinquish', NUMBER);
			await until(async () => polls().length >= 3);
			const executions = await n8n.client.executions(workflow.id);
			expect(executions).toHaveLength(1);
			const { status } = await ended(n8n.client, executions[0].id);
			expect(status).toBe('success');
			expect(texts()).toEqual(['+1 (212) 555-0101 (SERVICE, text) can be had']);
			// The poll was the main process's, the execution a worker's.
			const taken = (await Promise.all(workers.map(executionsOf))).flat();
			expect(taken).toContain(executions[0].id);
			// Two minutes, two polls: had the workers polled as well, it would be more.
			expect(polls()).toHaveLength(3);
			await n8n.client.deactivate(workflow.id);
		},
		TWO_POLLS_MS,
	);
});
