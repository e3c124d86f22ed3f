/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { ASK, asked, askWorkflow, CLICK, linkIn } from '../e2e/support/asking';
import { ended } from '../support/executions';
import type { Tried } from './trials';

/** Approves, and declines, on the page of one link. */
export async function approve(tried: Tried): Promise<void> {
	for (const [label, approved] of Object.entries({ Approve: true, Decline: false })) {
		const approvalOptions = { values: { approvalType: 'double' } };
		const answer = await answered(tried, { approvalOptions }, async (page) => {
			await page.getByText('Nothing is decided').waitFor();
			await press(page, label);
		});
		assert.deepEqual(answer, { approved });
	}
}

/** Writes a free text. */
export async function writeFreely(tried: Tried): Promise<void> {
	const text = 'At 7, “Chez <Nous>” & after';
	const answer = await answered(tried, { responseType: 'freeText' }, async (page) => {
		await page.getByRole('textbox').fill(text);
		await press(page, 'Submit');
	});
	assert.deepEqual(answer, { text });
}

/** Declines, and says why. */
export async function comment(tried: Tried): Promise<void> {
	const approvalOptions = { values: { approvalType: 'double', askComment: true } };
	const answer = await answered(tried, { approvalOptions }, async (page) => {
		await page.getByLabel('Comment (optional)').fill('Not yet – « plus tard »');
		await press(page, 'Decline');
	});
	const said = 'Not yet – « plus tard »';
	assert.deepEqual(answer, { approved: false, comment: said, chatInput: said });
}

const press = async (page: Page, name: string) => await page.getByRole('button', { name }).click();

/** Asks, lets the page of the one link be answered in a browser, and gives what comes out. */
async function answered(
	{ client, simulator, credential, browser }: Tried,
	parameters: INodeParameters,
	answer: (page: Page) => Promise<void>,
): Promise<unknown> {
	const started = Date.now();
	const before = simulator.messages.length;
	const workflow = await client.createWorkflow(askWorkflow(credential, parameters));
	const id = await client.run(workflow, CLICK);
	const texts = () => simulator.messages.slice(before).map(({ text }) => text);
	const question = await asked(client, id, texts);
	assert.equal(question.match(/https?:/g)?.length, 1, question);
	const page = await browser.newPage();
	try {
		await page.goto(linkIn(question));
		await answer(page);
		await page.getByText('Thank you').waitFor();
	} finally {
		await page.close();
	}
	const { status, json } = await ended(client, id);
	assert.equal(status, 'success');
	const [{ data }] = json(ASK) as Array<{ data: { respondedAt: string } }>;
	const { respondedAt, ...values } = data;
	assert.equal(new Date(respondedAt).toISOString(), respondedAt);
	assert(Date.parse(respondedAt) >= started);

	return values;
}
