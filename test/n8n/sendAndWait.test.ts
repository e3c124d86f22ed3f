/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { recipient } from '../support/rows';
import type { Listening } from '../support/servers';
import { listening } from '../support/servers';
import { PHONE, useBrowser } from './support/browser';
import { IS_N8N_1 } from './support/install';
import { post, sharedN8n, until } from './support/n8n';
import { ASK, askNode, inARow, inRounds, node, start } from './support/workflow';

const n8n = sharedN8n();
const browser = useBrowser();

const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };
const COMMENT = { approvalOptions: { values: { approvalType: 'double', askComment: true } } };

/** An answer as it comes out, with its time. */
const answered = (answer: object) => [
	{
		data: {
			...answer,
			respondedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
		},
	},
];

const asking = (parameters: INodeParameters = {}, name = ASK) =>
	inARow(start(), Object.assign(askNode(parameters), { name }), node('After', 'noOp'));

/** Opens a link on a phone, does something there, and closes it. */
async function onPhone(link: string, act: (page: Page) => Promise<void>): Promise<void> {
	const page = await browser().newPage(PHONE);
	await page.goto(link);
	await act(page);
	await page.close();
}

const press = async (page: Page, name: string) => await page.getByRole('button', { name }).tap();

/** Asks, lets somebody answer on a phone, and returns what comes out. */
async function answerTo(parameters: INodeParameters, act: (page: Page) => Promise<void>) {
	const execution = await n8n.start(asking(parameters));
	const link = await n8n.link(execution);
	expect(n8n.texts[0].match(/https?:/g)).toHaveLength(1);
	await onPhone(link, async (page) => {
		await act(page);
		await page.getByText('Thank you').waitFor();
	});
	return (await n8n.ended(execution)).json(ASK);
}

describe('a person with a phone', () => {
	it('presses a button', async () => {
		const answer = await answerTo(DOUBLE, async (page) => await press(page, 'Approve'));
		expect(answer).toEqual(answered({ approved: true }));
	});

	it('reads the message as text, and comments on the decision', async () => {
		const message = 'May <b>Ada</b>?';
		const answer = await answerTo({ ...COMMENT, message }, async (page) => {
			expect(await page.locator('p').first().innerText()).toBe(message);
			await page.getByRole('textbox').fill('Not <b>today</b>');
			await press(page, 'Decline');
		});
		const comment = 'Not <b>today</b>';
		expect(answer).toEqual(answered({ approved: false, comment, chatInput: comment }));
	});

	it('writes a text', async () => {
		const text = 'At 7, “Chez <Nous>” & after';
		const answer = await answerTo({ responseType: 'freeText' }, async (page) => {
			await page.getByRole('textbox').fill(text);
			await press(page, 'Submit');
		});
		expect(answer).toEqual(answered({ text }));
	});
});

describe('a link', () => {
	const APPROVE = { approved: 'true' };

	it('that is only opened decides nothing', async () => {
		const execution = await n8n.start(asking(DOUBLE));
		const link = await n8n.link(execution);
		for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200);
		const unpressed = await post(link);
		expect(unpressed.status).toBe(422);
		expect((await n8n.client.execution(execution)).status).toBe('waiting');

		await post(link, APPROVE);
		expect((await n8n.ended(execution)).json(ASK)).toEqual(answered({ approved: true }));
	});

	it('with a wrong signature, or without one, changes nothing', async () => {
		const execution = await n8n.start(asking(DOUBLE));
		const link = await n8n.link(execution);
		const [wrong, without] = [new URL(link), new URL(link)];
		wrong.searchParams.set('signature', '0'.repeat(64));
		without.searchParams.delete('signature');
		for (const changed of [wrong, without]) {
			expect((await fetch(changed)).status).toBe(401);
			expect((await post(changed, APPROVE)).status).toBe(401);
		}
		expect((await n8n.client.execution(execution)).status).toBe('waiting');
		await n8n.client.stopExecution(execution);
	});

	it('that several people press at the same instant counts once', async () => {
		const execution = await n8n.start(asking(COMMENT));
		const link = await n8n.link(execution);
		const pages = await Promise.all(
			['true', 'false', 'true', 'false'].map(async (approved, person) => {
				const response = await post(link, { approved, comment: `Person ${person}` });
				return await response.text();
			}),
		);

		const { json, data } = await n8n.ended(execution);
		expect(data.resultData.runData.After).toHaveLength(1);
		// Whose answer counted was told so, and nobody else. n8n 1 lets several in at once, and tells the others too.
		const [{ data: answer }] = json(ASK) as Array<{ data: { comment: string } }>;
		const told = pages.filter((page) => page.includes('Your answer was recorded'));
		expect(told).toContainEqual(expect.stringContaining(answer.comment));
		if (!IS_N8N_1) expect(told).toHaveLength(1);
	});

	it('that was answered already says that no answer is needed', async () => {
		const execution = await n8n.start(asking(DOUBLE));
		const link = await n8n.link(execution);
		await post(link, APPROVE);
		await n8n.ended(execution);
		await post(link, { approved: 'false' });
		expect(await (await fetch(link)).text()).toMatch(/no action required/i);
		expect((await n8n.ended(execution)).json(ASK)).toEqual(answered({ approved: true }));
	});

	it('of an earlier round of a loop does not answer the present one', async () => {
		const items = [{ to: recipient(0) }, { to: recipient(1) }];
		const file = inRounds(items, 1, askNode({ ...DOUBLE, to: '={{ $json.to }}' }));
		const execution = await n8n.start(file);
		const first = await n8n.link(execution);
		await post(first, APPROVE);
		const second = await n8n.link(execution, 2);
		expect((await post(first, APPROVE)).status).toBe(410);

		await post(second, { approved: 'false' });
		const { data } = await n8n.ended(execution);
		const answers = data.resultData.runData[ASK].map((run) => run.data?.main[0]?.[0].json);
		expect(answers.flatMap((json) => json?.data)).toMatchObject([
			{ approved: true },
			{ approved: false },
		]);
	});
});

