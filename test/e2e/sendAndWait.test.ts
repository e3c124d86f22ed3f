/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INode, INodeParameters } from 'n8n-workflow';
import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { N8nClient, StoredWorkflow, WorkflowFile } from '../../playground/src/n8nClient';
import { ANSWER, ASK, asked, askWorkflow as askFor, CLICK, linkIn, post } from './support/asking';
import { keepPicture, openBrowser } from './support/browser';
import { ended, until } from '../support/executions';
import { e2eContext, loggedIn, readExample, simulator } from './support/context';

const PHONE = { viewport: { width: 375, height: 667 }, isMobile: true };

let client: N8nClient;
let browser: Browser;
let phone: BrowserContext;

beforeAll(async () => {
	client = await loggedIn();
	browser = await openBrowser();
	phone = await browser.newContext(PHONE);
});

afterAll(async () => await browser?.close());

beforeEach(async () => await simulator.reset());

const sentTexts = async () => (await simulator.state()).messages.map(({ text }) => text);

/** Waits until an execution has asked so often, and waits; gives the last question's link. */
const linkOf = async (execution: string, questions = 1) =>
	linkIn(await asked(client, execution, sentTexts, questions));

const APPROVE = { approved: 'true' };

/** An answer as it comes out, with its time. */
const answered = (answer: object) => ({
	...answer,
	respondedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
});

async function openOnPhone(link: string): Promise<Page> {
	const page = await phone.newPage();
	await page.goto(link);
	return page;
}

const status = async (execution: string) => (await client.execution(execution)).status;
const press = async (page: Page, label: string) =>
	await page.getByRole('button', { name: label }).click();
const heading = async (page: Page) => await page.locator('h1').innerText();

const askWorkflow = (parameters: INodeParameters, rows?: number, settings?: Partial<INode>) =>
	askFor(e2eContext().credential, parameters, rows, settings);

async function start(file: WorkflowFile): Promise<string> {
	const workflow: StoredWorkflow = await client.createWorkflow(file);
	return await client.run(workflow, CLICK);
}

const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };
const COMMENT = { approvalOptions: { values: { approvalType: 'double', askComment: true } } };

describe('the example "Approve by text"', () => {
	const example = async () => await readExample('approve-by-text.json');

	it('asks by text, waits, and tells the requester of the approval', async () => {
		const execution = await start(await example());
		const link = await linkOf(execution);
		expect((await sentTexts())[0].match(/https?:/g)).toHaveLength(1);

		const page = await openOnPhone(link);
		expect(await page.locator('p').first().innerText()).toContain('Ada asks for a desk lamp');

		await keepPicture(page, 'approve-page');
		await press(page, 'Approve');
		await page.getByText('You approved.').waitFor();
		await keepPicture(page, 'approve-thanks');
		const { json, status: end } = await ended(client, execution);

		expect(end).toBe('success');
		expect(json('Ask the manager')).toEqual([{ data: answered({ approved: true }) }]);

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
		await press(await openOnPhone(await linkOf(execution)), 'Decline');
		const { json } = await ended(client, execution);
		expect(json('Ask the manager')).toEqual([{ data: answered({ approved: false }) }]);
		const { messages } = await simulator.state();
		expect(messages[1].text).toBe('Your request for a desk lamp was declined.');
	});

	it('continues without an answer after the time limit, and a late answer changes nothing', async () => {
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
		// It need not be seen waiting, which it does only for seconds.
		const link = linkIn(await until(async () => (await sentTexts())[0]));

		const { json } = await ended(client, execution);
		expect(json('Ask the manager')).toEqual([expect.objectContaining({ requester: 'Ada' })]);
		expect((await sentTexts())[1]).toContain('Nobody has answered');

		const late = await post(link, APPROVE);
		expect(await late.text()).toMatch(/no action required/i);
		expect(await sentTexts()).toHaveLength(2);
	});
});

describe('the example "Ask with a form"', () => {
	it('texts the link to a form of n8n, and hands on what was filled in', async () => {
		const execution = await start(await readExample('ask-with-a-form.json'));
		const page = await openOnPhone(await linkOf(execution));
		await page.getByRole('heading', { name: 'Your visit' }).waitFor();
		await page.getByRole('combobox').selectOption('Saturday');
		await page.getByLabel('Guests').fill('3');
		await page.getByLabel('Note').fill('Two of us are <b>vegans</b>');
		await keepPicture(page, 'form-page');
		await press(page, 'Submit');
		await page.getByText(/response has been recorded/i).waitFor();

		const { json } = await ended(client, execution);
		expect(json('The visit')).toEqual([
			{ name: 'Ada', day: 'Saturday', guests: 3, note: 'Two of us are <b>vegans</b>' },
		]);
	});
});

