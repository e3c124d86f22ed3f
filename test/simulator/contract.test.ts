/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import { Value } from '@sinclair/typebox/value';

import type { NumberRecord } from '../../simulator';
import { ANSWERS, BODIES } from '../../simulator/protocol/schemas';
import { simulated } from '../support/simulated';

const service = simulated();
const { call } = service;

/** The account without an Enterprise plan. */
const PLAIN = 'Bearer demo-plain';

const TO = '+12125550111';
const SENDER = '+12025550100';
const MESSAGE = { to: TO, message: 'Hello' };
const NUMBER = '+12125550101';
const PATH = encodeURIComponent(NUMBER);
const TEXT = expect.any(String) as unknown;

type Name = keyof typeof ANSWERS;
const NAMES = Object.keys(ANSWERS) as Name[];

/** A request that each endpoint answers with success. */
const REQUESTS: Partial<Record<Name, () => unknown>> = {
	'POST /send/text': () => MESSAGE,
	'POST /otp/new': () => ({ to: TO }),
	'POST /otp/verify': () => ({ otp_id: service.simulator.otps[0].otpId, otp: '000000' }),
	'POST /enterprise/message/generate': () => ({ toNumber: TO }),
};

/** Endpoints that have to be asked first. */
const BEFORE: Partial<Record<Name, Name>> = {
	'POST /otp/verify': 'POST /otp/new',
	'POST /enterprise/lease/relinquish/{number}': 'POST /enterprise/lease/register/{number}',
};

const ask = async (name: Name) => {
	const [method, path] = name.split(' ');
	const body = REQUESTS[name]?.();
	return await call(method, path.replace('{number}', PATH), body);
};

describe.each(NAMES)('%s', (name) => {
	const [method, path] = name.split(' ');
	const url = path.replace('{number}', PATH);

	it('answers as its schema has it', async () => {
		const before = BEFORE[name];
		if (before) await ask(before);
		const { status, body } = await ask(name);
		expect([status, [...Value.Errors(ANSWERS[name], body)]]).toEqual([200, []]);
	});

	it('needs a token', async () => {
		const wrong = [null, 'Bearer wrong', 'Basic demo-enterprise', 'bearer demo-plain'];
		for (const authorization of wrong) {
			expect((await call(method, url, undefined, { authorization })).status).toBe(401);
		}
		expect(service.simulator.stats).toMatchObject({
			received: { [name]: 4 },
			acted: {},
		});
	});

	it('refuses a query and a body that it does not know', async () => {
		expect((await call(method, `${url}?unknown=1`)).status).toBe(400);
		if (method === 'POST') expect((await call('POST', url, { unknown: 1 })).status).toBe(400);
		expect(service.simulator.stats.acted).toEqual({});
	});

	if (!path.startsWith('/enterprise')) return;

	it('needs an Enterprise plan', async () => {
		expect((await call(method, url, undefined, { authorization: PLAIN })).status).toBe(403);
	});
});

describe('POST /send/text', () => {
	it('delivers an SMS, and reports plan, quota and type; the quota goes down', async () => {
		await call('POST', '/send/text', MESSAGE);
		const { status, body } = await call('POST', '/send/text', MESSAGE);
		const crumbs = { plan: 'unlimited', quota: 999_998, type: 'sms', ad: false };
		expect([status, body]).toEqual([200, { message: TEXT, crumbs }]);
		expect(service.simulator.messages[0]).toMatchObject({ channel: 'sms', to: TO, text: 'Hello' });
	});

	it('sends over WhatsApp from the chosen number', async () => {
		const beta_features = { whatsapp: true, from: SENDER, fallback: false };
		const { body } = await call('POST', '/send/text', { ...MESSAGE, beta_features });
		expect(body).toMatchObject({ crumbs: { type: 'whatsapp' } });
		const sent = { channel: 'whatsapp', from: SENDER, fallback: false };
		expect(service.simulator.messages).toMatchObject([sent]);
	});

	it('needs an Enterprise plan for WhatsApp and intents alone', async () => {
		const status = async (more: object) =>
			(await call('POST', '/send/text', { ...MESSAGE, ...more }, { authorization: PLAIN })).status;
		for (const flag of ['whatsapp', 'intent']) {
			expect(await status({ beta_features: { [flag]: true } })).toBe(403);
		}
		expect(await status({})).toBe(200);
	});

	it('sends a message intent alone as an intent', async () => {
		const { body } = await call('POST', '/enterprise/message/generate', { toNumber: TO });
		const beta_features = { intent: true };
		const intent = { to: TO, message: (body as { url: string }).url, beta_features };
		expect((await call('POST', '/send/text', intent)).status).toBe(200);
		expect((await call('POST', '/send/text', { ...MESSAGE, beta_features })).status).toBe(400);
	});

	it.each([
		['(212) 555-0111', 200, [TO]],
		['07700 900123', 422, []],
	])('converts the recipient %s, or sends nothing', async (to, status, recipients) => {
		expect((await call('POST', '/send/text', { ...MESSAGE, to })).status).toBe(status);
		expect(service.sent()).toEqual(recipients);
	});
});

