import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../support/operations';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();
const SENDER = '+12025550100';

describe('Message → Send', () => {
	const send = { resource: 'message', operation: 'send', to: RECIPIENT, message: 'Hello' };

	it('sends a text with recipient and message alone', async () => {
		const { json, items } = await service.run({ ...send, channel: 'sms' });
		expect(service.asked()).toEqual([
			{ method: 'POST', path: '/send/text', query: '', body: { to: RECIPIENT, message: 'Hello' } },
		]);
		expect(json).toEqual([
			{
				message: expect.any(String),
				crumbs: {
					plan: 'unlimited',
					quota: expect.any(Number),
					type: expect.any(String),
					ad: expect.any(Boolean),
				},
			},
		]);
		expect(items[0].pairedItem).toEqual({ item: 0 });
	});

	it.each([
		['imessage', { imessage: true }],
		['whatsapp', { whatsapp: true }],
	])('over %s sets that one flag', async (channel, flag) => {
		await service.run({ ...send, channel });
		await service.run({ ...send, channel, from: SENDER });
		expect(service.asked().map(({ body }) => body)).toEqual([
			{ to: RECIPIENT, message: 'Hello', beta_features: flag },
			{ to: RECIPIENT, message: 'Hello', beta_features: { from: SENDER, ...flag } },
		]);
	});

	it('as a message intent sets that flag', async () => {
		const message = `${service.simulator.baseUrl}/enterprise/message/intent?id=1`;
		await service.run({ ...send, channel: 'intent', from: SENDER, message });
		expect(service.asked()[0].body).toEqual({
			to: RECIPIENT,
			message,
			beta_features: { from: SENDER, intent: true },
		});
	});

	it.each([true, false])('sends the fallback flag as set: %p', async (fallback) => {
		await service.run({ ...send, channel: 'sms', options: { fallback } });
		await service.run({ ...send, channel: 'imessage', options: { fallback } });
		expect(service.asked().map(({ body }) => body)).toEqual([
			{ to: RECIPIENT, message: 'Hello', beta_features: { fallback } },
			{ to: RECIPIENT, message: 'Hello', beta_features: { imessage: true, fallback } },
		]);
	});

	it.each(['to', 'message'])('refuses an empty %s before any request', async (name) => {
		const { error } = await service.run({ ...send, channel: 'sms', [name]: '={{ "" }}' });
		expect(error?.message).toMatch(/is empty: its expression returned nothing for this item$/);
		expect(error?.description).toBeTruthy();
		expect(service.asked()).toEqual([]);
	});

	it('says which plan WhatsApp needs', async () => {
		const credentials = service.credentials('plain');
		const { error } = await service.run({ ...send, channel: 'whatsapp' }, { credentials });
		expect(error?.httpCode).toBe('403');
		expect(error?.description).toContain('Enterprise plan');
	});
});