describe('a link', () => {
	it('that is only opened decides nothing, whoever opens it', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const link = await linkOf(execution);
		for (const agent of ['WhatsApp/2.23', 'facebookexternalhit/1.1', 'Twitterbot/1.0', '']) {
			const response = await fetch(link, { headers: { 'user-agent': agent } });
			expect(response.status).toBe(200);
			expect(await response.text()).toContain('Nothing is decided until');
		}
		await fetch(link, { method: 'HEAD' });
		expect(await status(execution)).toBe('waiting');

		const unpressed = await post(link);
		expect(unpressed.status).toBe(422);
		expect(await status(execution)).toBe('waiting');

		await press(await openOnPhone(link), 'Decline');
		const { json } = await ended(client, execution);
		expect(json(ASK)).toEqual([{ data: answered({ approved: false }) }]);
	});

	it.each([
		'constructor',
		'Ask.constructor',
		'Preguntar al ing. constructor',
		'prototype',
		'toString',
		'__lookupGetter__',
		'Ask }} {{ $json }}',
		'Ask "them" \'now\' `${1}` \\u0041 \\',
		'Line\u2028and\u2029line\nand more',
		'Frag den Chef 🍜 – 質問',
		'this.process.getBuiltinModule',
	])('works where the node that asks is named %j', async (name) => {
		const file = JSON.parse(
			JSON.stringify(askWorkflow(DOUBLE)).replaceAll('"Ask"', () => JSON.stringify(name)),
		) as WorkflowFile;
		const execution = await start(file);
		const link = await linkOf(execution);
		const page = await fetch(link);
		expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Approve')]);
		await post(link, APPROVE);
		const { json } = await ended(client, execution);
		expect(json(name)).toEqual([{ data: answered({ approved: true }) }]);
	});

	it('shows the message as text', async () => {
		const execution = await start(askWorkflow({}));
		const link = await linkOf(execution);
		const page = await openOnPhone(link);
		expect(await page.locator('p').first().innerText()).toBe('Question 0 <b>now</b>');
		const width = await page.evaluate<number>('document.documentElement.scrollWidth');
		expect(width).toBeLessThanOrEqual(375);
		await client.stopExecution(execution);
	});

	it('with a wrong signature, or without, changes nothing', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const link = await linkOf(execution);
		const wrong = new URL(link);
		wrong.searchParams.set('signature', '0'.repeat(64));
		const without = new URL(link);
		without.searchParams.delete('signature');
		const more = new URL(link);
		more.searchParams.set('approved', 'false');

		for (const changed of [wrong, without, more]) {
			for (const response of [await fetch(changed), await post(changed.toString(), APPROVE)]) {
				expect(response.status).toBe(401);
				expect(await response.text()).toContain('</html>');
			}
		}

		await keepPicture(await openOnPhone(without.toString()), 'broken-link-page');
		expect(await status(execution)).toBe('waiting');

		await post(link, APPROVE);
		expect((await ended(client, execution)).json(ASK)).toEqual([
			{ data: answered({ approved: true }) },
		]);
	});

	it('that was answered already shows a page that says so', async () => {
		const execution = await start(askWorkflow(DOUBLE));
		const link = await linkOf(execution);
		await post(link, APPROVE);
		const first = await ended(client, execution);
		const page = await openOnPhone(link);
		expect(await page.locator('body').innerText()).toMatch(/no action required/i);
		await keepPicture(page, 'used-link-page');
		await post(link, { approved: 'false' });
		expect((await ended(client, execution)).json(ASK)).toEqual(first.json(ASK));
	});

	it('that several people press at the same instant counts once, for all nodes after it', async () => {
		const execution = await start(askWorkflow(COMMENT));
		const link = await linkOf(execution);

		const pages = await Promise.all(
			['true', 'false', 'true', 'false'].map(async (approved, person) => {
				const response = await post(link, { approved, comment: `Person ${person}` });
				return await response.text();
			}),
		);

		const { json, data } = await ended(client, execution);
		const [{ data: answer }] = json(ASK) as Array<{ data: { comment: string } }>;
		expect(json(ANSWER)).toEqual([{ data: answer }]);
		expect(data.resultData.runData[ANSWER]).toHaveLength(1);

		// Whose answer counted was told so, and nobody else.
		const told = pages.filter((page) => page.includes('Your answer was recorded'));
		expect(told).toEqual([expect.stringContaining(answer.comment)]);
	});

	it('that was answered shows an error of n8n while the workflow still runs', async () => {
		const file = askWorkflow(DOUBLE);
		const slow = file.nodes.find(({ name }) => name === ANSWER);
		Object.assign(slow ?? {}, {
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { resume: 'timeInterval', amount: 5, unit: 'seconds' },
		});
		const execution = await start(file);
		const link = await linkOf(execution);
		await post(link, APPROVE);
		const used = await fetch(link);

		expect([used.status, await used.json()]).toEqual([
			409,
			expect.objectContaining({ message: `The execution "${execution}" is running already.` }),
		]);
		expect((await ended(client, execution)).json(ASK)).toEqual([
			{ data: answered({ approved: true }) },
		]);
	});

	it('of an earlier round of a loop does not answer the present one', async () => {
		const execution = await start(askWorkflow(DOUBLE, 2));
		const first = await linkOf(execution);
		await post(first, APPROVE);
		const second = await linkOf(execution, 2);
		const page = await openOnPhone(first);
		expect(await heading(page)).toBe('No answer needed');

		await keepPicture(page, 'closed-page');
		const response = await post(first, APPROVE);
		expect(response.status).toBe(410);
		expect(await status(execution)).toBe('waiting');

		await post(second, { approved: 'false' });
		const { data } = await ended(client, execution);
		const answers = data.resultData.runData[ASK].map(
			({ data: output }) => output?.main[0]?.[0].json,
		);

		expect(answers).toEqual([
			{ data: answered({ approved: true }) },
			{ data: answered({ approved: false }) },
		]);
	});
});

