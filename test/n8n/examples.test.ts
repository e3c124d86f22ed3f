import type { IDataObject } from 'n8n-workflow';

import { type ExampleCredentials, readExample } from '../../playground/src/examples';
import type { StoredWorkflow } from '../../playground/src/n8nClient';
import { useBrowser } from './support/browser';
import { post, sharedN8n, until } from './support/n8n';
import { inARow, node, start } from './support/workflow';

const n8n = sharedN8n();
const browser = useBrowser();

const create = async (name: string, credentials?: ExampleCredentials): Promise<StoredWorkflow> =>
	await n8n.create(await readExample(`${name}.json`), credentials);

const run = async (name: string) => {
	const ended = await n8n.run(await create(name));
	expect(ended.status).toBe('success');
	return ended;
};

/** Waits until the clock stays in one minute for as long as a visitor takes, since a key is that minute. */
const earlyInTheMinute = async () => await until(async () => new Date().getSeconds() < 40);

/** Fills in the first page of a published form, and returns what a visitor does and sees on the next ones. */
async function visit(address: string, number: string) {
	await n8n.call(address);
	const page = await browser().newPage({ viewport: { width: 390, height: 844 } });
	await page.goto(`${n8n.url}${address}`);
	const submit = async (text: string) => {
		await page.getByRole('textbox').fill(text);
		await page.getByRole('button').click();
	};
	/** Fills in a page, and waits for the next one. */
	const enter = async (text: string) => {
		const next = page.waitForEvent('load');
		await submit(text);
		await next;
	};
	const reads = async (words: string) => await page.getByText(words).first().waitFor();
	await enter(number);
	return { enter, submit, reads };
}

describe('a visitor of "Verify a phone number"', () => {
	const NAME = 'verify-a-phone-number';

	const published = async (act: () => Promise<void>) =>
		await n8n.published(await create(NAME), act);

	const begin = async (number = '(202) 555-0143') => await visit(`/form/${NAME}`, number);

	it('is verified by the right password after a wrong one and a failure, however it is typed', async () => {
		await published(async () => {
			const { enter, reads } = await begin();
			await reads('that we just sent you');
			await enter('wrong');
			await reads('Tries left: 2');
			n8n.simulator.fault({ kind: 'answer', path: '/otp/verify', status: 503 });
			await enter('000');
			await reads('Please try again');
			const [{ code }] = n8n.simulator.otps;
			await enter(`${code.slice(0, 3)}-${code.slice(3)}`);
			await reads('(202) 555-0143 is verified');
		});
		expect(n8n.simulator.otps).toMatchObject([{ to: '+12025550143', verified: true }]);
	});

	it('gets one text a minute, even if the form is opened twice or another text is asked for', async () => {
		await earlyInTheMinute();
		await published(async () => {
			const first = await begin();
			await first.reads('that we just sent you');
			const second = await begin('+1 202 555 0143');
			await second.reads('on the page that is still open');
			await first.enter('');
			await first.reads('less than a minute ago');
			await first.enter(n8n.simulator.otps[0].code);
			await first.reads('is verified');
			// Another number gets a text, from the page that refused one.
			await second.enter('(202) 555-0147');
			await second.reads('that we just sent you');
		});
		expect(n8n.simulator.otps).toMatchObject([{ verified: true }, { to: '+12025550147' }]);
	});

	it.each([
		['a number that nobody has', 'unknown', {}, 'with + and country code'],
		['a service that fails', '(202) 555-0144', { path: '/otp/new', status: 503 }, 'in a minute'],
	])('is asked again after %s', async (_, number, fault, words) => {
		if ('path' in fault) n8n.simulator.fault({ kind: 'answer', ...fault });
		await published(async () => {
			const { enter, reads } = await begin(number);
			await reads(words);
			expect(n8n.simulator.otps).toEqual([]);
			await enter('(202) 555-0148');
			await reads('that we just sent you');
		});
	});
});

it('"OTP, four nodes" checks the password of its second form', async () => {
	const workflow = await create('otp-in-four-nodes');
	await n8n.published(workflow, async () => {
		const { submit, reads } = await visit('/form/otp-in-four-nodes', '(202) 555-0149');
		await reads('that we sent you');
		await submit(n8n.simulator.otps[0].code);
	});
	const { status, json } = await n8n.fired(workflow);
	expect(status).toBe('success');
	expect(json('Check the password')).toMatchObject([{ verified: true }]);
});

