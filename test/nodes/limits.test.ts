import type { IDataObject } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { passUntilEndOf, stopTime } from '../support/clock';
import { LEASED } from '../support/operations';
import { RequestWatch } from '../support/requestWatch';
import { at, recipient, recipients, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, itemsFor, outcomes, refusedItem, send } from '../support/send';
import { account, simulated } from '../support/simulated';

const service = simulated({
	accounts: [account('enterprise', 'demo-enterprise'), account('other', 'demo-other')],
});

/** Another service, which knows no token. */
const elsewhere = simulated({ accounts: [] });

/** The service asks to wait for ten minutes. */
const LONG = {
	kind: 'answer',
	status: 429,
	body: {},
	headers: { 'retry-after': '600' },
	times: 'always',
} as const satisfies FaultSpec;

const fail = (...faults: FaultSpec[]) => faults.forEach((one) => service.simulator.fault(one));

/** Goes on where items fail, one after the other. */
const ONE_BY_ONE = { options: { concurrency: 1, maxRetries: 0 }, node: CONTINUE };

describe('after a 429 that asks to wait for more than a minute', () => {
	it('one recipient fails, and the others are asked: it may be the limit of that one', async () => {
		fail(at(1, LONG));
		const { json } = await send(service, { ...ONE_BY_ONE, items: rows(6) });
		expect(outcomes(json)).toEqual(['done', 'failed', 'done', 'done', 'done', 'done']);
		expect(json[1].errorDetails).toMatchObject({ about: 'limit', retryAfter: 600 });
		expect(service.sent()).toEqual(recipients(0, 2, 3, 4, 5));
	});

	it('of two recipients in a row, the account is asked no more', async () => {
		fail(at(1, LONG), at(2, LONG));
		const { json, requests } = await send(service, { ...ONE_BY_ONE, items: rows(6) });
		expect(outcomes(json)).toEqual(['done', ...Array<string>(5).fill('failed')]);
		expect(requests).toHaveLength(3);
		for (const { error, errorDetails } of json.slice(1)) {
			expect(error).toContain('asks to wait 10 minutes');
			expect(errorDetails).toMatchObject({ about: 'limit', retryAfter: 600 });
		}
	});

	it.each(['message.send', 'lease.getStatus'])(
		'a success of %s in between begins anew',
		async (operation) => {
			// Each counts the requests that those before it let through: the first, the third and the fifth.
			fail(...[1, 2, 3].map((nth) => ({ ...LONG, nth, times: 1 })));
			const items = rows(6, (index) => ({ number: index % 2 ? LEASED : recipient(index) }));
			const { json } = await send(service, { ...ONE_BY_ONE, operation, items });
			expect(outcomes(json)).toEqual(['failed', 'done', 'failed', 'done', 'failed', 'done']);
		},
	);

	it('twice of the same recipient says no more than once', async () => {
		fail(at(0, LONG));
		const [first, second] = rows(2);
		const { json } = await send(service, { ...ONE_BY_ONE, items: [first, first, second] });
		expect(outcomes(json)).toEqual(['failed', 'failed', 'done']);
	});

	it('another account goes on', async () => {
		fail(at(0, LONG), at(1, LONG));
		const tokens = ['demo-enterprise', 'demo-enterprise', 'demo-enterprise', 'demo-other'];
		const { json } = await send(service, {
			...ONE_BY_ONE,
			items: rows(4, (index) => ({ token: tokens[index] })),
			credentials: { ...service.credentials(), apiToken: '={{ $json.token }}' },
		});
		expect(outcomes(json)).toEqual(['failed', 'failed', 'failed', 'done']);
	});

	it('a message intent that could be generated says nothing of the message', async () => {
		fail({ ...LONG, path: '/send/text' });
		const operation = 'intent.generateAndSend';
		const { requests } = await send(service, { ...ONE_BY_ONE, operation, items: rows(5) });
		expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual([
			...['generate', 'text'],
			...['generate', 'text'],
		]);
	});

	it('of one number, the next item tries another, and then the account is asked no more', async () => {
		fail({ ...LONG, path: '/enterprise/lease/register/*' });
		const operation = 'lease.adoptFirstAvailable';
		const { requests } = await send(service, { ...ONE_BY_ONE, operation, items: rows(5) });
		const asked = requests.map(({ path }) => path).filter((path) => path.includes('register'));
		expect(new Set(asked).size).toBe(2);
		expect(asked).toHaveLength(2);
	});

	it('of a list, which names nobody, the account is asked no more at once', async () => {
		fail({ ...LONG, path: '/enterprise/lease/purchasable' });
		const operation = 'lease.getAll';
		const { requests } = await send(service, { ...ONE_BY_ONE, operation, items: rows(3) });
		expect(requests).toHaveLength(1);
	});
});

