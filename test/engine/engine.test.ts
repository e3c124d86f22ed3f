import type { INode, INodeParameters } from 'n8n-workflow';

import { readExample } from '../../playground/src/examples';
import type { StoredWorkflow, WorkflowFile } from '../../playground/src/n8nClient';
import { expectNobodyForgotten } from '../e2e/support/afterCrash';
import { ASK, askWorkflow, CLICK } from '../e2e/support/asking';
import { inRounds, recipient, SENDER, sendRows, TRIGGER } from '../e2e/support/rows';
import { until } from '../support/executions';
import { lease } from '../support/lease';
import { pollOnce } from '../support/pollOnce';
import { EngineTwo } from './support/engineTwo';

// Ends a test that hangs: a database and n8n take minutes to start on a busy machine.
jest.setTimeout(1_800_000);

let n8n: EngineTwo;

beforeAll(async () => {
	n8n = await EngineTwo.start();
});

afterAll(async () => await n8n?.stop());

beforeEach(() => n8n.simulator.reset());

const ONE_BY_ONE = { concurrency: 1, maxRetries: 0 };
const BY_TEXT = { sendOnceKey: '={{ $json.text }}' };

const rows = (indexes: number | number[], options: INodeParameters, settings?: Partial<INode>) =>
	sendRows(indexes, n8n.credential, options, settings);

/** Runs a workflow; gives the status of its execution, and the steps and the output of a node. */
async function run(file: WorkflowFile, node = SENDER, trigger = TRIGGER) {
	const workflow = await n8n.create(file);
	return { workflow, ...(await runAgain(workflow, node, trigger)) };
}

async function runAgain(workflow: StoredWorkflow, node = SENDER, trigger = TRIGGER) {
	const execution = await n8n.client.run(workflow, trigger);
	const status = await n8n.ended(execution);
	const steps = await n8n.steps(execution, workflow, node);
	expect(steps.length).toBeGreaterThan(0);
	const output = async () => await n8n.output(execution, workflow, node);
	return { status, steps, output };
}

const texts = () => n8n.simulator.messages.map(({ text }) => text);
const arrivals = () => n8n.simulator.requests.map(({ receivedAt }) => receivedAt);

describe('five messages', () => {
	it('are sent in order, and come out in order', async () => {
		const { status, output, steps } = await run(rows(5, { concurrency: 1 }));
		expect(status).toBe('completed');
		expect(steps).toMatchObject([{ status: 'completed' }]);
		expect(texts()).toEqual(['0', '1', '2', '3', '4']);
		const done = expect.objectContaining({ crumbs: expect.any(Object) as unknown }) as unknown;
		expect(await output()).toEqual([done, done, done, done, done]);
	});

	it('stop at the third when it may have been sent, and the one text that is kept says all of it', async () => {
		n8n.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(2) } });
		const { status, steps } = await run(rows(5, ONE_BY_ONE));
		expect(status).toBe('failed');
		expect(texts()).toEqual(['0', '1', '2']);
		const { message } = steps[0].error ?? {};
		expect(message).toMatch(/^This message may have been sent: /);
		expect(message).toContain('2 of 5 items were sent');
		expect(message).toMatch(/items? 0-1/);
	});

	it('are not sent where one has a wrong number; the one text that is kept names every such row', async () => {
		const file = rows(5, {});
		const sender = file.nodes.find(({ name }) => name === SENDER);
		Object.assign(sender?.parameters ?? {}, {
			to: '={{ ["1", "3"].includes($json.text) ? "12" : $json.to }}',
		});
		const { status, steps } = await run(file);

		expect(status).toBe('failed');
		expect(texts()).toEqual([]);

		const { message } = steps[0].error ?? {};
		expect(message).toContain('2 of 5 items');
		expect(message).toMatch(/Items 1, 3: .*"12"/);
	});

	it('are sent but for the one that is refused, where the node is set to continue', async () => {
		n8n.simulator.fault({
			kind: 'answer',
			status: 422,
			body: { message: 'not in service' },
			match: { to: recipient(2) },
		});
		const { status, output } = await run(rows(5, ONE_BY_ONE, { onError: 'continueRegularOutput' }));

		expect(status).toBe('completed');
		expect(texts()).toEqual(['0', '1', '3', '4']);
		expect((await output())[2]).toMatchObject({
			errorDetails: { mayHaveBeenSent: false, about: 'number', httpCode: '422' },
		});
	});

	it('with keys are not sent again when the workflow is run again', async () => {
		const { workflow } = await run(rows(5, BY_TEXT));
		const { output } = await runAgain(workflow);
		expect(texts().sort()).toEqual(['0', '1', '2', '3', '4']);
		expect(await output()).toEqual(
			[0, 1, 2, 3, 4].map((index) => ({ skipped: true, sendOnceKey: String(index) })),
		);
	});
});