describe('One-Time Password', () => {
	const send = { resource: 'otp', operation: 'send', to: RECIPIENT };

	it('is sent with language and name, and gives the otp_id', async () => {
		const { json } = await service.run({ ...send, language: 'fr', name: 'Nathan' });
		expect(service.asked()).toEqual([
			{
				method: 'POST',
				path: '/otp/new',
				query: '',
				body: { to: RECIPIENT, language: 'fr', name: 'Nathan' },
			},
		]);
		expect(json).toEqual([
			{
				message: expect.any(String),
				crumbs: expect.any(Object),
				otp_id: service.simulator.otps[0].otpId,
			},
		]);
	});

	it('is sent in English unless told, and empty fields are left out', async () => {
		await service.run(send);
		await service.run({ ...send, language: '', name: '' });
		expect(service.asked().map(({ body }) => body)).toEqual([
			{ to: RECIPIENT, language: 'en' },
			{ to: RECIPIENT },
		]);
	});

	it('may have been sent where the answer has an otp_id that nobody could verify: an empty one', async () => {
		service.simulator.fault({ kind: 'answer', body: { message: 'Sent', crumbs: {}, otp_id: '' } });
		const { error } = await service.run(send);
		expect(error?.message).toMatch(/^This one-time password may have been sent: /);
		expect(error?.message).toContain('without "otp_id" as string');
	});

	it.each([
		['(202) 555-0143', 'no country code'],
		['hello', 'characters'],
		['+1202555014', 'too short'],
	])('is not sent to %p, and the error names field, value and way out', async (to, reason) => {
		const { error } = await service.run({ ...send, to });
		expect(error?.message).toContain(`'To' "${to}"`);
		expect(error?.message).toContain(reason);
		expect(error?.description).toBeTruthy();
		expect(service.asked()).toEqual([]);
	});

	async function sent() {
		await service.run(send);
		const { otpId, code } = service.simulator.otps[0];
		return { resource: 'otp', operation: 'verify', otpId, code };
	}

	it('is verified when it is right, as text and as number', async () => {
		const { code, ...verify } = await sent();
		const { json } = await service.run({ ...verify, otp: Number(code) });
		expect(json).toEqual([{ message: expect.any(String), verified: true }]);
		expect(service.asked()[1]).toEqual({
			method: 'POST',
			path: '/otp/verify',
			query: '',
			body: { otp_id: verify.otpId, otp: code },
		});
	});

	it.each<[string, (code: string) => string]>([
		['in groups', (code) => ` ${code.slice(0, 3)} ${code.slice(3)}\u00a0`],
		[
			'in digits of another script',
			(code) => String.fromCodePoint(...[...code].map((digit) => 0xff10 + Number(digit))),
		],
		[
			'in Arabic digits',
			(code) => String.fromCodePoint(...[...code].map((digit) => 0x660 + Number(digit))),
		],
		['with invisible marks', (code) => `\u200e${code}\u2060`],
	])('is verified %s', async (_, write) => {
		const { code, ...verify } = await sent();
		const { json } = await service.run({ ...verify, otp: write(code) });
		expect(json).toMatchObject([{ verified: true }]);
		expect(service.asked()[1].body).toEqual({ otp_id: verify.otpId, otp: code });
	});

	it.each(['{{ true }}', '{{ false }}', '{{ "\u200e" }}', '{{ " " }}'])(
		'is refused before it uses up a try: %s',
		async (otp) => {
			const { error } = await service.run({ ...(await sent()), otp: `=${otp}` });
			expect(error?.message).toContain("'One-Time Password'");
			expect(service.asked().map(({ path }) => path)).not.toContain('/otp/verify');
		},
	);

	it('goes as typed but for that', async () => {
		await service.run({ ...(await sent()), otp: 'Ab-12.ﬁ' });
		expect(service.asked()[1].body).toMatchObject({ otp: 'Ab-12.ﬁ' });
	});

	it('is not verified when it is wrong', async () => {
		const { code, ...verify } = await sent();
		const otp = code === '000000' ? '000001' : '000000';
		const { json } = await service.run({ ...verify, otp });
		expect(json).toEqual([{ message: expect.any(String), verified: false }]);
	});

	it('is tried once at a time, in the order of the items: each try counts', async () => {
		const { code, ...verify } = await sent();
		const first = service.simulator.hold({ path: '/otp/verify', times: 1 });
		const input = ['wrong', code].map((typed) => ({ typed }));
		const running = service.run({ ...verify, otp: '={{ $json.typed }}' }, { input });
		await first.holds(1);
		// What would leave beside the first try has left before another message is answered.
		await service.run(send);
		expect(service.asked().filter(({ path }) => path === '/otp/verify')).toHaveLength(1);

		first.open();
		expect((await running).json).toMatchObject([{ verified: false }, { verified: true }]);
	});

	it('fails when it is wrong, where the option says so', async () => {
		const { code, ...verify } = await sent();
		const parameters = {
			...verify,
			otp: code === '000000' ? '000001' : '000000',
			options: { failOnIncorrect: true },
		};
		const { error } = await service.run(parameters);
		expect(error?.message).toBe('The one-time password is not correct');
		const right = await service.run({ ...parameters, otp: code });
		expect(right.json).toEqual([{ message: expect.any(String), verified: true }]);
	});
});

