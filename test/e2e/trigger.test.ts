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
