import type { Browser, Page } from 'playwright-core';

import type { N8nClient } from '../../playground/src/n8nClient';
import { loggedIn } from './support/context';
import { byTestId, EMPTY, openBrowser, openEditor, openWorkflow } from './support/browser';

const NODE = 'Messaging Service';

/** What people type who look for what the node does. */
const PHRASES = [
	'messaging service',
	'n8n-nodes-messaging-service',
	'messaging',
	'send sms',
	'send text',
	'text message',
	'bulk sms',
	'whatsapp',
	'imessage',
	'message intent',
	'otp',
	'one-time password',
	'one time password',
	'2fa',
	'mfa',
	'two-factor authentication',
	'verify phone',
	'phone verification',
	'verification code',
	'phone number',
	'lease number',
	'rent phone number',
	'adopt number',
	'human review',
	'texting',
	'wait for reply',
	'pin code',
	'opt out',
	'opt-out',
	'unsubscribe',
	'approve',
	'wait for response',
	'leased number',
	'number status changed',
	'number status',
	'send code',
	'notify by text',
];

/**
 * Found, but not among the first three. n8n scores a node by its name and aliases alone, and no score for these letters is
 * higher than that of the alias itself; then it adds up to 100 for nodes that many of its users have, which are its own.
 */
const BEHIND_POPULAR_NODES: Array<[string, number]> = [
	['sms', 6],
	// All nodes that can ask a person have it.
	['approval', 12],
];

let client: N8nClient;
let browser: Browser;
let page: Page;
let workflowId: string;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
	page = await openEditor(browser, client);
	workflowId = (await client.createWorkflow(EMPTY)).id;
	await openPanel();
});

/** The panel as it is when it opens, whatever the test before has looked at. */
beforeEach(async () => {
	await byTestId(page, 'node-creator-search-bar').fill('');
	await entry('Action in an app').waitFor();
});

afterAll(async () => await browser?.close());

async function openPanel(): Promise<void> {
	await openWorkflow(page, workflowId);
	await byTestId(page, 'node-creator-plus-button').click();
	await entry('Action in an app').waitFor();
}

const entries = () => byTestId(page, 'node-creator-item-name');
const entry = (name: string) => entries().getByText(name, { exact: true });

/** Names of the nodes that the panel lists for a phrase, best first. */
async function searched(phrase: string): Promise<string[]> {
	await byTestId(page, 'node-creator-search-bar').fill(phrase);
	await entry('Action in an app').waitFor({ state: 'hidden' });
	return await entries().allInnerTexts();
}

describe("in n8n's panel of nodes", () => {
	it.each(PHRASES)('"%s" finds the node among the first three', async (phrase) => {
		expect((await searched(phrase)).slice(0, 3)).toContain(NODE);
	});

	it.each(BEHIND_POPULAR_NODES)(
		'"%s" finds the node behind more popular ones, among the first %d',
		async (phrase, place) => {
			expect((await searched(phrase)).slice(0, place)).toContain(NODE);
		},
	);

	it('the entry says what the node does, not only what its trigger does', async () => {
		await searched('send sms');
		const description = await byTestId(page, 'node-creator-item-description').first().innerText();
		expect(description).toMatch(/text/i);
		expect(description).toMatch(/number/i);
		expect(description).toMatch(/start/i);
	});

	it('the node is there for a human review, beside those of n8n', async () => {
		await entry('Human review').click();
		await entry('Slack').waitFor();
		expect(await entries().allInnerTexts()).toContain(NODE);
		await openPanel();
	});

	it('its operations are named as n8n names its own, without articles, and say what buys a number', async () => {
		await searched(NODE);
		await entry(NODE).first().click();
		await page.getByText('Send message', { exact: true }).waitFor();
		await byTestId(page, 'node-creator').getByText('Triggers (2)').click();
		await page.getByText('On number available', { exact: true }).waitFor();
		const actions = await entries().allInnerTexts();

		expect(actions.map((name) => name.trim()).sort()).toEqual([
			'Adopt first available number (costs money)',
			'Adopt number (costs money)',
			'Generate and send message intent',
			'Generate message intent',
			'Get many numbers',
			'Get number status',
			'On number available',
			'On number status changed',
			'Relinquish number',
			'Send message',
			'Send message and wait for response',
			'Send one-time password',
			'Verify one-time password',
		]);
	});
});