describe('the node with an error output', () => {
	const settings: Partial<INode> = { onError: 'continueErrorOutput' };

	it('gives an answer by its first output', async () => {
		const execution = await start(askWorkflow(DOUBLE, 1, settings));
		await post(await linkOf(execution), APPROVE);
		const { json } = await ended(client, execution);
		expect([json(ASK), json(ASK, 1)]).toEqual([[{ data: answered({ approved: true }) }], []]);
	});

	it('gives a message that was refused by its second, and waits for nobody', async () => {
		await simulator.fault({ kind: 'answer', status: 422, body: { message: 'No such number' } });
		const { json, status: end } = await ended(client, await start(askWorkflow({}, 1, settings)));
		expect(end).toBe('success');
		expect(json(ASK)).toEqual([]);
		expect(json(ASK, 1)).toEqual([
			expect.objectContaining({ error: expect.stringContaining('No such number') }),
		]);
	});
});

describe('a double tap on a slow network', () => {
	it.each([
		['Approve', true, DOUBLE],
		['Decline', false, COMMENT],
	])('on %s is one answer, and shows that it was recorded', async (label, approved, options) => {
		const execution = await start(askWorkflow(options));
		const thumb = await browser.newContext({ ...PHONE, hasTouch: true });
		const page = await thumb.newPage();
		await page.goto(await linkOf(execution));
		const network = await thumb.newCDPSession(page);
		await network.send('Network.emulateNetworkConditions', {
			offline: false,
			latency: 400,
			downloadThroughput: -1,
			uploadThroughput: -1,
		});
		const box = await page.getByRole('button', { name: label }).boundingBox();
		const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 10];
		await page.touchscreen.tap(x, y);
		await page.touchscreen.tap(x, y);
		await page.getByText('Your answer was recorded').waitFor();
		expect((await ended(client, execution)).json(ASK)).toEqual([{ data: answered({ approved }) }]);

		await thumb.close();
	});
});

describe('a workflow that a webhook starts', () => {
	/** Asks behind a webhook that answers its caller as `responseMode` says. */
	const behindWebhook = (responseMode: string) => {
		const file = askWorkflow(DOUBLE);
		const webhook = file.nodes.find(({ name }) => name === CLICK);
		const path = crypto.randomUUID();
		Object.assign(webhook ?? {}, {
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			webhookId: path,
			parameters: { path, responseMode, options: {} },
		});
		const responder = {
			id: crypto.randomUUID(),
			name: 'Respond',
			type: 'n8n-nodes-base.respondToWebhook',
			typeVersion: 1.5,
			position: [0, 0] as [number, number],
			parameters: { respondWith: 'json', responseBody: '{ "first": true }', options: {} },
		};
		return { file, path, responder };
	};

	it.each([
		['onReceived', false, { message: 'Workflow was started' }],
		['responseNode', true, { first: true }],
	])('answers its caller first with %s', async (mode, responds, answer) => {
		const { file, path, responder } = behindWebhook(mode);
		if (responds) {
			file.nodes.push(responder);
			const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
			Object.assign(file.connections, { [CLICK]: to('Respond'), Respond: to('Rows') });
		}
		const workflow = await client.createWorkflow(file);
		await client.activate(workflow);

		// n8n registers the webhook a moment after it has published the workflow.
		const response = await until(async () => {
			const tried = await fetch(`${e2eContext().n8nUrl}/webhook/${path}`);
			return tried.status !== 404 && tried;
		});
		expect([response.status, await response.json()]).toEqual([200, answer]);

		await until(async () => (await sentTexts()).length === 1);
	});
});

