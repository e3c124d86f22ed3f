import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sending } from '../support/send';
import { CONTINUE, outcomes, refusedItem, RETRY, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const REGISTER = '/enterprise/lease/register/*';
const FIRST = 'lease.adoptFirstAvailable';
const BOTH = ['lease.adopt', FIRST];

/** Numbers of the simulator's pool. */
const NUMBERS = ['+12125550101', '+12125550102', '+14155550121'];
const customers = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		customer: `customer ${index}`,
		number: NUMBERS[index],
	}));

const adopt = async (operation: string, { items = customers(1), options, ...more }: Sending = {}) =>
	await send(service, {
		operation,
		items,
		options: { concurrency: 1, maxRetries: 0, ...options },
		...more,
	});

const once = async (operation: string, { options, ...more }: Sending = {}) =>
	await adopt(operation, {
		options: { adoptOnceKey: '={{ $json.customer }}', ...options },
		...more,
	});

/** The numbers that the service was asked to register, oldest first. */
const registered = () =>
	service.paths('/register/').map((path) => decodeURIComponent(path.split('/').pop() ?? ''));

/** The numbers that can be adopted, in the order of the list. */
async function available(filters: INodeParameters = {}) {
	const { json } = await send(service, { operation: 'lease.getAll', filters });
	return [...new Set(json.map(({ data }) => (data as { e164: string }).e164))];
}

const statusOf = (number: unknown) =>
	service.simulator.pool.find(({ data }) => data.e164 === number)?.data.status;

describe('Number Lease → Adopt', () => {
	it('adopts a number, and names it first, in E.164', async () => {
		const { json, requests } = await adopt('lease.adopt');
		expect(json).toEqual([
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
				number: NUMBERS[0],
			},
		]);
		expect(Object.keys(json[0])[0]).toBe('number');
		const path = `/enterprise/lease/register/${encodeURIComponent(NUMBERS[0])}`;
		expect(requests).toEqual([{ method: 'POST', path, query: '', body: undefined }]);
		expect(statusOf(NUMBERS[0])).not.toBe('available');
	});

	it('gives the number that was asked for, whatever the answer calls so', async () => {
		service.simulator.fault({ kind: 'answer', path: REGISTER, body: { number: 5, data: {} } });
		expect((await adopt('lease.adopt')).json).toEqual([{ number: NUMBERS[0], data: {} }]);
	});
});

describe('Number Lease → Adopt First Available', () => {
	const refuse = (status: number, times: number | 'always' = 1, body: unknown = {}) =>
		service.simulator.fault({ kind: 'answer', status, path: REGISTER, times, body });

	it('adopts the first number of the pool that fits the filters, another one for each item', async () => {
		const [first, second] = await available({ country: 'CA' });
		const { json, requests } = await adopt(FIRST, {
			filters: { country: 'CA' },
			items: [{}, {}],
		});
		expect(requests[0].query).toBe('country=CA');
		expect(json.map(({ number }) => number)).toEqual([first, second]);
		expect(Object.keys(json[0])[0]).toBe('number');
	});

	it('adopts only a number that starts with the digits', async () => {
		const fitting = (await available()).filter((number) => number.startsWith('+1415'));
		const { json } = await adopt(FIRST, { filters: { numberStartsWith: '+1415' } });
		expect(json[0].number).toBe(fitting[0]);
		// These stand in the middle of the first number.
		const none = await adopt(FIRST, { filters: { numberStartsWith: '+2125' }, node: CONTINUE });
		expect(outcomes(none.json)).toEqual(['failed']);
		expect(registered()).toEqual([fitting[0]]);
	});

	it.each([
		[409, {}],
		[404, 'Number is taken'],
		[410, '[]'],
	])('takes the next number where the service refuses one: %i with %j', async (status, body) => {
		const numbers = await available();
		refuse(status, 2, body);
		const { json } = await adopt(FIRST);
		expect(registered()).toEqual(numbers.slice(0, 3));
		expect(json[0].number).toBe(numbers[2]);
	});

	it.each([403, 408, 500])('stops at the first number after %i', async (status) => {
		const [first] = await available();
		refuse(status);
		const { json } = await adopt(FIRST, { node: CONTINUE });
		expect(registered()).toEqual([first]);
		const mayHaveBeenSent = status !== 403;
		expect(json).toMatchObject([{ errorDetails: { mayHaveBeenSent, httpCode: String(status) } }]);
		if (!mayHaveBeenSent) return;
		expect(json[0].error).toContain(first);
		expect(JSON.stringify(json[0].errorDetails)).toContain('Get Status');
	});

	it('tries ten numbers for an item, and fails where none of them can be adopted', async () => {
		const numbers = await available();
		refuse(409, 'always');
		const { json } = await adopt(FIRST, { node: CONTINUE });
		expect(registered()).toEqual(numbers.slice(0, 10));
		expect(json).toEqual([refusedItem('number')]);
		expect(json[0].error).toContain('can be adopted. The last refusal was: The service refused');
		expect(json[0].errorDetails).toMatchObject({
			description: expect.stringMatching(/^Use fewer/),
		});
	});

	it('adopts another number for the next item, although the service still lists the first', async () => {
		// The first one names no number.
		const text = [{ data: {} }, ...NUMBERS.slice(0, 2).map((e164) => ({ data: { e164 } }))];
		const data = { text, imessage: [], whatsapp: [], voice: [] };
		const path = '/enterprise/lease/purchasable';
		service.simulator.fault({ kind: 'answer', body: { data }, path, times: 'always' });
		await adopt(FIRST, { items: [{}, {}] });
		expect(registered()).toEqual(NUMBERS.slice(0, 2));
	});

	it('with Retry On Fail, a number that may have been adopted is not adopted again', async () => {
		service.simulator.fault({ kind: 'reset', when: 'before', nth: 2 });
		const { json } = await adopt(FIRST, { items: [{}, {}], node: { ...RETRY, ...CONTINUE } });
		expect(outcomes(json)).toEqual(['possibly sent', 'done']);
		expect(new Set(registered()).size).toBe(2);
		expect(registered()).toHaveLength(2);
	});
});

