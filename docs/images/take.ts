/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
// Takes the pictures of the editor and of our pages that the docs show, in a real n8n: npx tsx docs/images/take.ts
import path from 'node:path';

import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import {
	closedPage,
	questionPage,
	thanksPage,
} from '../../nodes/MessagingService/question/page/pages';
import type { Question } from '../../nodes/MessagingService/question/question';
import { readExample } from '../../playground/src/examples';
import type { WorkflowFile } from '../../playground/src/n8nClient';
import {
	byTestId,
	openBrowser,
	openEditor,
	openNode,
	openWorkflow,
} from '../../test/n8n/support/browser';
import { Machine } from '../../test/n8n/support/install';
import { TestedN8n } from '../../test/n8n/support/n8n';
import { rows } from '../../test/support/rows';
import {
	inARow,
	node,
	split,
	SEND,
	sendNode,
	START,
	start,
	workflow,
} from '../../test/n8n/support/workflow';

const ENGLISH = { language: 'en' } as const;

const APPROVE = { approved: true, label: 'Approve' };

const QUESTION: Question = {
	message: 'Ada asks for a desk lamp ($48). Is that all right?',
	buttons: [APPROVE, { approved: false, label: 'Decline' }],
	field: undefined,
};

/** The pages that a recipient sees, by the name of their picture. */
const PAGES = {
	'approve-page': questionPage(QUESTION, ENGLISH),
	'approve-thanks': thanksPage({ button: APPROVE, text: undefined }, ENGLISH),
	'closed-page': closedPage(ENGLISH),
};

/** A text to two people, as a dry run. */
const DRY_RUN: INodeParameters = {
	message: 'Your table is ready',
	recipientRules: { allowedCountries: ['CA', 'US'] },
	options: { dryRun: true, requestsPerSecond: 1 },
};

const EVERY_FIVE_MINUTES = 'Every five minutes';

/** A trigger that is polled every five minutes. */
const trigger = () =>
	node(EVERY_FIVE_MINUTES, 'messagingServiceTrigger', {
		pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] },
		event: 'numberAvailable',
		filters: { country: 'US' },
	});

/** An agent whose tool a person approves by text. */
function reviewedAgent(): WorkflowFile {
	const ask = { resource: 'message', operation: 'sendAndWait', message: 'May I?' };
	const placed = [
		{ ...start(), position: [0, 0] },
		{ ...node('Agent', 'agent', {}), position: [224, 0] },
		{ ...node('Model', 'lmChatOpenAi', {}), position: [200, 224] },
		{ ...node('Ask by text', 'messagingServiceHitlTool', ask), position: [400, 224] },
		{ ...node('Text the customer', 'messagingServiceTool', {}), position: [400, 448] },
	];
	return workflow(placed as WorkflowFile['nodes'], [
		[START, 'Agent'],
		['Model', 'Agent', 'ai_languageModel'],
		['Ask by text', 'Agent', 'ai_tool'],
		['Text the customer', 'Ask by text', 'ai_tool'],
	]);
}

/** Saves what a page shows. */
async function take(page: Page, name: string): Promise<void> {
	// Until n8n's animations have ended.
	await page.waitForTimeout(1500);
	await page.screenshot({ path: path.join('docs', 'images', `${name}.png`) });
}

async function main(): Promise<void> {
	const machine = await Machine.start();
	const n8n = new TestedN8n();
	await n8n.connect((await machine.n8n()).url);
	machine.onStop(async () => await n8n.simulator.stop());
	const browser = await openBrowser();
	machine.onStop(async () => await browser.close());
	const editor = await openEditor(browser, n8n);
	const page = await editor.newPage();

	/** Opens a workflow in the editor. */
	const open = async (file: WorkflowFile) =>
		await openWorkflow(page, n8n, (await n8n.create(file)).id);

	try {
		await open(inARow(start(), ...split(rows(2)), sendNode(DRY_RUN)));
		await byTestId(page, 'execute-workflow-button').click();
		await page.getByText('2 items').last().waitFor();
		await openNode(page, SEND);
		await take(page, 'node-fields');

		await open(inARow(trigger()));
		await openNode(page, EVERY_FIVE_MINUTES);
		await page.getByRole('button', { name: 'Fetch Test Event' }).first().click();
		await byTestId(page, 'output-panel').getByText('1 item').waitFor();
		await take(page, 'trigger');

		await open({ ...reviewedAgent(), name: 'Agent with human review' });
		await take(page, 'human-review');

		await open(await readExample('otp-in-four-nodes.json'));
		await take(page, 'otp-in-four-nodes');

		const phone = await browser.newPage({ viewport: { width: 375, height: 667 } });
		for (const [name, content] of Object.entries(PAGES)) {
			await phone.setContent(content);
			await take(phone, name);
		}
	} finally {
		await machine.stop();
	}
}

void main();
