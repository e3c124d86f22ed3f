import type { IDataObject } from 'n8n-workflow';

import { RECIPIENT, SENDER, SENDING } from '../support/operations';
import { CONTINUE, ONE_BY_ONE, outcomes, refusedItem, RETRY, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

/** Sends with these fields, and returns the one body that the service got. */
async function bodySent(parameters: object, options = {}) {
	const { requests } = await send(service, { parameters: parameters as never, options });
	expect(requests).toHaveLength(1);
	return bodyOf(requests[0]);
}

it('a text goes out with recipient and message alone, and the answer comes out unchanged', async () => {
	const { json, items, requests } = await send(service);

	expect(requests).toEqual([
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

it('whatever fields the answer has come out, and it is sent once', async () => {
	const body = { message: 'Queued', crumbs: {}, more: [{ deep: 1 }], error: 'none' };
	service.simulator.fault({ kind: 'answer', status: 202, body });
	const { json, requests } = await send(service, { node: { ...RETRY, ...CONTINUE } });
	expect(json).toEqual([body]);
	expect(requests).toHaveLength(1);
});

it.each([
	['imessage', { imessage: true }],
	['whatsapp', { whatsapp: true }],
	['intent', { intent: true }],
])('over %s that one flag is set, and the sender where there is one', async (channel, flag) => {
	const message = `${service.simulator.baseUrl}/enterprise/message/intent?id=1`;
	const sent = { to: RECIPIENT, message };
	const given = { channel, message };
	expect(await bodySent(given)).toEqual({ ...sent, beta_features: flag });
	expect(await bodySent({ ...given, from: SENDER })).toEqual({
		...sent,
		beta_features: { from: SENDER, ...flag },
	});
	expect(await bodySent({ ...given, from: '  ' })).toEqual({ ...sent, beta_features: flag });
});

it.each([true, false])("the service's fallback flag is sent as it is set: %p", async (fallback) => {
	expect((await bodySent({}, { fallback })).beta_features).toEqual({ fallback });
	const { beta_features } = await bodySent({ channel: 'imessage' }, { fallback });
	expect(beta_features).toEqual({ imessage: true, fallback });
});

it.each([
	['SMS', undefined],
	[' whatsApp ', { whatsapp: true }],
	['={{ ["iMessage"] }}', { imessage: true }],
])('a channel is known by the name that the panel shows: %s', async (channel, beta_features) => {
	expect((await bodySent({ channel })).beta_features).toEqual(beta_features);
});

it('WhatsApp needs an Enterprise plan, and the error says so', async () => {
	const { error } = await send(service, {
		fails: true,
		parameters: { channel: 'whatsapp' },
		credentials: service.credentials('plain'),
	});
	expect(error.httpCode).toBe('403');
	expect(error.description).toContain('Enterprise plan');
});

/** What people and programs write, with the Default Country; the number that gets the message, or those that the error names. */
const WRITTEN: Array<[value: unknown, country: unknown, to: string | string[]]> = [
	['+516-555-0123', 'US', ['+15165550123', '+5165550123']],
	['+2025550123', '', ['+12025550123']],
	['0082-010-1234-5678', 'KR', '+821012345678'],
	['+56 09 8765 2232', 'CL', '+56987652232'],
	['+49 0711 2842222', '', '+497112842222'],
	['+234 0803 123 4567', 'DE', '+2348031234567'],
	['00812 3456 7890', 'ID', ['+6281234567890']],
	['04915123456789', 'DE', '+4915123456789'],
	['062812345678', 'ID', '+62812345678'],
	['1 (512) 345-6789', 'DE', ['+15123456789', '+4915123456789']],
	['8 612 34567', 'LT', '+37061234567'],
	['0615123456', 'SO', '+252615123456'],
	['0343 15-555-1212', 'AR', '+5493435551212'],
	['(67) 9986-1500', 'BR', ['+5567999861500']],
	['(351) 512-3456', 'AR', ['+543515123456']],
	['(202) 555-0123', 'DE', []],
	['+1 000 000 0000', 'US', []],
	['+1 202 155 0123', '', []],
	['+ +1 202 555 0123', 'DE', '+12025550123'],
	[['+12025550123'], '', '+12025550123'],
	['020 7946 0018', 'UK', '+442079460018'],
	['(202) 555-0123', 'USA', '+12025550123'],
	['020 7946 0018', 'England', '+442079460018'],
	['0532 123 45 67', 'Turkey', '+905321234567'],
	['061 123 456', 'Bosnia and Herzegovina', '+38761123456'],
	['242 359 1234', 'The Bahamas', '+12423591234'],
	// What n8n's WhatsApp Trigger gives.
	['12025550123', '', ['+12025550123']],
	['+1٢٠٢5550123', '', []],
	['#N/A', 'US', []],
	// What else stands in a column of a spreadsheet.
	[2025550145, 'US', '+12025550145'],
	['(876) 210-1234', 'US', '+18762101234'],
	[4917612345678, 'US', []],
	['202 555 014', 'US', []],
	['someone@example.com', 'US', []],
	// A wrong Default Country refuses no number with a plus.
	['+12025550123', 'Germani', '+12025550123'],
	['+12025550123', true, '+12025550123'],
];

it('a number reaches the one person that it can mean, or nobody, and the error names whom it could mean', async () => {
	const { json } = await send(service, {
		items: WRITTEN.map(([to, country]) => ({ to, country })) as IDataObject[],
		options: { ...ONE_BY_ONE, defaultCountry: '={{ $json.country }}' },
		node: CONTINUE,
	});
	expect(service.sent()).toEqual(WRITTEN.flatMap(([, , to]) => (typeof to === 'string' ? to : [])));
	WRITTEN.forEach(([, , to], index) => {
		if (typeof to === 'string') return;
		const { error } = json[index];
		expect(json[index]).toEqual(refusedItem());
		expect(error).toMatch(/^'To' /);
		for (const number of to) expect(error).toContain(number);
		if (to.length === 0) expect(error).not.toMatch(/probably \+(?!49)/);
	});
});

it.each([...SENDING, 'message.sendAndWait'])(
	'%s refuses before any request what could be somebody else, or nobody',
	async (operation) => {
		const items = [{ to: '(202) 555-0143' }];
		const { error, requests } = await send(service, { fails: true, operation, items });
		expect(error.message).toMatch(/^'To(?: Number)?' "\(202\) 555-0143" .*no country code/);
		expect(error.context).toMatchObject({ code: 'noCountryCode' });
		expect(requests).toEqual([]);
	},
);

it.each([
	// No abbreviation of Namibia, NA.
	['020 7946 0018', `'Default Country' cannot be "N/A"`, /letter code/],
	[
		'+12025550143 ::: +12025550144',
		`'To' "+12025550143 ::: +12025550144" is not`,
		/several, put a "Split Out".*{{ \$json\.phone\.split\(':::'\)\[0\] }}/,
	],
	// An empty column.
	['=+{{ $json.none }}', "'To' is empty", /^Fill in/],
])('%s is refused, and the error says what to do', async (to, message, advice) => {
	const options = { defaultCountry: '={{ "N/A" }}' };
	const { error } = await send(service, { parameters: { to }, options, fails: true });
	expect(error.message).toContain(message);
	expect(error.description).toMatch(advice);
});

it('one recipient in two spellings uses one key', async () => {
	const items = [
		{ to: '+54 9 11 2345 6789' },
		{ to: '+54 11 2345 6789' },
		{ to: '+5511961234567' },
		{ to: '+551161234567' },
	];
	const { json } = await send(service, { items, options: { ...ONE_BY_ONE, sendOnceKey: 'sale' } });
	expect(outcomes(json)).toEqual(['done', 'skipped', 'done', 'skipped']);
	expect(service.sent()).toEqual(['+5491123456789', '+5511961234567']);
});
