import type { INodeParameters } from 'n8n-workflow';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { N8nClient, StoredWorkflow, WorkflowFile } from '../../playground/src/n8nClient';
import { keepPicture, openBrowser } from './support/browser';
import { ended, until } from '../support/executions';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

const CLICK = 'When clicking "Execute workflow"';
const ASK = 'Ask';

let client: N8nClient;
let browser: Browser;
let phone: BrowserContext;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
	phone = await browser.newContext({ viewport: { width: 375, height: 667 }, isMobile: true });
});

afterAll(async () => await browser?.close());

beforeEach(async () => await simulator.reset());

/** Waits until so many texts have been sent and the execution waits; gives the last text's links. */
async function linksOf(execution: string, texts = 1): Promise<string[]> {
	await until(async () => (await simulator.state()).messages.length >= texts);
	await until(async () => (await client.execution(execution)).status === 'waiting');
	const { messages } = await simulator.state();
	return messages[texts - 1].text.match(/https?:\/\/\S+/g) ?? [];
}

async function openOnPhone(link: string): Promise<Page> {
	const page = await phone.newPage();
	await page.goto(link);
	return page;
}

const status = async (execution: string) => (await client.execution(execution)).status;
const press = async (page: Page, label: string) =>
	await page.getByRole('button', { name: label }).click();
const heading = async (page: Page) => await page.locator('h1').innerText();

