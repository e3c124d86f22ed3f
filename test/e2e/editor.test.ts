import { displayParameter } from 'n8n-workflow';
import type { Browser, Page } from 'playwright-core';

import type { N8nClient } from '../../playground/src/n8nClient';
import {
	byTestId,
	EMPTY,
	executeForm,
	keepPicture,
	openBrowser,
	openEditor,
	openNode,
	openWorkflow,
	shownFields,
} from './support/browser';
import { until } from '../support/executions';
import type { TriedOperation } from '../support/operations';
import { OPERATIONS } from '../support/operations';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

let client: N8nClient;
let browser: Browser;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
});

afterAll(async () => await browser?.close());

beforeEach(async () => await simulator.reset());

/** Picks an entry of a drop-down of the panel by its name. */
async function pick(page: Page, parameter: string, entry: string): Promise<void> {
	await byTestId(page, `parameter-input-${parameter}`).first().click();
	await page
		.locator('[data-test-id="parameter-input-item"]:visible')
		.filter({ has: page.getByText(entry, { exact: true }) })
		.first()
		.click();
}

/** The names of the fields that an operation shows at first. */
function fieldsAtFirst({ operation: { parameters } }: TriedOperation): string[] {
	const fields = parameters.filter(({ isOption }) => !isOption).map(({ field }) => field);
	const values = Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));
	return fields
		.filter(({ type }) => type !== 'notice')
		.filter((field) => displayParameter(values, field, { typeVersion: 1 }, null))
		.map(({ displayName }) => displayName);
}

describe('in the editor', () => {
	it('the node is found in the panel, and shows the fields of each operation', async () => {
		const page = await openEditor(browser, client);
		await openWorkflow(page, (await client.createWorkflow(EMPTY)).id);
		await byTestId(page, 'node-creator-plus-button').click();
		await page
			.getByPlaceholder(/search/i)
			.first()
			.fill('one-time password');
		await page.getByText('Messaging Service', { exact: true }).first().click();
		await page.getByText('Send message', { exact: true }).waitFor();
		await keepPicture(page, 'node-actions');
		await page.getByText('Send message', { exact: true }).click();
		await byTestId(page, 'ndv').waitFor();

		for (const tried of OPERATIONS) {
			const { resourceName: resource } = tried;
			const { name: operation } = tried.operation;
			await pick(page, 'resource', resource);
			if (
				(await byTestId(page, 'parameter-input-operation').locator('input').inputValue()) !==
				operation
			) {
				await pick(page, 'operation', operation);
			}
			const expected = ['Resource', 'Operation', ...fieldsAtFirst(tried), 'Options'];
			const shown = await shownFields(page, expected.length);
			expect({ resource, operation, shown }).toEqual({ resource, operation, shown: expected });
		}
		await page.context().close();
	});

	it('the fields of an output can be mapped before anything was sent', async () => {
		const page = await openEditor(browser, client);
		const own = { messagingServiceApi: e2eContext().credential };
		const type = 'n8n-nodes-messaging-service.messagingService';

		const node = (name: string, x: number, operation: string) => ({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [x, 0] as [number, number],
			parameters: { resource: 'otp', operation, to: '+12025550143' },
			credentials: own,
		});

		const workflow = await client.createWorkflow({
			name: 'Mapping',
			nodes: [node('Send', 0, 'send'), node('Verify', 220, 'verify')],
			connections: { Send: { main: [[{ node: 'Verify', type: 'main', index: 0 }]] } },
		});
		await openWorkflow(page, workflow.id);
		await openNode(page, 'Verify');
		const input = byTestId(page, 'ndv-input-panel');
		await input.getByText('otp_id', { exact: true }).waitFor();
		for (const field of ['message', 'crumbs', 'plan', 'quota']) {
			await input.getByText(field, { exact: true }).waitFor();
		}

		expect((await simulator.state()).requests).toEqual([]);

		await page.context().close();
	});

	it('numbers are chosen from a list that can be searched', async () => {
		const page = await openEditor(browser, client);
		const file = await readExample('adopt-a-number-and-text-from-it.json');
		const node = file.nodes.find(({ name }) => name === 'Read its status');
		if (node) node.parameters.number = { __rl: true, mode: 'list', value: '' };
		await openWorkflow(page, (await client.createWorkflow(file)).id);
		await openNode(page, 'Read its status');
		await byTestId(page, 'rlc-input').click();
		const entries = byTestId(page, 'rlc-item');
		await entries.filter({ hasText: 'United States' }).first().waitFor();
		const all = await entries.count();
		await byTestId(page, 'rlc-search').fill('uk tmo');
		await until(async () => (await entries.count()) < all && (await entries.count()) > 0);

		for (const entry of await entries.allInnerTexts()) {
			expect(entry).toMatch(/United Kingdom.*TMO/);
		}

		await keepPicture(page, 'choose-a-number');
		await entries.first().click();
		await page.context().close();
	});

	it('"Verify a phone number" asks for a number, sends the password and says that it is right', async () => {
		const page = await openEditor(browser, client);
		const file = await readExample('verify-a-phone-number.json');
		await openWorkflow(page, (await client.createWorkflow(file)).id);
		const form = await executeForm(page);
		const inbox = await page.context().newPage();
		await inbox.goto(e2eContext().simulatorUrl);
		await form.bringToFront();
		await form.getByRole('textbox').fill('(202) 555-0143');
		await form.getByRole('button').click();
		const { code } = await until(async () => (await simulator.state()).otps[0]);
		await inbox.getByText(code).first().waitFor();
		await keepPicture(inbox, 'inbox');
		await form.getByPlaceholder('123456').fill(code);
		await form.getByRole('button', { name: 'Continue' }).click();
		await form.getByText('Your number is verified').waitFor();

		await page.bringToFront();
		await openNode(page, 'Verify the password');
		await byTestId(page, 'output-panel').getByText('verified').first().waitFor();
		await keepPicture(page, 'node-fields');
		await page.keyboard.press('Escape');
		await byTestId(page, 'zoom-to-fit').click();
		await keepPicture(page, 'verify-a-phone-number');
		await page.context().close();
	});

	it('an error says what happened and what to do next', async () => {
		const page = await openEditor(browser, client, { colorScheme: 'dark' });
		const file = await readExample('text-every-row.json');
		const node = file.nodes.find(({ name }) => name === 'Text them');
		if (node) {
			delete node.onError;
			Object.assign(node.parameters, { options: { defaultCountry: 'US', concurrency: 1 } });
		}
		const rows = file.nodes.find(({ name }) => name === 'Rows');
		const { jsonOutput } = (rows?.parameters ?? {}) as { jsonOutput: string };
		Object.assign(rows?.parameters ?? {}, {
			jsonOutput: jsonOutput.replace('unknown', '+1 808 555 0122'),
		});
		await openWorkflow(page, (await client.createWorkflow(file)).id);
		await byTestId(page, 'execute-workflow-button').click();
		await page
			.getByText(/Problem in node/)
			.first()
			.waitFor();
		await openNode(page, 'Text them');
		const output = byTestId(page, 'output-panel');
		await output
			.getByText(/did not accept the message/)
			.first()
			.waitFor();

		expect(await output.innerText()).toContain('Sent: items 0-2 (3 of 5).');

		await keepPicture(page, 'error');
		await page.context().close();
	});
});