describe('a loop', () => {
	const KEYS = 12_000;
	// The engine reads all earlier rounds again before each.
	const BATCH = 3000;

	it('of 12,000 keys sends each once: not again in a later round, and not when it is run again', async () => {
		const indexes = [...Array(KEYS).keys()];
		const file = inRounds(rows([...indexes, ...indexes.slice(0, 500)], BY_TEXT), BATCH);
		const { workflow, status, steps, output } = await run(file);

		expect(status).toBe('completed');
		expect(steps).toHaveLength(KEYS / BATCH + 1);
		expect(n8n.simulator.stats.requests).toBe(KEYS);
		expect(new Set(texts()).size).toBe(KEYS);
		expect(await output()).toEqual(
			indexes.slice(0, 500).map((index) => ({ skipped: true, sendOnceKey: String(index) })),
		);
		expect((await runAgain(workflow)).status).toBe('completed');
		expect(n8n.simulator.stats.requests).toBe(KEYS);
	});

	it('keeps its pace from round to round', async () => {
		const { steps } = await run(inRounds(rows(4, { requestsPerSecond: 1 }), 1));
		expect(steps).toHaveLength(4);
		// No request starts before its round is queued: three gaps of a second between four starts.
		expect((arrivals().at(-1) ?? 0) - steps[0].queuedAt).toBeGreaterThanOrEqual(3000);
	});

	it('sends no more messages than allowed, all rounds together', async () => {
		const { status, steps } = await run(inRounds(rows(4, { maxMessages: 3 }), 2));
		expect(status).toBe('failed');
		expect(steps).toMatchObject([{ status: 'completed' }, { status: 'failed' }]);
		expect(texts().sort()).toEqual(['0', '1']);
	});

	it('waits in the next round as long as the service asked for in this one', async () => {
		const headers = { 'retry-after': '3' };
		n8n.simulator.fault({ kind: 'answer', status: 429, headers, body: {} });
		const settings: Partial<INode> = { onError: 'continueRegularOutput' };
		await run(inRounds(rows(2, ONE_BY_ONE, settings), 1));
		expect(texts()).toEqual(['1']);
		const [refused, next] = arrivals();
		expect(next - refused).toBeGreaterThanOrEqual(3000);
	});
});

describe('Send and Wait for Response', () => {
	const refusal = /Engine 2\.0/;

	it('is refused before anything is sent, by a text that says which setting to change', async () => {
		const { status, steps } = await run(askWorkflow(n8n.credential, {}), ASK, CLICK);
		expect(status).toBe('failed');
		expect(steps[0].error?.message).toMatch(refusal);
		expect(n8n.simulator.requests).toEqual([]);
	});

	it('gives a failed item where the node is set to continue', async () => {
		const file = askWorkflow(n8n.credential, {}, 1, { onError: 'continueRegularOutput' });
		const { status, output } = await run(file, ASK, CLICK);
		expect(status).toBe('completed');
		expect(await output()).toEqual([
			{
				error: expect.stringMatching(refusal) as unknown,
				errorDetails: expect.objectContaining({
					mayHaveBeenSent: false,
					about: 'input',
				}) as unknown,
			},
		]);
		expect(n8n.simulator.requests).toEqual([]);
	});
});