describe('Message Intent', () => {
	const fields = {
		resource: 'intent',
		toNumber: RECIPIENT,
		fromNumber: 12025550100,
		embedText: 'Talk to us',
		imageUrl: 'https://example.com/logo.png',
		companyName: 'Acme',
		option: 'support',
	};
	const body = {
		toNumber: RECIPIENT,
		fromNumber: SENDER,
		embedText: 'Talk to us',
		imageURL: 'https://example.com/logo.png',
		companyName: 'Acme',
		option: 'support',
	};

	it('is generated, and given unchanged', async () => {
		const { json } = await service.run({ ...fields, operation: 'generate' });
		expect(service.asked()).toEqual([
			{ method: 'POST', path: '/enterprise/message/generate', query: '', body },
		]);
		expect(json).toEqual([
			{
				code: 200,
				message: expect.any(String),
				url: expect.stringContaining('/enterprise/message/intent?'),
				options: {
					name: 'Acme',
					to: expect.any(String),
					from: expect.any(String),
					id: expect.any(String),
					option: 'support',
				},
			},
		]);
		expect(service.simulator.messages).toEqual([]);
	});

	it('is generated without the fields that are empty', async () => {
		await service.run({ resource: 'intent', operation: 'generate', toNumber: RECIPIENT });
		expect(service.asked()[0].body).toEqual({ toNumber: RECIPIENT });
	});

	it.each([
		['generate', 500],
		['generateAndSend', 500],
		['generateAndSend', '500'],
	])(
		'of which the service says in its answer that it failed is not passed on: %s, %j',
		async (operation, code) => {
			service.simulator.fault({
				kind: 'answer',
				body: {
					code,
					message: 'No such option.',
					url: 'https://api.example.com/intent',
					options: {},
				},
			});
			const { error } = await service.run({ ...fields, operation });
			const prefix = {
				generate: 'This message intent may have been generated',
				generateAndSend: 'This message was not sent',
			}[operation];

			expect(error?.message).toBe(
				`${prefix}: the service did not succeed in generating the message intent: No such option`,
			);
			expect(error?.description).toContain('(The answer has the code 500.)');
			expect(service.simulator.messages).toEqual([]);
		},
	);

	it('is generated and its link sent, and both answers are given', async () => {
		const { json } = await service.run({ ...fields, operation: 'generateAndSend' });
		const [{ intent }] = json as Array<{ intent: { url: string } }>;
		expect(service.asked()).toEqual([
			{ method: 'POST', path: '/enterprise/message/generate', query: '', body },
			{
				method: 'POST',
				path: '/send/text',
				query: '',
				body: {
					to: RECIPIENT,
					message: intent.url,
					beta_features: { from: SENDER, intent: true },
				},
			},
		]);
		expect(json).toEqual([
			{
				intent: expect.objectContaining({ code: 200 }),
				message: { message: expect.any(String), crumbs: expect.any(Object) },
			},
		]);
	});

	it.each(['toNumber', 'fromNumber'])('refuses a %s that is no phone number', async (name) => {
		const { error } = await service.run({ ...fields, operation: 'generate', [name]: '555' });
		expect(error?.message).toContain(
			name === 'toNumber' ? `'To Number' "555"` : `'From Number' "555"`,
		);
		expect(service.asked()).toEqual([]);
	});
});