/** A workflow that asks, by Loop Over Items as often as there are rows. */
function askWorkflow(parameters: INodeParameters, rows = 1): WorkflowFile {
	const node = (name: string, type: string, typeVersion: number, more: INodeParameters) => ({
		id: `${name} ${Math.random()}`,
		name,
		type,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: more,
	});
	const ask = {
		...node(ASK, 'n8n-nodes-messaging-service.messagingService', 1, {
			resource: 'message',
			operation: 'sendAndWait',
			channel: 'sms',
			to: '=+1202555010{{ $json.row }}',
			message: '=Question {{ $json.row }} <b>now</b>',
			...parameters,
		}),
		credentials: { messagingServiceApi: e2eContext().credential },
	};
	const list = JSON.stringify(Array.from({ length: rows }, (_, row) => ({ row })));
	const nodes = [
		node(CLICK, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Rows', 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: `{ "rows": ${list} }` }),
		node('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'rows' }),
		node('Loop', 'n8n-nodes-base.splitInBatches', 3, {}),
		ask,
		node('Answer', 'n8n-nodes-base.noOp', 1, {}),
	];
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	const connections = {
		[CLICK]: { main: [to('Rows')] },
		Rows: { main: [to('Split')] },
		Split: { main: [to('Loop')] },
		Loop: { main: [[], to(ASK)] },
		[ASK]: { main: [to('Answer')] },
		Answer: { main: [to('Loop')] },
	};
	return { name: 'Ask', nodes, connections };
}

async function start(file: WorkflowFile): Promise<string> {
	const workflow: StoredWorkflow = await client.createWorkflow(file);
	return await client.run(workflow, CLICK);
}

const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };

describe('the example "Approve by text"', () => {
	const example = async () => await readExample('approve-by-text.json');

	it('asks by text, waits, and tells the requester of the approval', async () => {
		const execution = await start(await example());
		const [approve] = await linksOf(execution);
		const page = await openOnPhone(approve);
		expect(await page.locator('p').first().innerText()).toContain('Ada asks for a desk lamp');
		await keepPicture(page, 'approve-page');
		await press(page, 'Approve');
		await page.getByText('Your answer was recorded').waitFor();
		await keepPicture(page, 'approve-thanks');
		const { json, status: end } = await ended(client, execution);
		expect(end).toBe('success');
		expect(json('Ask the manager')).toEqual([{ data: { approved: true } }]);
		const { messages } = await simulator.state();
		expect(messages.map(({ text }) => text)).toEqual([
			expect.stringContaining('Is that all right?'),
			'Your request for a desk lamp was approved.',
		]);
		const inbox = await phone.newPage();
		await inbox.goto(e2eContext().simulatorUrl);
		await inbox.getByText('Is that all right?').waitFor();
		await keepPicture(inbox, 'approve-text');
	});

	it('tells the requester that it was declined', async () => {
		const execution = await start(await example());
		const [, decline] = await linksOf(execution);
		await press(await openOnPhone(decline), 'Decline');
		const { json } = await ended(client, execution);
		expect(json('Ask the manager')).toEqual([{ data: { approved: false } }]);
		const { messages } = await simulator.state();
		expect(messages[1].text).toBe('Your request for a desk lamp was declined.');
	});

	it('goes on without an answer after the time limit, and a late answer changes nothing', async () => {
		const file = await example();
		const ask = file.nodes.find(({ name }) => name === 'Ask the manager');
		Object.assign(ask?.parameters ?? {}, {
			options: {
				limitWaitTime: {
					values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
				},
			},
		});
		const execution = await start(file);
		const [approve] = await linksOf(execution);
		// The form of the page, as it stands on a phone that opened the link before the limit.
		const page = await phone.newPage();
		await page.setContent(
			`<form method="post" action="${approve.replaceAll('&', '&amp;')}"><button>Approve</button></form>`,
		);
		// The limit holds at once, though n8n looks only once a minute for what to go on with.
		await until(async () => (await fetch(approve)).status === 410);
		expect((await fetch(approve, { method: 'POST' })).status).toBe(410);
		const { json } = await ended(client, execution);
		expect(json('Ask the manager')).toEqual([expect.objectContaining({ requester: 'Ada' })]);
		const texts = async () => (await simulator.state()).messages.map(({ text }) => text);
		expect((await texts())[1]).toContain('Nobody has answered');
		await press(page, 'Approve');
		await page.getByText(/no action required/i).waitFor();
		expect(await texts()).toHaveLength(2);
	});
});

describe('a link', () => {
	it('that is only opened decides nothing, whoever opens it', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const links = await linksOf(execution);
		for (const link of links) {
			for (const agent of ['WhatsApp/2.23', 'facebookexternalhit/1.1', 'Twitterbot/1.0', '']) {
				const response = await fetch(link, { headers: { 'user-agent': agent } });
				expect(response.status).toBe(200);
				expect(await response.text()).toContain('Nothing is decided until');
			}
			await fetch(link, { method: 'HEAD' });
		}
		expect(await status(execution)).toBe('waiting');
		await press(await openOnPhone(links[1]), 'Decline');
		const { json } = await ended(client, execution);
		expect(json(ASK)).toEqual([{ data: { approved: false } }]);
	});

	it('shows the message as text', async () => {
		const execution = await start(askWorkflow({}));
		const [link] = await linksOf(execution);
		const page = await openOnPhone(link);
		expect(await page.locator('p').first().innerText()).toBe('Question 0 <b>now</b>');
		const width = await page.evaluate<number>('document.documentElement.scrollWidth');
		expect(width).toBeLessThanOrEqual(375);
		await client.stopExecution(execution);
	});

	it('with a wrong signature, or without, changes nothing', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const [approve] = await linksOf(execution);
		const wrong = new URL(approve);
		wrong.searchParams.set('signature', '0'.repeat(64));
		const without = new URL(approve);
		without.searchParams.delete('signature');
		const turned = new URL(approve);
		turned.searchParams.set('approved', 'false');
		for (const link of [wrong, without, turned]) {
			for (const method of ['GET', 'POST']) {
				const response = await fetch(link, { method });
				expect(response.status).toBe(401);
				expect(await response.text()).toContain('</html>');
			}
		}
		expect(await status(execution)).toBe('waiting');
		await fetch(approve, { method: 'POST' });
		expect((await ended(client, execution)).json(ASK)).toEqual([{ data: { approved: true } }]);
	});

	it('that was answered already shows a page that says so', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const [approve, decline] = await linksOf(execution);
		await fetch(approve, { method: 'POST' });
		const first = await ended(client, execution);
		const page = await openOnPhone(decline);
		expect(await page.locator('body').innerText()).toMatch(/no action required/i);
		await fetch(decline, { method: 'POST' });
		expect((await ended(client, execution)).json(ASK)).toEqual(first.json(ASK));
	});

	it('pressed twice at the same time counts once', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const [approve, decline] = await linksOf(execution);
		await Promise.all(
			[approve, decline, approve].map(async (link) => await fetch(link, { method: 'POST' })),
		);
		const { json, data } = await ended(client, execution);
		expect(json(ASK)).toEqual([{ data: { approved: expect.any(Boolean) } }]);
		expect(data.resultData.runData.Answer).toHaveLength(1);
	});

	it('of an earlier round of a loop does not answer the present one', async () => {
		const execution = await start(askWorkflow(DOUBLE, 2));
		const [first] = await linksOf(execution);
		await fetch(first, { method: 'POST' });
		const [, second] = await linksOf(execution, 2);
		const page = await openOnPhone(first);
		expect(await heading(page)).toBe('No answer needed any more');
		const response = await fetch(first, { method: 'POST' });
		expect(response.status).toBe(410);
		expect(await status(execution)).toBe('waiting');
		await fetch(second, { method: 'POST' });
		const { data } = await ended(client, execution);
		const answers = data.resultData.runData[ASK].map(
			({ data: output }) => output?.main[0]?.[0].json,
		);
		expect(answers).toEqual([{ data: { approved: true } }, { data: { approved: false } }]);
	});
});