describe('behind a proxy', () => {
	/** What lets a visitor pass, or answers in place of n8n. */
	type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

	const LOGIN = '<form method="post" action="/login"><button>Log in</button></form>';

	/** Asks for a login, and remembers it in a cookie. */
	const cookie: Guard = ({ url, headers }, response) => {
		if (url === '/login') {
			response.setHeader('set-cookie', 'session=1; Path=/; HttpOnly; SameSite=Lax');
			response.end('Logged in');
			return false;
		}
		if (headers.cookie?.includes('session=1')) return true;
		response.setHeader('content-type', 'text/html');
		response.end(LOGIN);
		return false;
	};

	const basic: Guard = ({ headers }, response) => {
		if (headers.authorization === `Basic ${btoa('ada:secret')}`) return true;
		response.writeHead(401, { 'www-authenticate': 'Basic realm="n8n"' }).end();
		return false;
	};

	/** Adds a policy of its own. */
	const policy: Guard = (_, response) => {
		response.appendHeader('content-security-policy', "default-src 'self'; form-action 'self'");
		return true;
	};

	let proxy: Listening;

	afterEach(() => proxy.close());

	/** Starts a proxy before n8n. Returns its address. */
	async function startProxy(guard: Guard): Promise<string> {
		const server = createServer((incoming, response) => {
			if (!guard(incoming, response)) return void incoming.resume();

			const { method, url = '' } = incoming;
			const target = new URL(url, n8n.url);
			// n8n 1 signs the host too: the one in the link, as everybody sees it.
			const headers = { ...incoming.headers, host: target.host };
			const onward = request(target, { method, headers }, (answer) => {
				for (const [name, value] of Object.entries(answer.headers)) {
					if (value !== undefined) response.appendHeader(name, value);
				}
				response.statusCode = answer.statusCode ?? 502;
				answer.pipe(response);
			});
			incoming.pipe(onward);
		});
		proxy = await listening(server);
		return proxy.url;
	}

	it.each(Object.entries({ cookie, basic, policy }))(
		'(%s), one tap is one answer',
		async (_, guard) => {
			// Pages need no script.
			const javaScriptEnabled = guard !== basic;
			const execution = await n8n.start(asking(DOUBLE));
			const { pathname, search } = new URL(await n8n.link(execution));
			const httpCredentials = { username: 'ada', password: 'secret' };
			const context = await browser().newContext({ ...PHONE, javaScriptEnabled, httpCredentials });
			const page = await context.newPage();
			const address = await startProxy(guard);

			await page.goto(address);
			if (guard === cookie) {
				await press(page, 'Log in');
				await page.getByText('Logged in').waitFor();
			}
			await page.goto(address + pathname + search);
			await press(page, 'Approve');
			await page.getByText('Thank you').waitFor();
			await context.close();
			expect((await n8n.ended(execution)).json(ASK)).toEqual(answered({ approved: true }));
		},
	);
});

describe('two questions', () => {
	const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' };
	const limited = Object.assign(askNode({ ...DOUBLE, options: { limitWaitTime: { values } } }), {
		name: 'Ask again',
	});

	it('are both asked where the answer to the first is kept under another name', async () => {
		const assignments = {
			assignments: [{ id: '1', name: 'first', type: 'object', value: '={{ $json.data }}' }],
		};
		const file = inARow(start(), askNode(DOUBLE), node('Keep', 'set', { assignments }), limited);
		const execution = await n8n.start(file);
		await post(await n8n.link(execution), { approved: 'true' });
		await post(await n8n.link(execution, 2), { approved: 'false' });
		expect((await n8n.ended(execution)).json('Ask again')).toEqual(answered({ approved: false }));
	});
});

it('the workflow continues without an answer after the time limit, and a late one changes nothing', async () => {
	const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	const execution = await n8n.start(asking({ ...DOUBLE, options: { limitWaitTime: { values } } }));
	const question = await until(async () => n8n.texts[0]);
	const link = /https?:\/\/\S+/.exec(question)?.[0] ?? '';
	// n8n looks only once a minute for what to go on with; until then the page says that it is too late.
	const isOver = async () => (await n8n.client.execution(execution)).finished;
	await until(async () => (await fetch(link)).status === 410 || (await isOver()));
	await post(link, { approved: 'true' });
	const { status, json } = await n8n.ended(execution);
	expect(status).toBe('success');
	expect(json(ASK)).toEqual([{}]);
});

it('with an error output, an answer leaves by the first', async () => {
	const asked = askNode(DOUBLE, { onError: 'continueErrorOutput' });
	const execution = await n8n.start(inARow(start(), asked, node('After', 'noOp')));
	await post(await n8n.link(execution), { approved: 'true' });
	const { json } = await n8n.ended(execution);
	expect([json(ASK).length, json(ASK, 1).length]).toEqual([1, 0]);
});