describe('Number Lease', () => {
	const getAll = { resource: 'lease', operation: 'getAll', returnAll: true };
	const POOLS = ['text', 'imessage', 'whatsapp', 'voice'];

	it('lists every number of the four arrays, in their order, with the array as pool', async () => {
		const { json } = await service.run(getAll);
		expect(service.asked()).toEqual([
			{ method: 'GET', path: '/enterprise/lease/purchasable', query: '', body: undefined },
		]);

		const order = json.map(({ pool }) => POOLS.indexOf(pool as string));
		expect(order).toEqual([...order].sort((a, b) => a - b));
		expect(new Set(order)).toEqual(new Set([0, 1, 2, 3]));

		const numbers = json.map(({ number }) => number);
		// Some numbers stand in two arrays, and give an item for each.
		expect(new Set(numbers).size).toBeLessThan(numbers.length);
		for (const { pool, ...record } of json) {
			expect(POOLS).toContain(pool);
			expect(service.simulator.pool).toContainEqual(record);
		}
	});

	it('lists at most 50 numbers unless told, or as many as the limit', async () => {
		const { json } = await service.run({ resource: 'lease', operation: 'getAll' });
		expect(json.length).toBeLessThanOrEqual(50);
		const two = await service.run({ ...getAll, returnAll: false, limit: 2 });
		expect(two.json).toEqual(json.slice(0, 2));
		const three = await service.run({ ...getAll, returnAll: false, limit: '={{ "3" }}' });
		expect(three.json).toEqual(json.slice(0, 3));
	});

	it.each([0, -1, 1.5, 'many'])('refuses the limit %p', async (limit) => {
		const { error } = await service.run({
			...getAll,
			returnAll: false,
			limit: `={{ ${JSON.stringify(limit)} }}`,
		});
		expect(error?.message).toBe(`'Limit' cannot be "${limit}"`);
		expect(service.asked()).toEqual([]);
	});

	it('sends the filters, each feature as a key of its own', async () => {
		const filters = { supports: ['sms', 'mms'], type: 'text', country: 'US', carrier: 'TMO' };
		const { json } = await service.run({ ...getAll, filters });
		expect(service.asked()[0].query).toBe(
			'supports=sms&supports=mms&type=text&country=US&carrier=TMO',
		);
		for (const record of json) {
			expect(record).toMatchObject({ type: 'text', country: 'US', carrier: 'TMO' });
		}
	});

	it.each([['+1415'], ['1415'], ['1 (415)'], [' +1 415 , '], ['１４１５'], [1415]])(
		'gives the numbers that start with %p, and sends no such filter',
		async (beginning) => {
			const { json: all } = await service.run(getAll);
			const filters = { numberStartsWith: '={{ $json.beginning }}', country: 'US' };
			const { json } = await service.run({ ...getAll, filters }, { input: [{ beginning }] });
			const expected = all.filter(({ number }) => String(number).startsWith('1415'));
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan(all.length);
			expect(json).toEqual(expected);
			expect(service.asked().at(-1)?.query).toBe('country=US');
		},
	);

	it('gives the numbers that start with any of several digits, and counts its limit of these', async () => {
		const { json: all } = await service.run(getAll);
		const filters = { numberStartsWith: '+1604, 1 (415)' };
		const { json } = await service.run({ ...getAll, filters });
		const expected = all.filter(({ number }) => /^1(604|415)/.test(String(number)));
		expect(new Set(expected.map(({ number }) => String(number).slice(0, 4))).size).toBe(2);
		expect(json).toEqual(expected);
		const two = await service.run({ ...getAll, returnAll: false, limit: 2, filters });
		expect(two.json).toEqual(expected.slice(0, 2));
	});

	it('gives all numbers where the first digits were left empty', async () => {
		const { json: all } = await service.run(getAll);
		const { json } = await service.run({ ...getAll, filters: { numberStartsWith: '' } });
		expect(json).toEqual(all);
	});

	it.each(['+', ' ', ',', '+1415, -', 'San Francisco', '+1415x'])(
		'refuses the first digits %p',
		async (numberStartsWith) => {
			const { error } = await service.run({ ...getAll, filters: { numberStartsWith } });
			expect(error?.message).toMatch(/^'Number Starts With' cannot be "/);
			expect(error?.description).toContain('Use the first digits of the numbers');
			expect(service.asked()).toEqual([]);
		},
	);

	it.each([
		['There is no such plan.', 'There is no such plan'],
		['Wait …', 'Wait …'],
		['Wait...', 'Wait...'],
	])("the service's words %j end a sentence once", async (said, told) => {
		service.simulator.fault({ kind: 'answer', status: 422, body: { message: said } });
		const { error } = await service.run(getAll);
		expect(error?.message.endsWith(`: ${told}`)).toBe(true);
	});

	it.each([
		['Country', { country: '={{ $json.missing }}' }],
		['Requested Type', { type: '={{ $json.missing }}' }],
		['Carrier', { carrier: '={{ null }}' }],
		['Supports', { supports: ['={{ $json.missing }}'] }],
		['Supports', { supports: '={{ $json.missing }}' }],
		['Number Starts With', { numberStartsWith: '={{ $json.missing }}' }],
		['Number Starts With', { numberStartsWith: '={{ "" }}' }],
		['Number Starts With', { numberStartsWith: '={{ null }}' }],
		['Requested Type', { type: '={{ "" }}' }],
		['Carrier', { carrier: '={{ "" }}' }],
		['Supports', { supports: ['={{ "" }}'] }],
	])('adopts no number where an expression of %s returns nothing: %j', async (name, filters) => {
		const parameters = { resource: 'lease', operation: 'adoptFirstAvailable', filters };
		const { error } = await service.run(parameters);
		expect(error?.message).toMatch(new RegExp(`^'${name}'`));
		expect(service.asked()).toEqual([]);
	});

	it.each(['', '={{ null }}', '={{ "" }}'])(
		'refuses the country %p of a filter',
		async (country) => {
			const { error } = await service.run({ ...getAll, filters: { country } });
			expect(error?.message).toBe("'Country' has no country");
			expect(error?.description).toBe("Choose a country, or remove 'Country'.");
			expect(service.asked()).toEqual([]);
		},
	);

	it('gives no items where there are no numbers', async () => {
		service.simulator.fault({
			kind: 'answer',
			body: {
				id: 'psr_1',
				object: 'pool_available_adoption',
				created_at: 1,
				data: { text: [], imessage: [], whatsapp: [], voice: [] },
			},
		});
		expect((await service.run(getAll)).json).toEqual([]);
	});

	it.each([
		[{ __rl: true, mode: 'number', value: '+1 202-555-0101' }],
		[{ __rl: true, mode: 'list', value: '+12025550101' }],
		[{ __rl: true, mode: 'number', value: '12025550101' }],
		[{ __rl: true, mode: 'number', value: 12025550101 }],
		['+12025550101'],
	])('reads the status of %j, the number as one segment of the path', async (number) => {
		service.simulator.fault({ kind: 'answer', body: { number: '12025550101', extra: [1] } });
		const { json } = await service.run({ resource: 'lease', operation: 'getStatus', number });
		expect(service.asked()).toEqual([
			{
				method: 'GET',
				path: '/enterprise/lease/status/%2B12025550101',
				query: '',
				body: undefined,
			},
		]);
		expect(json).toEqual([{ number: '12025550101', extra: [1] }]);
	});

	it.each([{}, { number: 7 }, { data: { e164: '+12025550199' } }, { data: { health: 'good' } }])(
		'gives the record %j as it is',
		async (body) => {
			service.simulator.fault({ kind: 'answer', body });
			const number = '+12025550101';
			const { json } = await service.run({ resource: 'lease', operation: 'getStatus', number });
			expect(json).toEqual([body]);
		},
	);

	const available = () => {
		const found = service.simulator.pool.find(({ data }) => data.status === 'available');
		if (!found) throw new Error('The pool is empty');
		return found.data.e164;
	};
	const locator = (value: string) => ({ __rl: true, mode: 'list', value });
	const statusOf = (number: string) =>
		service.simulator.pool.find(({ data }) => data.e164 === number)?.data.status;

	/** Runs an operation with a number from the list, and returns its output. */
	const lease = async (operation: 'adopt' | 'relinquish', number: string) => {
		const parameters = { resource: 'lease', operation, number: locator(number) };
		return (await service.run(parameters)).json;
	};

	it('adopts a number, and names it in E.164', async () => {
		const number = available();
		const adopted = await lease('adopt', number);

		expect(adopted).toEqual([
			{
				id: expect.stringMatching(/^rsr_/),
				object: 'adopted_number_confirmation',
				created_at: expect.any(Number),
				data: {
					carrier: expect.any(String),
					type: expect.any(String),
					supports: expect.any(Array),
					price: expect.any(Number),
				},
				number,
			},
		]);
		// What a user looks for is seen first.
		expect(Object.keys(adopted[0])[0]).toBe('number');
		expect(statusOf(number)).not.toBe('available');
	});

	it('gives a number back', async () => {
		const number = available();
		await lease('adopt', number);
		const relinquished = await lease('relinquish', number);

		expect(relinquished).toEqual([
			{
				id: expect.stringMatching(/^rqn_/),
				object: 'relinquished_confirmation',
				created_at: expect.any(Number),
				data: { oos: expect.any(Number), number: number.slice(1) },
			},
		]);
		expect(statusOf(number)).toBe('available');

		const encoded = encodeURIComponent(number);
		const withoutBody = { method: 'POST', query: '', body: undefined };
		expect(service.asked()).toEqual([
			{ ...withoutBody, path: `/enterprise/lease/register/${encoded}` },
			{ ...withoutBody, path: `/enterprise/lease/relinquish/${encoded}` },
		]);
	});

	describe('Adopt First Available', () => {
		const adoptFirst = { resource: 'lease', operation: 'adoptFirstAvailable' };
		const registered = () =>
			service
				.asked()
				.filter(({ method }) => method === 'POST')
				.map(({ path }) => decodeURIComponent(path.split('/').pop() ?? ''));
		const listed = async () => {
			const { json } = await service.run(getAll);
			service.simulator.reset();
			return [...new Set(json.map(({ data }) => (data as { e164: string }).e164))];
		};

		it('adopts the first number of the pool that fits the filters', async () => {
			const { json } = await service.run({ ...adoptFirst, filters: { country: 'CA' } });
			expect(service.asked()[0].query).toBe('country=CA');
			expect(json).toHaveLength(1);
			expect(json[0]).toMatchObject({ object: 'adopted_number_confirmation' });
			expect(Object.keys(json[0])[0]).toBe('number');
			expect(statusOf(json[0].number as string)).not.toBe('available');
		});

		it('adopts the first number that starts with the digits, and no other when none is left', async () => {
			const filters = { numberStartsWith: '+1415' };
			const fitting = (await listed()).filter((number) => number.startsWith('+1415'));
			const { json } = await service.run({ ...adoptFirst, filters });
			expect(json[0].number).toBe(fitting[0]);
			const { error } = await service.run({
				...adoptFirst,
				filters: { numberStartsWith: '+1999' },
			});
			expect(error?.message).toBe('No number that fits the filters can be adopted');
			expect(registered()).toEqual([fitting[0]]);
		});

		it('moves on to the next number when the service refuses one', async () => {
			const numbers = await listed();
			const path = '/enterprise/lease/register/*';
			service.simulator.fault({ kind: 'answer', status: 409, path, times: 2, body: {} });
			const { json } = await service.run(adoptFirst);
			expect(registered()).toEqual(numbers.slice(0, 3));
			expect(json[0].number).toBe(numbers[2]);
		});

		it.each(['', 'Number is taken', '[]'])(
			'moves on whatever the service puts into its 404: %j',
			async (body) => {
				const numbers = await listed();
				const path = '/enterprise/lease/register/*';
				service.simulator.fault({ kind: 'answer', status: 404, path, body });
				const { json } = await service.run(adoptFirst);
				expect(json[0].number).toBe(numbers[1]);
			},
		);

		it('stops at a web page, which is not the service’s and would answer every number so', async () => {
			const numbers = await listed();
			const path = '/enterprise/lease/register/*';
			service.simulator.fault({ kind: 'html', status: 404, path, times: 'always' });
			const { error } = await service.run(adoptFirst);
			expect(registered()).toEqual(numbers.slice(0, 1));
			expect(error?.httpCode).toBe('404');
		});

		it.each([403, 408, 500])('stops at the first number after %i', async (status) => {
			const numbers = await listed();
			const path = '/enterprise/lease/register/*';
			service.simulator.fault({ kind: 'answer', status, path, body: {} });
			const { error } = await service.run(adoptFirst);

			expect(registered()).toEqual(numbers.slice(0, 1));
			expect(error?.httpCode).toBe(String(status));

			const mayHaveBeenSent = status >= 500 || status === 408;
			if (mayHaveBeenSent) {
				expect(error?.message).toContain(`The number ${numbers[0]} may have been adopted: `);
			}
			// The refusal's own way out, and not one of numbers.
			expect(error?.description).not.toContain('filters');
		});

		it('stops and names the number when it is open whether it was adopted', async () => {
			const [first] = await listed();
			const path = '/enterprise/lease/register/*';
			service.simulator.fault({ kind: 'reset', when: 'after', path });
			const { error } = await service.run(adoptFirst);
			expect(registered()).toEqual([first]);
			expect(error?.message).toContain(`The number ${first} may have been adopted: the connection`);
			expect(error?.description).toContain('run Number Lease → Get Status');
		});

		it('says so when no number is left', async () => {
			const numbers = await listed();
			const path = '/enterprise/lease/register/*';
			service.simulator.fault({ kind: 'answer', status: 409, path, times: 'always', body: {} });
			const { error } = await service.run(adoptFirst);
			expect(registered()).toEqual(numbers);
			expect(error?.message).toContain(`None of the ${numbers.length} numbers`);
		});

		it('says so when the only number cannot be adopted', async () => {
			const record = { number: '12025550101', data: { e164: '+12025550101' } };
			const data = { text: [record], imessage: [], whatsapp: [], voice: [] };
			service.simulator.fault({ kind: 'answer', body: { data } });
			service.simulator.fault({ kind: 'answer', status: 409, body: {} });
			const { error } = await service.run(adoptFirst);
			expect(error?.message).toMatch(
				/^The one number that fits the filters could not be adopted: The service refused/,
			);
		});

		it('adopts a different number for each item', async () => {
			const { json } = await service.run(adoptFirst, { input: [{}, {}, {}] });
			expect(new Set(json.map(({ number }) => number)).size).toBe(3);
		});
	});

	it('says which plan leasing needs', async () => {
		const credentials = service.credentials('plain');
		const { error } = await service.run(getAll, { credentials });
		expect(error?.description).toContain("Leasing numbers requires the provider's Enterprise plan");
		expect(error?.httpCode).toBe('403');
	});
});

describe('The credential', () => {
	it.each(['Bearer', 'Token'])('signs with the word %s', async (authScheme) => {
		const credentials = { ...service.credentials(), authScheme };
		await service.run({ resource: 'otp', operation: 'send', to: RECIPIENT }, { credentials });
		expect(service.simulator.requests[0].authorization).toEqual({
			scheme: authScheme,
			account: 'enterprise',
		});
	});
});

/** Options that the node acts on itself: the service gets none of them. */
const OWN_OPTIONS = [
	'allowedCountries',
	'defaultCountry',
	'sendOnceKey',
	'adoptOnceKey',
	'maxMessages',
	'doNotSendTo',
	'onlySendTo',
	'dryRun',
	'maxSmsParts',
	'smartEncoding',
	'failOnIncorrect',
];

/** Every other option, a value for it, and an operation that has it; those of pages go to no service. */
const SENT_OPTIONS = OPERATIONS.filter(({ operation }) => !operation.oneItemOnly).flatMap((tried) =>
	tried.operation.parameters
		.filter(({ isOption, field }) => isOption && !OWN_OPTIONS.includes(field.name))
		.map(({ field }) => {
			const value = field.type === 'boolean' ? true : field.type === 'number' ? 5 : 'Text';
			return { tried, option: field.name, value };
		}),
);

describe("an option that is not the node's own", () => {
	it.each(SENT_OPTIONS)('goes to the service: $option of $tried.name', async (sent) => {
		const { tried, option, value } = sent;
		const parameters = { ...tried.parameters, options: { [option]: value } };
		const { error } = await service.runExample({ ...tried, parameters });
		expect(error).toBeUndefined();
		const bodies = service.asked().map(({ body }) => JSON.stringify(body));
		expect(bodies.join()).toContain(`:${JSON.stringify(value)}`);
	});
});

describe('an answer that holds a status code of its own', () => {
	it.each(OPERATIONS.filter(({ requests }) => requests.length === 1))(
		'is read by it: $name',
		async (tried) => {
			const { json } = await service.runExample(tried);
			const [endpoint] = tried.requests;
			const isStatus = (value: unknown) => typeof value === 'number' && value >= 100 && value < 600;
			const named = Object.keys(json[0] ?? {}).find(
				(name) =>
					['status', 'code', 'statusCode'].includes(name) &&
					isStatus((json[0] as IDataObject)[name]),
			);
			expect({ statusIn: endpoint.statusIn }).toEqual({ statusIn: named });
		},
	);
});

describe('an operation that does not exist', () => {
	it.each(['gone', 'constructor', '__proto__'])('is named: %s', async (operation) => {
		const { error } = await service.run({ resource: 'message', operation });
		expect(error?.message).toBe(
			`The operation "${operation}" of the resource "message" does not exist`,
		);
	});
});