describe('leased numbers', () => {
	const FIRST = '+12065550144';
	const adoption = async (wishes: object) => {
		const file = await readExample('adopt-a-number-and-keep-it.json');
		const wish = file.nodes.find(({ name }) => name === 'What I want')?.parameters;
		const fields = Object(Object(wish).assignments).assignments as Array<{ name: string }>;
		for (const field of fields) {
			const { [field.name]: value } = wishes as Record<string, unknown>;
			if (value !== undefined) Object.assign(field, { value });
		}
		return await n8n.run(await n8n.create(file));
	};
	const leased = () =>
		n8n.simulator.pool
			.filter(({ data }) => data.status !== 'available')
			.map(({ data }) => data.e164);

	it('"Adopt a number and keep it" adopts one, finds it when it runs again, and gives it back', async () => {
		const wishes = { purpose: crypto.randomUUID(), beginsWith: '+1 (206)' };
		const adopted = await adoption(wishes);
		expect(adopted.status).toBe('success');
		expect(adopted.json('Keep it')).toMatchObject([{ number: FIRST, purpose: wishes.purpose }]);
		expect((await adoption(wishes)).json('Adopt')).toEqual([]);
		expect(leased()).toEqual([FIRST]);

		const back = await adoption({ ...wishes, giveBack: true });
		expect(back.json('Remove it')).toMatchObject([{ number: FIRST }]);
		expect(leased()).toEqual([]);
	});

	it('"Check my numbers every morning" is silent while all is well, and names in one text what is not', async () => {
		const check = async () => await run('check-my-numbers-every-morning');
		await check();
		expect(n8n.texts).toEqual(['The table "Leased numbers" has no numbers to check.']);

		for (let left = 5; left > 0; left--) {
			await adoption({ beginsWith: '+1, +44', purpose: crypto.randomUUID() });
		}
		const [well, gone, ill, unreadable, lost] = leased();
		await check();
		expect(n8n.texts).toHaveLength(1);

		await n8n.lease('relinquish', lost);
		const answer = (number: string, status: number, body?: object) =>
			n8n.simulator.fault({
				kind: 'answer',
				path: `/enterprise/lease/status/${number}`,
				status,
				body,
				times: 'always',
			});
		answer(gone, 404, { message: 'No such number' });
		answer(ill, 200, { number: ill.slice(1), data: { status: 'adopted', health: 'poor' } });
		answer(unreadable, 400);
		await check();
		const [, text = '', ...more] = n8n.texts;
		expect(more).toEqual([]);
		const lines = text.split('\n');
		expect(lines).toHaveLength(4);
		expect(lines).toEqual(
			expect.arrayContaining([
				`Nobody leases ${lost} any more (status available). Check with your provider.`,
				`${gone} is gone: the service does not know it any more.`,
				`${ill} has the health poor (status adopted).`,
				expect.stringContaining(`${unreadable} could not be read: `),
			]),
		);
		expect(text).not.toContain(well);
	});
});

it.each([
	['true', 'was approved'],
	['false', 'was declined'],
])('"Approve by text" tells the requester of the answer (approved: %s)', async (approved, told) => {
	const execution = await n8n.start(await create('approve-by-text'));
	await post(await n8n.link(execution), { approved });
	expect((await n8n.ended(execution)).status).toBe('success');
	expect(n8n.texts[1]).toContain(told);
});

/** Creates an example whose node waits for a moment alone. */
async function impatient(name: string, node: string, limit: object): Promise<StoredWorkflow> {
	const file = await readExample(`${name}.json`);
	const parameters = file.nodes.find((one) => one.name === node)?.parameters;
	Object.assign(Object(parameters), limit);
	return await n8n.create(file);
}

it('"Approve by text" and "Ask with a form" go on if nobody answers', async () => {
	const limit = { limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus(3, "seconds") }}' };
	const options = { limitWaitTime: { values: limit } };
	// n8n looks once a minute, so both wait for the same look.
	const [, form] = await Promise.all([
		n8n.run(await impatient('approve-by-text', 'Ask the manager', { options })),
		n8n.run(await impatient('ask-with-a-form', 'Wait for the form', limit)),
	]);
	expect(n8n.texts).toContainEqual(expect.stringContaining('Nobody has answered'));
	expect(form.json('No answer')).toHaveLength(1);
	expect(form.json('The visit')).toEqual([]);
});