/** Where one of these fails, n8n has learned it: README says what does not work there. */
describe('n8n still lacks there', () => {
	const busy = () => n8n.simulator.fault({ kind: 'answer', status: 429, body: {} });

	it('Retry On Fail: what fails once is not tried again', async () => {
		busy();
		const { status } = await run(
			rows(2, ONE_BY_ONE, { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }),
		);
		expect(status).toBe('failed');
		expect(n8n.simulator.stats.requests).toBe(1);
	});

	it('Execute Once: every item is sent', async () => {
		await run(rows(2, ONE_BY_ONE, { executeOnce: true }));
		expect(texts()).toEqual(['0', '1']);
	});

	it('the error output: such a workflow does not start', async () => {
		const workflow = await n8n.create(rows(1, {}, { onError: 'continueErrorOutput' }));
		await expect(n8n.client.run(workflow, TRIGGER)).rejects.toThrow('onError=continueErrorOutput');
		expect(n8n.simulator.requests).toEqual([]);
	});

	it('Stop: an execution goes on to its end', async () => {
		const gate = n8n.simulator.hold();
		const workflow = await n8n.create(rows(2, ONE_BY_ONE));
		const execution = await n8n.client.run(workflow, TRIGGER);
		await gate.holds(1);
		await expect(n8n.client.stopExecution(execution)).rejects.toThrow('n8n answered');
		gate.open();
		expect(await n8n.ended(execution)).toBe('completed');
		expect(texts()).toEqual(['0', '1']);
	});
});

it('what the output panel would say stands in the log', async () => {
	await run(rows(3, { dryRun: true }));
	expect(texts()).toEqual([]);
	expect(await n8n.logged()).toContainEqual(
		expect.stringMatching(/^info: .*Dry Run, not sent: 3 items/),
	);
});

it('a published trigger fires once for a number that comes back', async () => {
	const number = '+12125550101';
	const workflow = await n8n.create(
		await readExample('tell-me-when-a-number-is-available.json', {
			messagingServiceApi: n8n.credential,
		}),
	);
	const poll = async () => await pollOnce(n8n.client, workflow, () => n8n.simulator.stats);
	await lease(n8n.simulator.baseUrl, 'register', number);
	await poll();

	expect(await n8n.executions(workflow)).toEqual([]);

	await lease(n8n.simulator.baseUrl, 'relinquish', number);
	await poll();
	await until(async () => texts().length > 0);
	expect(texts()).toEqual(['+1 (212) 555-0101 (SERVICE, text) is available']);
	expect(await n8n.executions(workflow)).toHaveLength(1);
});

it('after a crash in a batch, the next run sends to the others, and names who may have got one', async () => {
	// Nineteen are answered, and then as many are under way as may be.
	n8n.simulator.fault({ kind: 'delay', held: true, nth: 20, times: 'always' });
	const workflow = await n8n.create(rows(200, { ...BY_TEXT, concurrency: 5 }));
	const execution = await n8n.client.run(workflow, TRIGGER);
	await until(async () => n8n.simulator.stats.requests >= 24);
	await n8n.crash();
	await until(async () => n8n.simulator.stats.inFlight === 0);
	const before = n8n.simulator.stats.requests;
	await n8n.startN8n();

	expect(await n8n.steps(execution, workflow, SENDER)).toMatchObject([{ status: 'running' }]);
	expect(n8n.simulator.stats.requests).toBe(before);

	const sent = texts();
	expect(sent).toHaveLength(19);

	n8n.simulator.reset();
	const { output } = await runAgain(workflow);
	expectNobodyForgotten(sent, texts(), await output());
});