describe('a page', () => {
	it('takes a free text', async () => {
		const execution = await start(
			askWorkflow({ responseType: 'freeText', options: { responseFormTitle: 'When & where?' } }),
		);
		const [link] = await linksOf(execution);
		const page = await openOnPhone(link);
		expect(await heading(page)).toBe('When & where?');
		await page.getByLabel('Your answer').fill('At 7, "Chez <Nous>"\nBring a friend');
		await keepPicture(page, 'free-text-page');
		await press(page, 'Submit');
		await page.getByText('Your answer was recorded').waitFor();
		const { json } = await ended(client, execution);
		expect(json(ASK)).toEqual([{ data: { text: 'At 7, "Chez <Nous>"\r\nBring a friend' } }]);
	});

	it('takes a form, and asks again for what is missing', async () => {
		const choose = (...choices: string[]) => ({
			fieldOptions: { values: choices.map((option) => ({ option })) },
		});
		const execution = await start(
			askWorkflow({
				responseType: 'customForm',
				formFields: {
					values: [
						{ fieldLabel: 'Name', requiredField: true },
						{ fieldLabel: 'Guests', fieldType: 'number', fieldName: 'guests' },
						{ fieldLabel: 'Day', fieldType: 'dropdown', ...choose('Monday', 'Tuesday') },
						{ fieldLabel: 'Food', fieldType: 'checkbox', ...choose('Soup', 'Salad', 'Cake') },
						{ fieldLabel: 'Seat', fieldType: 'radio', ...choose('Inside', 'Outside') },
						{ fieldLabel: 'Note', fieldType: 'textarea' },
					],
				},
			}),
		);
		const [link] = await linksOf(execution);
		const empty = await fetch(link, { method: 'POST', body: new URLSearchParams() });
		expect(empty.status).toBe(422);
		expect(await empty.text()).toContain('Please fill in this field.');
		expect(await status(execution)).toBe('waiting');
		const page = await openOnPhone(link);
		await page.getByLabel('Name').fill('Ada');
		await page.getByLabel('Guests').fill('3');
		await page.getByLabel('Day').selectOption('Tuesday');
		await page.getByLabel('Soup').check();
		await page.getByLabel('Cake').check();
		await page.getByLabel('Outside').check();
		await page.evaluate('scrollTo(0, 0)');
		await keepPicture(page, 'form-page');
		await press(page, 'Submit');
		await page.getByText('Your answer was recorded').waitFor();
		const { json } = await ended(client, execution);
		expect(json(ASK)).toEqual([
			{
				data: {
					Name: 'Ada',
					guests: 3,
					Day: 'Tuesday',
					Food: ['Soup', 'Cake'],
					Seat: 'Outside',
					Note: null,
				},
			},
		]);
	});
});