it('"Ask with a form" goes on with what a guest filled in on a phone', async () => {
	const execution = await n8n.start(await create('ask-with-a-form'));
	const link = await n8n.link(execution);
	const page = await browser().newPage({ viewport: { width: 390, height: 844 }, isMobile: true });
	await page.goto(link);
	await page.locator('select').selectOption('Saturday');
	await page.locator('input[type="number"]').fill('3');
	await page.locator('textarea').fill('With a dog');
	await page.getByRole('button').click();
	const { status, json } = await n8n.ended(execution);
	await page.close();
	expect(status).toBe('success');
	expect(n8n.recipients).toEqual(['+12025550121']);
	expect(json('The visit')).toEqual([
		{ name: 'Ada', day: 'Saturday', guests: 3, note: 'With a dog' },
	]);
});

it('"Text every row once" sends one text a row, however often it runs, and to nobody who has opted out', async () => {
	const optedOut = '+1 (202) 555 0112';
	const sending = await create('text-every-row-once');
	const form = await create('opt-out-form');
	await n8n.published(form, async () => {
		// Whatever the form lets through, the list of the other workflow can read.
		const { enter, reads } = await visit('/form/no-more-messages', '----------');
		for (const typed of ['555-0123 9', '2025550112', '+12345678', `${optedOut} Ada`]) {
			await reads('We cannot read this number');
			await enter(typed);
		}
		await reads('We cannot read this number');
		await enter(optedOut);
		await reads('You will get no more texts');
	});

	const { json } = await n8n.run(sending);
	expect(n8n.recipients).not.toContain('+12025550112');
	const sent = n8n.recipients.length;
	expect(n8n.recipients.slice(-1)).toEqual(['+12025550143']);
	expect(n8n.texts[sent - 1]).toMatch(/^Check 1 text: A-1004 \(Edsger\): .*"unknown"/);
	expect(json('Not sent, or possibly sent')).toMatchObject([
		{ phone: 'unknown', errorDetails: { about: 'input' } },
	]);

	const again = await n8n.run(sending);
	expect(n8n.recipients).toHaveLength(sent);
	expect(again.json('What became of it')).toEqual([
		{ name: 'Ada', order: 'A-1001', result: 'skipped: sent by an earlier run' },
		{ name: 'Grace', order: 'A-1002', result: 'skipped: has opted out' },
		{ name: 'Alan', order: 'A-1003', result: 'skipped: sent by an earlier run' },
		{ name: 'Barbara', order: 'A-1005', result: 'skipped: sent by an earlier run' },
	]);
});

it('"Remind customers the day before" reminds those of tomorrow once, and names whom it could not', async () => {
	const workflow = await create('remind-customers-the-day-before');
	expect((await n8n.run(workflow)).status).toBe('success');
	expect([...n8n.recipients].sort()).toEqual(['+12025550111', '+12025550143', '+447700900115']);
	expect(n8n.texts[2]).toMatch(/^Alan \(not reminded\): /);
	await n8n.run(workflow);
	expect(n8n.recipients).toHaveLength(3);
});

describe('"Text me when a workflow fails"', () => {
	/** Fails once it is called, with this text. */
	const failing = (errorWorkflow: string, errorMessage: string) => ({
		...inARow(
			node('Call', 'webhook', { path: crypto.randomUUID() }),
			node('Give up', 'stopAndError', { errorMessage }),
		),
		settings: { executionOrder: 'v1', errorWorkflow },
	});

	it.each([
		['HTML', '<b>No</b> <script>x</script>', 'Give up: <b>No</b> <script>x</script> http'],
		['5,000 emoji', '🦊'.repeat(2500), `Give up: ${'🦊'.repeat(200)} http`],
		['no reason', '={{ "" }}', 'Give up: n8n gives no reason http'],
	])('texts %s', async (_, reason, text) => {
		const alarm = await create('text-me-when-a-workflow-fails');
		await n8n.published(alarm, async () => {
			const workflow = await n8n.create(failing(alarm.id, reason));
			await n8n.published(workflow, async () => {
				await n8n.call(`/webhook/${String(workflow.nodes[0].parameters.path)}`);
				await n8n.fired(alarm);
			});
		});
		expect(n8n.texts).toEqual([expect.stringContaining(text)]);
	});

	it('texts about a trigger that fails, and about the same failure once an hour', async () => {
		const file = await readExample('text-me-when-a-workflow-fails.json');
		const trigger = {
			error: { message: '', cause: { message: 'No mail' }, node: { name: 'Mail' } },
		};
		const failure = { trigger, workflow: { id: '1', name: 'Invoices' } };
		const given = { mode: 'raw', jsonOutput: JSON.stringify(failure) };
		const failed = node('When a workflow fails', 'set', given);
		const others = file.nodes.filter(({ name }) => name !== failed.name);
		const connections = { ...file.connections, ...inARow(start(), failed).connections };
		const nodes = [start(), failed, ...others];
		const workflow = await n8n.create({ ...file, nodes, connections });
		await n8n.run(workflow);
		await n8n.run(workflow);
		expect(n8n.texts).toEqual(['Invoices failed at Mail: No mail ']);
	});
});