it.each([
	['is not repeated, since it may be the limit of attempts', {}, 1],
	['is repeated where the service names a short wait', { 'retry-after': '0' }, 2],
])('a verification that is answered with 429 %s', async (_, headers, count) => {
	const operation = 'otp.verify';
	const items = await itemsFor(service, operation);
	const body = { message: 'Max check attempts reached' };
	fail({ kind: 'answer', status: 429, path: '/otp/verify', body, headers });
	const { json, requests } = await send(service, { operation, items, node: CONTINUE });
	expect(requests).toHaveLength(count);
	expect(outcomes(json)).toEqual([count === 1 ? 'failed' : 'done']);
});

it('a verification for which no connection could be made is repeated', async () => {
	stopTime();
	const items = [{ otp_id: 'otp_1' }];
	const credentials = { ...service.credentials(), baseUrl: 'http://127.0.0.1:1' };
	const { starts } = await startsOf({ fails: true, operation: 'otp.verify', items, credentials });
	expect(starts).toHaveLength(4);
});

/** Waits that services write in other ways: thirty seconds. */
const inThirtySeconds = () => new Date(Date.now() + 30_000);
const epoch = () => String(Math.ceil(Date.now() / 1000) + 30);

it.each<[string, () => string, Record<string, string>?]>([
	['retry-after', () => '30s'],
	['retry-after', () => '"30", 60'],
	['retry-after', () => '30;w=60'],
	['retry-after', () => '0.5 minutes'],
	['retry-after', () => inThirtySeconds().toUTCString()],
	['retry-after', () => inThirtySeconds().toISOString().slice(0, -1)],
	['retry-after', epoch],
	['retry-after', () => String(Date.now() + 30_000)],
	['retry-after', () => '30', { 'ratelimit-reset': '7', 'x-ratelimit-reset': '7' }],
	['ratelimit-reset', () => '30', { 'x-ratelimit-reset': '7' }],
	['x-ratelimit-reset', epoch],
])('a request waits as %s says', async (name, value, more = {}) => {
	stopTime();
	fail({ kind: 'answer', status: 429, body: {}, headers: { ...more, [name]: value() } });
	const { starts } = await startsOf();
	expect(Math.abs(starts[1] - starts[0] - 30_000)).toBeLessThanOrEqual(1_000);
});

it.each([
	['0', 2],
	['60', 2],
	['61', 1],
])('a wait of %s seconds makes %i requests, none of them at once', async (seconds, count) => {
	stopTime();
	fail({ kind: 'answer', status: 429, body: {}, headers: { 'retry-after': seconds } });
	const { starts } = await startsOf({ node: CONTINUE });
	expect(starts).toHaveLength(count);
	expect((starts[1] ?? Infinity) - starts[0]).toBeGreaterThanOrEqual(250);
});

it.each([
	[429, 'retry-after', '1.2', 2],
	[429, 'retry-after', '-5', 0],
	[429, 'retry-after', 'Tue, 01 Jan 2019 00:00:00 GMT', 0],
	[429, 'retry-after', 'soon', undefined],
	[429, 'x-ratelimit-reset', '7', 7],
	// Services send it always.
	[422, 'x-ratelimit-reset', '7', undefined],
	[503, 'ratelimit-reset', '7', undefined],
])('%i with %s: %s asks to wait %p seconds', async (status, header, value, seconds) => {
	fail({ kind: 'answer', status, body: {}, headers: { [header]: value } });
	const { json } = await send(service, ONE_BY_ONE);
	expect((json[0].errorDetails as IDataObject).retryAfter).toBe(seconds);
});