/** Somebody else has the number. */
const TAKEN = { kind: 'answer', status: 409, path: REGISTER, body: {} } as const;

describe.each(BOTH)('an Adopt Once Key of %s', (operation) => {
	it('adopts once, however often the workflow runs', async () => {
		expect(outcomes((await once(operation)).json)).toEqual(['done']);
		const { json } = await once(operation, { items: customers(2) });
		expect(json[0]).toEqual({ skipped: true, adoptOnceKey: 'customer 0' });
		expect(outcomes(json)).toEqual(['skipped', 'done']);
		expect(registered()).toHaveLength(2);
	});

	it('stays used where the number may have been adopted, so that nothing is charged twice', async () => {
		const isSearching = operation === FIRST;
		// It keeps its key while it looks for a number that it can have.
		if (isSearching) service.simulator.fault(TAKEN);
		service.simulator.fault({ kind: 'reset', when: 'after', path: REGISTER });
		expect(outcomes((await once(operation, { node: CONTINUE })).json)).toEqual(['possibly sent']);
		expect((await once(operation)).json).toEqual([
			{ skipped: true, adoptOnceKey: 'customer 0', mayHaveBeenSent: true },
		]);
		expect(registered()).toHaveLength(isSearching ? 2 : 1);
	});

	it('can be used again where no number was adopted', async () => {
		service.simulator.fault({ ...TAKEN, times: 'always' });
		expect(outcomes((await once(operation, { node: CONTINUE })).json)).toEqual(['failed']);
		service.simulator.clearFaults();
		expect(outcomes((await once(operation)).json)).toEqual(['done']);
	});

	it('adopts once over the tries of Retry On Fail, and the rounds of a loop', async () => {
		service.simulator.fault({ kind: 'answer', status: 403, path: REGISTER, body: {} });
		const rounds = [customers(2), customers(2)];
		const { json } = await once(operation, { rounds, node: RETRY });
		expect(outcomes(json)).toEqual(['done', 'done', 'skipped', 'skipped']);
		expect(registered()).toHaveLength(3);
	});

	it('adopts for the first of the items that share it', async () => {
		const items = customers(3).map((item) => ({ ...item, customer: 'one' }));
		// Also where they begin in the same moment.
		const options = operation === FIRST ? {} : { concurrency: 3 };
		const { json } = await once(operation, { items, options });
		expect(outcomes(json)).toEqual(['done', 'skipped', 'skipped']);
		expect(registered()).toHaveLength(1);
	});
});
