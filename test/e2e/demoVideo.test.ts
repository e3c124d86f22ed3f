/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';

import { until } from '../support/executions';
import { byTestId, executeForm, openBrowser, openNode } from './support/browser';
import type { SimulatorState } from './support/context';
import type { Playground } from './support/playground';
import { startPlayground } from './support/playground';

const SCRIPT = readFileSync(path.resolve('docs', 'demo-video.md'), 'utf8');

let playground: Playground;
let browser: Browser;
/** One take: the same two tabs from the first step to the last. */
let page: Page;
let inbox: Page;

beforeAll(async () => {
	playground = await startPlayground();
	browser = await openBrowser();
	const context = await browser.newContext({ viewport: { width: 1400, height: 850 } });
	page = await context.newPage();
	inbox = await context.newPage();
	await inbox.goto(playground.inboxUrl);
	await page.bringToFront();
	await page.goto(playground.n8nUrl);
	await page.locator('input[type="email"]').fill(playground.email);
	await page.locator('input[type="password"]').fill(playground.password);
	await page.keyboard.press('Enter');
	await page.waitForURL((url) => !url.pathname.includes('signin'));
}, 600_000);

afterAll(async () => {
	await browser?.close();
	await playground?.stop();
});

const sent = async () => {
	const response = await fetch(`${playground.inboxUrl}/_simulator/state`);
	return (await response.json()) as SimulatorState;
};

const texts = async () => (await sent()).messages.map(({ text }) => text);

/** Waits until the inbox shows something, as the viewer sees it. */
async function seenInInbox(text: string | RegExp): Promise<void> {
	await inbox.bringToFront();
	await inbox.getByText(text).first().waitFor();
}

async function openExample(name: string): Promise<void> {
	await page.bringToFront();
	await page.goto(`${playground.n8nUrl}/home/workflows`);
	await page.getByText(name, { exact: true }).first().click();
	await byTestId(page, 'canvas-node').first().waitFor();
}

const execute = async () => await byTestId(page, 'execute-workflow-button').click();

const shows = async (where: Locator, text: string | RegExp) =>
	await where.getByText(text).first().waitFor();

const STEPS: Record<string, () => Promise<void>> = {
	'Found by what people search for': async () => {
		await openExample('Text every row');
		await byTestId(page, 'node-creator-plus-button').click();
		await byTestId(page, 'node-creator-search-bar').fill('send text');
		const results = byTestId(page, 'node-creator-item-name');
		await results.getByText('Messaging Service', { exact: true }).waitFor();

		expect((await results.allInnerTexts()).slice(0, 3)).toContain('Messaging Service');

		await results.getByText('Messaging Service', { exact: true }).click();
		await page
			.getByText(/^Actions \(11\)/)
			.first()
			.waitFor();
		const groups = [/^Message actions$/i, /^Message Intent actions$/i, /^Number Lease actions$/i];
		for (const group of [...groups, /^One-Time Password \(OTP\) actions$/i]) {
			await page.getByText(group).first().waitFor();
		}
		await page
			.getByText(/^Triggers \(2\)/)
			.first()
			.waitFor();
	},

	'A credential that is tested, and nothing is sent': async () => {
		await page.goto(`${playground.n8nUrl}/home/credentials`);
		await page.getByText('Messaging Service (simulator)').first().click();
		const token = byTestId(page, 'parameter-input-apiToken').locator('input');
		const save = byTestId(page, 'credential-save-button');
		await token.fill('wrong');
		await save.click();
		await page.getByText('More details').click();
		await page
			.getByText(/rejected the API token/)
			.first()
			.waitFor();
		await token.fill('demo-enterprise');
		await save.click();
		await page
			.getByText(/Connection tested successfully/)
			.first()
			.waitFor();
		await page.keyboard.press('Escape');

		expect(await texts()).toEqual([]);
	},

	'A phone number is verified': async () => {
		await openExample('Verify a phone number');
		const form = await executeForm(page);
		await form.getByRole('textbox').fill('+1 202 555 0143');
		await form.getByRole('button').click();
		const { code } = await until(async () => (await sent()).otps[0]);
		await seenInInbox(code);
		await form.bringToFront();
		await form.getByPlaceholder('123456').fill(code);
		await form.getByRole('button', { name: 'Continue' }).click();
		await form.getByText('Your number is verified').waitFor();
		await form.close();
		await page.bringToFront();
		await page.getByText('1 item').first().waitFor();
	},

	'One bad row stops nobody': async () => {
		const before = (await texts()).length;
		await openExample('Text every row');
		await execute();
		await until(async () => (await texts()).length === before + 4);
		await seenInInbox(/order A-1005/);
		await page.bringToFront();
		await openNode(page, 'Text them');
		const output = byTestId(page, 'output-panel');
		await output.getByText('Error Branch').click();
		await shows(output, 'Edsger');
		await shows(output, /unknown/);
		await page.keyboard.press('Escape');
	},

	'A person is asked, and the workflow waits': async () => {
		await openExample('Approve by text');
		await execute();
		const link = await until(async () => {
			const question = (await texts()).find((text) => text.includes('Is that all right?'));
			return question?.match(/https?:\/\/\S+/)?.[0];
		});

		await seenInInbox('Is that all right?');
		const phone = await page.context().newPage();
		await phone.goto(link);
		await phone.getByRole('button', { name: 'Approve' }).click();
		await seenInInbox('Your request for a desk lamp was approved.');
		await phone.close();
	},

	'A trigger, tried without sending': async () => {
		const before = await texts();
		await openExample('Tell me when a number is available');
		await openNode(page, 'Every five minutes');
		await byTestId(page, 'node-execute-button').first().click();
		const output = byTestId(page, 'output-panel');
		await shows(output, '1 item');
		await shows(output, 'available');
		expect(await texts()).toEqual(before);
	},
};

describe('the demo video', () => {
	it('has in its script the steps that are walked here, in this order', () => {
		const headings = [...SCRIPT.matchAll(/^## \d+\. (.*)$/gm)].map(([, heading]) => heading);
		expect(headings).toEqual(Object.keys(STEPS));
	});

	it('takes less than five minutes', () => {
		const ends = [...SCRIPT.matchAll(/^\d:\d\d to (\d):(\d\d)\./gm)];
		const last = ends.map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds)).at(-1);
		expect(ends).toHaveLength(Object.keys(STEPS).length);
		expect(last).toBeLessThan(300);
	});

	it.each(Object.keys(STEPS))('shows: %s', async (step) => await STEPS[step]());
});
