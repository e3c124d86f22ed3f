/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer, request } from 'node:http';

import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { recipient } from '../support/rows';
import { listening } from '../support/servers';
import { useBrowser } from './support/browser';
import { IS_N8N_1 } from './support/install';
import { post, sharedN8n, until } from './support/n8n';
import { ASK, askNode, inARow, node, split, start, workflow } from './support/workflow';

const n8n = sharedN8n();
const browser = useBrowser();

/** A phone of the smaller kind. */
const PHONE = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };

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

	it('of an earlier round of a loop does not answer the present one', async () => {
		const items = [{ to: recipient(0) }, { to: recipient(1) }];
		const loop = node('Loop', 'splitInBatches', { batchSize: 1 });
		const asked = askNode({ ...DOUBLE, to: '={{ $json.to }}' });
		const file = inARow(start(), ...split(items), loop);
		const { connections } = workflow(
			[],
			[
				['Loop', ASK, 'main', 1],
				[ASK, 'Loop'],
			],
		);
		file.nodes.push(asked);
		Object.assign(file.connections, connections);
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

it('behind a proxy that asks for a login, one tap is one answer, without a script', async () => {
	// What it remembers of a login comes with a visit of its own pages alone.
	const remembered = 'session=1; Path=/; HttpOnly; SameSite=Lax';
	const server = createServer((incoming, response) => {
		const { method, url = '', headers } = incoming;
		if (!headers.cookie?.includes('session=1')) {
			if (url === '/login') response.setHeader('set-cookie', remembered);
			response.setHeader('content-type', 'text/html');
			response.end('<form method="post" action="/login"><button>Log in</button></form>');
			return void incoming.resume();
		}
		const target = new URL(url, n8n.url);
		// n8n 1 signs the host too: the one in the link, as everybody sees it.
		const onward = request(
			target,
			{ method, headers: { ...headers, host: target.host } },
			(answer) => {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
			},
		);
		incoming.pipe(onward);
	});
	const proxy = await listening(server);
	const execution = await n8n.start(asking(DOUBLE));
	const { pathname, search } = new URL(await n8n.link(execution));
	const context = await browser().newContext({ ...PHONE, javaScriptEnabled: false });
	const page = await context.newPage();

	await page.goto(proxy.url);
	await press(page, 'Log in');
	await page.waitForURL(/login/);
	await page.goto(proxy.url + pathname + search);
	await press(page, 'Approve');
	await page.getByText('Thank you').waitFor();
	await context.close();
	proxy.close();
	expect((await n8n.ended(execution)).json(ASK)).toEqual(answered({ approved: true }));
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