describe('one-time passwords', () => {
	const sent = async (fields: object = {}) => {
		const { body } = await call('POST', '/otp/new', { to: TO, ...fields });
		const { otp_id } = body as { otp_id: string };
		return { otp_id, code: service.simulator.otps.at(-1)?.code ?? '' };
	};
	const isVerified = async (otp_id: string, otp: string) =>
		((await call('POST', '/otp/verify', { otp_id, otp })).body as { verified: boolean }).verified;

	it('are sent by SMS, and verified by the right code once', async () => {
		const { otp_id, code } = await sent({ language: 'fr', name: 'Acme' });
		expect(service.texts()[0]).toContain(`${code} est votre code pour Acme`);
		expect(await isVerified(otp_id, '000000')).toBe(false);
		expect(await isVerified(otp_id, code)).toBe(true);
		expect(await isVerified(otp_id, code)).toBe(false);
	});

	it('are not verified after five wrong codes, nor after ten minutes', async () => {
		const { otp_id, code } = await sent();
		for (let attempt = 0; attempt < 5; attempt++) await isVerified(otp_id, '000000');
		expect(await isVerified(otp_id, code)).toBe(false);

		const another = await sent();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
		const verified = isVerified(another.otp_id, another.code);
		expect(await verified.finally(() => clock.mockRestore())).toBe(false);
	});
});

it('an intent is a link with every field, which opens a page without a token', async () => {
	const intent = {
		toNumber: TO,
		fromNumber: SENDER,
		embedText: 'Is my table ready? 1 & 2',
		imageURL: 'https://images.example/table.png?size=2&x=1',
		companyName: 'Café Noir',
		option: 'reserve',
	};
	const { body } = await call('POST', '/enterprise/message/generate', intent);
	const { url } = body as { url: string };
	expect(url.startsWith(`${service.simulator.baseUrl}/enterprise/message/intent?`)).toBe(true);
	expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ id: TEXT, ...intent });
	expect((await fetch(url)).status).toBe(200);
});

describe('leases', () => {
	const listed = async (query = '') => {
		const { body } = await call('GET', `/enterprise/lease/purchasable${query}`);
		return Object.values((body as { data: Record<string, NumberRecord[]> }).data).flat();
	};

	it('list numbers that reach nobody, some of them twice', async () => {
		for (const { number, data } of service.simulator.pool) {
			expect(number).toMatch(/^(?:1[2-9]\d\d55501\d\d|447700900\d{3}|33(?:19900|63998)\d{4})$/);
			expect(data.e164).toBe(`+${number}`);
		}
		expect((await listed()).length).toBeGreaterThan(service.simulator.pool.length);
	});

	it('are filtered', async () => {
		const french = await listed('?country=FR');
		expect(french.length).toBeGreaterThan(0);
		expect(french.every(({ country }) => country === 'FR')).toBe(true);
		const mms = await listed('?supports=sms&supports=mms');
		expect(mms.every(({ supports }) => supports.includes('mms'))).toBe(true);
	});

	it('are adopted, then not listed, and given back', async () => {
		const isListed = async () => (await listed()).some(({ data }) => data.e164 === NUMBER);
		for (const [action, stays] of [
			['register', false],
			['relinquish', true],
		] as const) {
			const path = `/enterprise/lease/${action}/${PATH}`;
			expect((await call('POST', path)).status).toBe(200);
			expect(await isListed()).toBe(stays);
			expect((await call('POST', path)).status).toBe(409);
		}
	});

	it('have a status by number in E.164 alone', async () => {
		expect((await call('GET', '/enterprise/lease/status/%2B12025559999')).status).toBe(404);
		expect((await call('GET', '/enterprise/lease/status/2125550111')).status).toBe(400);
	});
});

describe('the request log', () => {
	it('holds a request, what became of it, and no token', async () => {
		await call('POST', '/send/text', MESSAGE);
		const authorization = { scheme: 'Bearer', account: 'enterprise' };
		expect(service.simulator.requests).toMatchObject([{ authorization, status: 200, acted: true }]);
		expect(JSON.stringify(service.simulator.requests)).not.toContain('demo-enterprise');
	});

	it('is there for another process, takes faults, and a reset leaves nothing', async () => {
		const control = async (path: string, method = 'POST', body?: object) =>
			await fetch(`${service.simulator.url}/_simulator${path}`, {
				method,
				...(body && {
					body: JSON.stringify(body),
					headers: { 'content-type': 'application/json' },
				}),
			});
		const state = async () => (await (await control('/state', 'GET')).json()) as object;

		const fault = { kind: 'answer', status: 503, times: 'always' };
		expect((await control('/faults', 'POST', fault)).status).toBe(201);
		expect((await call('POST', '/send/text', MESSAGE)).status).toBe(503);
		await control('/faults', 'DELETE');
		expect((await call('POST', '/send/text', MESSAGE)).status).toBe(200);
		await control('/reset');
		expect(await state()).toMatchObject({ messages: [], otps: [], requests: [], faults: [] });
		expect(service.simulator.stats.requests).toBe(0);
	});
});

it.each([
	['+18085550122', 422],
	['+18085550129', 429],
	['+18085550103', 503],
])('a trial number, %s, is always answered with %i, and nothing is sent', async (to, status) => {
	expect((await call('POST', '/send/text', { ...MESSAGE, to })).status).toBe(status);
	expect((await call('POST', '/otp/new', { to })).status).toBe(status);
	expect(service.simulator.messages).toEqual([]);
});

/** Returns the names of a schema's fields, and the values that were seen. */
function wordsOf(schema: object): string[] {
	const { properties = {}, items, examples = [] } = schema as Record<string, object | undefined>;
	const inner = [...Object.values(properties as object), ...(items ? [items] : [])];
	return [...Object.keys(properties), ...(examples as string[]), ...inner.flatMap(wordsOf)];
}

it.each(NAMES)('docs/service.md describes %s as the simulator has it', (name) => {
	const page = readFileSync('docs/service.md', 'utf8');
	const asked = BODIES[name as keyof typeof BODIES] ?? {};
	const words = [name, ...wordsOf(asked), ...wordsOf(ANSWERS[name])];
	// A field may be named with those that lead to it: `data.status`.
	const isNamed = (word: string) => ['`', '.'].some((end) => page.includes(`${word}${end}`));
	expect(words.filter((word) => !isNamed(word))).toEqual([]);
});
