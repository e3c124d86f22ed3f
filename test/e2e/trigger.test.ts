import type { Browser } from 'playwright-core';

import type { N8nClient, StoredWorkflow } from '../../playground/src/n8nClient';
import {
	byTestId,
	keepPicture,
	openBrowser,
	openEditor,
	openNode,
	openWorkflow,
} from './support/browser';
import { ended, until } from '../support/executions';
import { lease } from '../support/lease';
import { pollOnce } from '../support/pollOnce';
import { e2eContext, loggedIn, readExample, runWorkflow, simulator } from './support/context';

let client: N8nClient;

beforeAll(async () => {
	client = await loggedIn();
});

beforeEach(async () => await simulator.reset());

const example = async (file: string) =>
	await client.createWorkflow(await readExample(`${file}.json`));

const poll = async (workflow: StoredWorkflow) =>
	await pollOnce(client, workflow, async () => (await simulator.state()).stats);

/** Waits for the execution that a poll has started. */
async function firedExecution(workflow: StoredWorkflow) {
	const [{ id }] = await until(async () => {
		const executions = await client.executions(workflow.id);
		return executions.length > 0 && executions;
	});
	return await ended(client, id);
}

const leaseNumber = async (action: 'register' | 'relinquish', number: string) =>
	await lease(e2eContext().serviceUrl, action, number);

const NUMBER = '+12125550101';

describe('a published workflow', () => {
	it('"Tell me when a number is available" sends a text for a number that comes back, and for no other', async () => {
		const workflow = await example('tell-me-when-a-number-is-available');
		await leaseNumber('register', NUMBER);
		await poll(workflow);
		await poll(workflow);

		expect(await client.executions(workflow.id)).toEqual([]);

		await leaseNumber('relinquish', NUMBER);
		await poll(workflow);
		const { status, json } = await firedExecution(workflow);
		expect(status).toBe('success');
		expect(json('Every five minutes')).toMatchObject([{ pool: 'text', data: { e164: NUMBER } }]);

		const { messages } = await simulator.state();
		expect(messages.map(({ text }) => text)).toEqual([
			'+1 (212) 555-0101 (SERVICE, text) is available',
		]);

		await poll(workflow);
		expect(await client.executions(workflow.id)).toHaveLength(1);
	});

	it('"Tell me when my number\'s health changes" sends a text that says from what to what', async () => {
		const workflow = await example('tell-me-when-my-numbers-health-changes');
		await poll(workflow);
		expect(await client.executions(workflow.id)).toEqual([]);
		await leaseNumber('register', NUMBER);
		await poll(workflow);
		expect((await firedExecution(workflow)).status).toBe('success');
		const { messages } = await simulator.state();
		expect(messages.map(({ text }) => text)).toEqual([
			'+1 (212) 555-0101: available, good → adopted, good',
		]);
	});
});

const TRIGGER = 'n8n-nodes-messaging-service.messagingServiceTrigger';

describe('a published trigger', () => {
	/** Saves a workflow with its trigger changed, and returns it. */
	const edit = async (
		{ id }: StoredWorkflow,
		change: (trigger: StoredWorkflow['nodes'][number]) => void,
	) => {
		const workflow = await client.workflow(id);
		const [trigger] = workflow.nodes.filter(({ type }) => type === TRIGGER);
		const { name } = trigger;
		change(trigger);

		const connections = Object.fromEntries(
			Object.entries(workflow.connections).map(([from, to]) => [
				from === name ? trigger.name : from,
				to,
			]),
		);

		await client.request('PATCH', `/rest/workflows/${id}`, {
			nodes: workflow.nodes,
			connections,
			versionId: workflow.versionId,
		});
	};

	it('misses nothing when it is renamed', async () => {
		const workflow = await example('tell-me-when-a-number-is-available');
		await leaseNumber('register', NUMBER);
		await poll(workflow);
		await edit(workflow, (trigger) => (trigger.name = 'New numbers'));
		await leaseNumber('relinquish', NUMBER);
		await poll(workflow);
		const { status, json } = await firedExecution(workflow);
		expect(status).toBe('success');
		expect(json('New numbers')).toMatchObject([{ data: { e164: NUMBER } }]);
	});

	it('makes one failed execution of 50 numbers that the service does not know', async () => {
		const workflow = await example('tell-me-when-my-numbers-health-changes');
		await poll(workflow);
		const unknown = Array.from({ length: 50 }, (_, index) => `+120255501${10 + index}`);
		await edit(workflow, (trigger) => (trigger.parameters.numbers = [NUMBER, ...unknown]));
		await poll(workflow);
		await poll(workflow);
		const [{ id, status }, ...others] = await client.executions(workflow.id);

		expect([status, others]).toEqual(['error', []]);

		const { message } = (await ended(client, id)).data.resultData.error ?? {};
		expect(message).toContain('50 of 51 watched numbers could not be read');
		for (const number of unknown) expect(message).toContain(number);
	});
});

describe('run by hand', () => {
	it('"Tell me when my number\'s health changes" says how a number is now, and no change', async () => {
		const file = await readExample('tell-me-when-my-numbers-health-changes.json');
		const { status } = await runWorkflow(client, file, 'Every five minutes');
		expect(status).toBe('success');
		const { messages } = await simulator.state();
		expect(messages.map(({ text }) => text)).toEqual(['+1 (212) 555-0101: now available, good']);
	});
});

describe('in the editor', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await openBrowser();
	});

	afterAll(async () => await browser?.close());

	it('the trigger shows the numbers that are there now', async () => {
		const workflow = await example('tell-me-when-a-number-is-available');
		const page = await openEditor(browser, client);
		await page.goto(`${e2eContext().n8nUrl}/workflow/${workflow.id}`);
		await page.locator('[data-test-id="execute-workflow-button"]').click();
		await page.getByText('Workflow executed successfully').first().waitFor();
		await page
			.locator('[data-test-id="canvas-node"][data-node-name="Every five minutes"]')
			.dblclick();
		await page.locator('[data-test-id="output-panel"]').getByText('available').first().waitFor();
		await keepPicture(page, 'trigger');
		await page.context().close();
	});

	it('a list of numbers keeps its lines where it is pasted into one entry', async () => {
		const workflow = await example('tell-me-when-my-numbers-health-changes');
		const page = await openEditor(browser, client);
		await openWorkflow(page, workflow.id);
		await openNode(page, 'Every five minutes');
		const entry = byTestId(page, 'node-parameters').locator('textarea:visible').first();
		await entry.click();
		await page.keyboard.press('Control+A');
		// As the clipboard does.
		await page.keyboard.insertText(`${NUMBER}\n+13055550110`);

		expect(await entry.inputValue()).toBe(`${NUMBER}\n+13055550110`);

		await page.context().close();
	});
});