it('"Sign-in codes for my app" answers an app, and nobody else', async () => {
	const secret = { name: 'X-App-Key', value: crypto.randomUUID() };
	const httpHeaderAuth = await n8n.client.saveCredential('App', 'httpHeaderAuth', secret);
	const workflow = await create('sign-in-codes-for-my-app', { httpHeaderAuth });
	const ask = async (path: string, body: object, key: string = secret.value) => {
		const headers = { 'content-type': 'application/json', [secret.name]: key };
		const request = { method: 'POST', headers, body: JSON.stringify(body) };
		const response = await n8n.call(`/webhook/${path}`, request);
		return [response.status, await response.json().catch(() => null)] as [number, IDataObject];
	};
	await earlyInTheMinute();
	await n8n.published(workflow, async () => {
		const phone = '+12025550143';
		expect((await ask('sign-in-code', { phone }, 'wrong'))[0]).toBe(403);
		const [status, { otp_id }] = await ask('sign-in-code', { phone });
		expect(status).toBe(200);
		expect(await ask('sign-in-code', { phone })).toMatchObject([
			429,
			{ error: expect.any(String) },
		]);
		expect((await ask('sign-in-code', { phone: '+4915123456789' }))[0]).toBe(422);
		expect((await ask('sign-in-code', {}))[0]).toBe(422);

		const check = async (code: string) => await ask('sign-in-code-check', { otp_id, code });
		const [{ code }] = n8n.simulator.otps;
		expect(await check('wrong')).toEqual([200, { verified: false }]);
		expect(await check(code)).toEqual([200, { verified: true }]);
		n8n.simulator.fault({ kind: 'answer', path: '/otp/verify', status: 409 });
		expect(await check(code)).toMatchObject([410, { error: expect.stringContaining('used') }]);
		expect((await ask('sign-in-code-check', { otp_id }))[0]).toBe(422);
		n8n.simulator.fault({ kind: 'answer', path: '/otp/verify', status: 503 });
		expect((await check(code))[0]).toBe(503);
	});
	expect(n8n.simulator.otps).toHaveLength(1);
});

/** Opens a session with an MCP server of n8n. Returns the function that calls one of its tools. */
async function mcpClient(path: string, token: string) {
	const headers: Record<string, string> = {
		'content-type': 'application/json',
		accept: 'application/json, text/event-stream',
		authorization: `Bearer ${token}`,
	};
	const request = async (method: string, params: object = {}) => {
		const body = JSON.stringify({ jsonrpc: '2.0', id: crypto.randomUUID(), method, params });
		const response = await n8n.call(path, { method: 'POST', headers, body });
		const session = response.headers.get('mcp-session-id');
		if (session) headers['mcp-session-id'] = session;
		return await response.text();
	};

	const clientInfo = { name: 'test', version: '1' };
	await request('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	return async (name: string, said: object) =>
		await request('tools/call', { name, arguments: said });
}

it('"An MCP server that may text three people" texts these people, and nobody without its token', async () => {
	const token = crypto.randomUUID();
	const httpBearerAuth = await n8n.client.saveCredential('MCP', 'httpBearerAuth', { token });
	const workflow = await create('mcp-server-that-may-text-three-people', { httpBearerAuth });
	await n8n.published(workflow, async () => {
		const path = '/mcp/text-three-people';
		expect((await n8n.call(path, { method: 'POST' })).status).toBe(403);
		const call = await mcpClient(path, token);
		const text = async (number: string, words: string) =>
			await call('Text_somebody', { number, text: words });
		expect(await text('+12025550111', 'Hello')).toContain('crumbs');
		expect(await text('+12025550143', 'Hello')).toContain('Only Send To');
		expect(await text('+12025550112', 'a'.repeat(400))).toContain('Max SMS Parts');

		n8n.simulator.fault({ kind: 'reset', when: 'after' });
		expect(await text('+12025550113', 'Bye')).toContain('This message may have been sent');
	});
	expect(n8n.recipients).toEqual(['+12025550111', '+12025550113']);
});
