/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import assert from 'node:assert/strict';

import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { ASK, asked, askWorkflow, CLICK, FORM, linkIn } from '../e2e/support/asking';
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

/** Fills in a form: a text, a number, and one, several and none of what can be chosen. */
export async function fillIn(tried: Tried): Promise<void> {
	const answer = await answered(tried, FORM, async (page) => {
		await press(page, 'Submit');
		await page.getByText('Please fill in this field.').first().waitFor();
		await page.getByLabel('Name').fill('Ada');
		await page.getByLabel('Guests').fill('3');
		await page.getByLabel('Day').selectOption('Tuesday');
		await page.getByLabel('Soup').check();
		await page.getByLabel('Cake').check();
		await page.getByLabel('Tea').check();
		await page.getByLabel('Outside').check();
		await press(page, 'Submit');
	});

	assert.deepEqual(answer, {
		Name: 'Ada',
		guests: 3,
		Day: 'Tuesday',
		Food: ['Soup', 'Cake'],
		Drink: ['Tea'],
		Seat: 'Outside',
		Note: null,
	});
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