it.each([
	[429, ['30'], 2],
	[429, ['30', '1'], 2],
	[503, ['30'], 3],
])('after %i for %j seconds, %i of three requests started before', async (status, waits, count) => {
	stopTime();
	for (const wait of waits) fail({ ...LONG, status, headers: { 'retry-after': wait }, times: 1 });
	const items = ['+12125550101', '+12125550102', '+14155550121'].map((number) => ({ number }));
	const options = { concurrency: 2 };
	const { starts } = await startsOf({ operation: 'lease.getStatus', items, options });
	expect(starts.filter((start) => start < starts[0] + 20_000)).toHaveLength(count);
});

it('a Retry after a 429 waits a minute at most, also where the clock was ahead before', async () => {
	stopTime();
	jest.advanceTimersByTime(86_400_000);
	fail({ kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '30' } });
	const { run } = await startsOf({ fails: true, options: { maxRetries: 0 } });
	stopTime();
	const { starts } = await startsOf({ retryOf: run });
	expect(Math.round(starts[0] / 1000)).toBe(60);
});

it('a request that only reads is repeated as often as is set, after longer and longer waits', async () => {
	stopTime();
	fail({ kind: 'answer', status: 503, body: {}, times: 'always' });
	const options = { maxRetries: 5 };
	const { starts } = await startsOf({ fails: true, operation: 'lease.getAll', options });
	expect(starts).toHaveLength(6);
	const waits = starts.slice(1).map((start, retry) => start - starts[retry]);
	// Each begins above half of the one before, and jitter parts them.
	for (const [retry, wait] of waits.slice(2).entries()) expect(wait).toBeGreaterThan(waits[retry]);
});

it.each([
	[2, [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]],
	[1, [301, 400, 403, 404, 422, 499, 501, 505, 599]],
])('what only reads makes %i requests after each of %j', async (count, statuses) => {
	stopTime();
	for (const status of statuses) {
		fail({ kind: 'answer', status, body: {} });
		const { starts } = await startsOf({ operation: 'lease.getStatus', node: CONTINUE });
		expect([status, starts.length]).toEqual([status, count]);
	}
});

it('a breakdown that is to last for more than a minute is not asked again', async () => {
	fail({ kind: 'answer', status: 503, body: {}, headers: { 'retry-after': '120' } });
	const { error, requests } = await send(service, { fails: true, operation: 'lease.getStatus' });
	expect(requests).toHaveLength(1);
	expect(error.message).toContain(', and asks to wait 2 minutes');
});

describe('a token that the service rejects', () => {
	it('is asked with once', async () => {
		fail({ kind: 'answer', status: 401, body: {}, times: 'always' });
		const { json, requests } = await send(service, { items: rows(30), node: CONTINUE });
		expect(requests.length).toBeLessThanOrEqual(11);
		expect(json).toEqual(Array(30).fill(refusedItem('token')));
	});

	it.each(['token', 'url'])('leaves items with another %s alone', async (what) => {
		const good = { url: service.simulator.baseUrl, token: 'demo-enterprise' };
		const rejected = {
			...good,
			[what]: { url: elsewhere.simulator.baseUrl, token: 'wrong' }[what],
		};
		const { json } = await send(service, {
			...ONE_BY_ONE,
			items: rows(4, (index) => (index % 2 ? good : rejected)),
			credentials: { baseUrl: '={{ $json.url }}', apiToken: '={{ $json.token }}' },
		});
		expect(outcomes(json)).toEqual(['failed', 'done', 'failed', 'done']);
		expect([...service.simulator.requests, ...elsewhere.simulator.requests]).toHaveLength(3);
	});
});

/** Sends while time stands still, and passes only where somebody waits. Returns also when each request started. */
async function startsOf(sending: Sending = {}) {
	const { starts, beforeExecute, isOnWire } = new RequestWatch();
	const sent = await passUntilEndOf(send(service, { ...sending, beforeExecute }), isOnWire);
	return { ...sent, starts };
}