describe('a page', () => {
	it('takes a comment of several lines, and Enter in it decides nothing', async () => {
		const execution = await start(askWorkflow(COMMENT));
		const page = await openOnPhone(await linkOf(execution));
		await page.getByLabel('Comment (optional)').click();
		await page.keyboard.type('Use the French number instead.');
		await keepPicture(page, 'comment-page');
		await page.keyboard.press('Enter');
		await page.keyboard.type('<b>Thank you</b>');

		expect(await heading(page)).toBe('Your answer is needed');
		expect(await status(execution)).toBe('waiting');

		await press(page, 'Decline');
		await page.getByText('You declined.').waitFor();
		const comment = 'Use the French number instead.\n<b>Thank you</b>';
		expect(await page.locator('dd').innerText()).toBe(comment);

		const { json } = await ended(client, execution);
		expect(json(ASK)).toEqual([
			{ data: answered({ approved: false, comment, chatInput: comment }) },
		]);
	});

	it('takes a free text', async () => {
		const execution = await start(
			askWorkflow({ responseType: 'freeText', options: { responseFormTitle: 'When & where?' } }),
		);
		const link = await linkOf(execution);
		const page = await openOnPhone(link);
		expect(await heading(page)).toBe('When & where?');

		await page.getByLabel('Your answer').fill('At 7, "Chez <Nous>"\nBring a friend');
		await keepPicture(page, 'free-text-page');
		await press(page, 'Submit');
		await page.getByText('Your answer was recorded').waitFor();
		expect(await page.locator('dd').innerText()).toBe('At 7, "Chez <Nous>"\nBring a friend');

		const { json } = await ended(client, execution);
		expect(json(ASK)).toEqual([
			{ data: answered({ text: 'At 7, "Chez <Nous>"\nBring a friend' }) },
		]);
	});

	it('speaks the language of the browser, and leaves what the author wrote', async () => {
		const approvalOptions = { values: { approvalType: 'double', disapproveLabel: 'No, thanks' } };
		const execution = await start(askWorkflow({ approvalOptions }));
		const arabic = await browser.newContext({ ...PHONE, locale: 'ar-EG' });
		const page = await arabic.newPage();
		await page.goto(await linkOf(execution));
		const html = page.locator('html');

		expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual([
			'ar',
			'rtl',
		]);
		expect(await heading(page)).toBe('نحتاج إلى إجابتك');
		expect(await page.locator('p').first().innerText()).toBe('Question 0 <b>now</b>');
		expect(await page.getByRole('button').allInnerTexts()).toEqual(['موافقة', 'No, thanks']);

		await press(page, 'No, thanks');
		await page.getByText('تم الرفض.').waitFor();
		expect(await page.locator('main').innerText()).toContain('No, thanks');

		await arabic.close();
		expect((await ended(client, execution)).json(ASK)).toEqual([
			{ data: answered({ approved: false }) },
		]);
	});

	it('loads nothing that its own styling names, before and after the answer', async () => {
		const visited: Array<string | undefined> = [];
		const elsewhere = createServer((request, response) => {
			visited.push(request.url);
			response.end();
		});

		await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
		const { port } = elsewhere.address() as AddressInfo;
		const address = `http://127.0.0.1:${port}`;
		const responseFormCustomCss = `@import url(${address}/css); main { background: url(${address}/image); min-height: 1px }
			@font-face { font-family: F; src: url(${address}/font) } body { font-family: F }`;
		const execution = await start(askWorkflow({ options: { responseFormCustomCss } }));
		const page = await openOnPhone(await linkOf(execution));
		await page.waitForLoadState('networkidle');
		await press(page, 'Approve');
		await page.getByText('You approved.').waitFor();
		await page.waitForLoadState('networkidle');
		expect(visited).toEqual([]);

		// The styling is there, and would load it elsewhere.
		const free = await phone.newPage();
		await free.setContent(`<style>${responseFormCustomCss}</style><main>x</main>`);
		await until(async () => visited.includes('/image'));
		elsewhere.closeAllConnections();
		elsewhere.close();
		await ended(client, execution);
	});

	it('speaks the language that an option fixes, and looks as options say', async () => {
		const options = {
			pageLanguage: 'de',
			responseFormTitle: 'Lamps & more',
			responseFormCustomCss: ':root { --color-submit-btn-bg: rgb(10, 120, 50); }',
		};
		const execution = await start(askWorkflow({ options }));
		const page = await openOnPhone(await linkOf(execution));

		expect(await page.locator('html').getAttribute('lang')).toBe('de');
		expect([await page.title(), await heading(page)]).toEqual(['Lamps & more', 'Lamps & more']);

		const colour = 'getComputedStyle(document.querySelector("button")).backgroundColor';
		expect(await page.evaluate<string>(colour)).toBe('rgb(10, 120, 50)');

		await press(page, 'Genehmigen');
		await page.getByText('Genehmigt.').waitFor();
		await ended(client, execution);
	});
});
