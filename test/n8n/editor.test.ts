import type { BrowserContext, Page } from 'playwright-core';

import type { WorkflowFile } from '../../playground/src/n8nClient';
import { at, recipient, REFUSED, rows } from '../support/rows';
import { byTestId, openEditor, openNode, openWorkflow, useBrowser } from './support/browser';
import { sharedN8n, until } from './support/n8n';
import { inARow, node, SEND, sendNode, split, start } from './support/workflow';

const n8n = sharedN8n();
const browser = useBrowser();
let editor: BrowserContext;

beforeAll(async () => {
	editor = await openEditor(browser(), n8n);
});

afterEach(async () => {
	for (const page of editor.pages()) await page.close();
});

/** Opens a workflow in the editor. */
async function open(file: WorkflowFile): Promise<Page> {
	const page = await editor.newPage();
	await openWorkflow(page, n8n, (await n8n.create(file)).id);
	return page;
}

it('the node is found by what it does', async () => {
	const page = await open(inARow(start()));
	const entry = (name: string) => byTestId(page, 'node-creator').getByText(name, { exact: true });
	for (const phrase of ['one-time password', 'sms', 'whatsapp']) {
		await byTestId(page, 'node-creator-plus-button').click();
		await page
			.getByPlaceholder(/search/i)
			.first()
			.fill(phrase);
		await entry('Messaging Service').first().click();
		await entry('Send message').click();
		await byTestId(page, 'ndv').waitFor();
		const labels = byTestId(page, 'node-parameters').locator('[data-test-id="input-label"]');
		await labels.getByText('Operation').first().waitFor();
		await page.keyboard.press('Escape');
		await byTestId(page, 'ndv').waitFor({ state: 'detached' });
	}
});

it('fields of an output are there to map before anything was sent', async () => {
	const otp = (name: string, operation: string) =>
		node(name, 'messagingService', { resource: 'otp', operation, to: recipient(43) });
	const page = await open(inARow(otp('Send password', 'send'), otp('Verify', 'verify')));
	await openNode(page, 'Verify');
	await byTestId(page, 'ndv-input-panel').getByText('otp_id', { exact: true }).waitFor();
	expect(n8n.simulator.requests).toEqual([]);
});

it('a number is chosen from a list that can be searched', async () => {
	const number = { __rl: true, mode: 'list', value: '' };
	const parameters = { resource: 'lease', operation: 'adopt', number };
	const page = await open(inARow(start(), node('Adopt', 'messagingService', parameters)));
	await openNode(page, 'Adopt');
	await byTestId(page, 'rlc-input').click();
	const entries = byTestId(page, 'rlc-item');
	await entries.filter({ hasText: 'US ·' }).first().waitFor();
	const all = await entries.count();
	await byTestId(page, 'rlc-search').fill('uk tmo');
	await until(async () => (await entries.count()) < all && (await entries.count()) > 0);
	for (const entry of await entries.allInnerTexts()) expect(entry).toMatch(/UK.*T-Mobile/);
	await entries.first().click();
	const chosen = async () => await byTestId(page, 'rlc-input').inputValue();
	await until(async () => /UK.*T-Mobile/.test(await chosen()));
});

it('an error says in the panel what happened, and which items were sent', async () => {
	n8n.simulator.fault(at(3, REFUSED));
	const sending = sendNode({ options: { concurrency: 1 } });
	const page = await open(inARow(start(), ...split(rows(5)), sending));
	await byTestId(page, 'execute-workflow-button').click();
	await page
		.getByText(/Problem in node/)
		.first()
		.waitFor();
	await openNode(page, SEND);
	const output = byTestId(page, 'output-panel');
	await output
		.getByText(/422|did not accept/)
		.first()
		.waitFor();
	expect(await output.innerText()).toContain('Sent 3 (items 0-2)');
});
