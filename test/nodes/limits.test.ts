import type { FaultSpec } from '../../simulator';
import { at, recipients, rows } from '../support/rows';
import { CONTINUE, itemsFor, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';

const account = { enterprise: true, plan: 'unlimited', quota: 1000, ad: false };
const service = simulated({
	accounts: [
		{ ...account, name: 'enterprise', token: 'demo-enterprise' },
		{ ...account, name: 'other', token: 'demo-other' },
	],
});

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
		for (const { errorDetails } of json.slice(1)) {
			expect(errorDetails).toMatchObject({ about: 'limit', retryAfter: 600 });
		}
	});

	it('a success in between begins anew', async () => {
		fail(at(0, LONG), at(2, LONG), at(4, LONG));
		const { json } = await send(service, { ...ONE_BY_ONE, items: rows(6) });
		expect(outcomes(json)).toEqual(['failed', 'done', 'failed', 'done', 'failed', 'done']);
	});

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

describe('a verification that is answered with 429', () => {
	const limited = { kind: 'answer', status: 429, path: '/otp/verify' } as const;
	const body = { message: 'Max check attempts reached' };

	it('is not repeated, since it may be the limit of attempts', async () => {
		const items = await itemsFor(service, 'otp.verify');
		fail({ ...limited, body });
		const { json, requests } = await send(service, {
			operation: 'otp.verify',
			items,
			node: CONTINUE,
		});
		expect(requests).toHaveLength(1);
		expect(json).toMatchObject([{ errorDetails: { about: 'limit', mayHaveBeenSent: false } }]);
	});

	it('is repeated where the service names a short wait', async () => {
		const items = await itemsFor(service, 'otp.verify');
		fail({ ...limited, body, headers: { 'retry-after': '0' } });
		const { json, requests } = await send(service, { operation: 'otp.verify', items });
		expect(requests).toHaveLength(2);
		expect(outcomes(json)).toEqual(['done']);
	});
});

it.each([
	[503, 'nobody knows whether it was sent'],
	[422, 'it was not sent'],
])('the wait that a %i names stands in the words of its error: %s', async (status) => {
	fail({ kind: 'answer', status, body: { message: 'Later' }, headers: { 'retry-after': '3600' } });
	const { error } = await send(service, { fails: true });
	expect(error.message).toMatch(/, and asks to wait 1 hour: Later$/);
});
