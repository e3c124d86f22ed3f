import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CONTINUE, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const POOLS = ['text', 'imessage', 'whatsapp', 'voice'];

const getAll = async (filters: INodeParameters = {}, parameters: INodeParameters = {}, more = {}) =>
	await send(service, { operation: 'lease.getAll', filters, parameters, ...more });

describe('Number Lease → Get Many', () => {
	it('lists every number of the four arrays, in their order, with the array as pool', async () => {
		const { json, requests } = await getAll();
		expect(requests).toEqual([
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
		const { json: all } = await getAll();
		const { json: some } = await getAll({}, { returnAll: false });
		expect(some).toEqual(all.slice(0, 50));
		const two = await getAll({}, { returnAll: false, limit: 2 });
		expect(two.json).toEqual(all.slice(0, 2));
		const three = await getAll({}, { returnAll: false, limit: '={{ "3" }}' });
		expect(three.json).toEqual(all.slice(0, 3));
	});

	it.each([0, -1, 1.5, 'many'])('refuses the limit %p', async (limit) => {
		const value = `={{ ${JSON.stringify(limit)} }}`;
		const { error, requests } = await getAll({}, { returnAll: false, limit: value });
		expect(error?.message).toContain(`'Limit' cannot be "${limit}"`);
		expect(requests).toEqual([]);
	});

	it('sends the filters, each feature as a key of its own', async () => {
		const { json, requests } = await getAll({
			supports: ['sms', 'mms'],
			type: 'text',
			country: 'US',
			carrier: 'TMO',
		});
		expect(requests[0].query).toBe('supports=sms&supports=mms&type=text&country=US&carrier=TMO');
		for (const record of json) {
			expect(record).toMatchObject({ type: 'text', country: 'US', carrier: 'TMO' });
		}
	});

	it.each(['+1415', '1415', '1 (415)', ' +1 415 , ', '１４１５', 1415])(
		'gives the numbers that start with %p, and sends no such filter',
		async (beginning) => {
			const { json: all } = await getAll();
			const filters = { numberStartsWith: '={{ $json.beginning }}', country: 'US' };
			const { json, requests } = await getAll(filters, {}, { items: [{ beginning }] });
			const expected = all.filter(({ number }) => String(number).startsWith('1415'));
			expect(expected.length).toBeGreaterThan(0);
			expect(json).toEqual(expected);
			expect(requests[0].query).toBe('country=US');
		},
	);

	it('gives the numbers that start with any of several digits, and limits these', async () => {
		const { json: all } = await getAll();
		const filters = { numberStartsWith: '+1604, 1 (415)' };
		const expected = all.filter(({ number }) => /^1(604|415)/.test(String(number)));
		expect((await getAll(filters)).json).toEqual(expected);
		const two = await getAll(filters, { returnAll: false, limit: 2 });
		expect(two.json).toEqual(expected.slice(0, 2));
		expect((await getAll({ numberStartsWith: '' })).json).toEqual(all);
	});

	it.each(['+', '+1415, -', 'San Francisco', ' , '])(
		'refuses the first digits %p',
		async (numberStartsWith) => {
			const { error, requests } = await getAll({ numberStartsWith });
			expect(error?.message).toContain("'Number Starts With'");
			expect(requests).toEqual([]);
		},
	);

	it('gives no items where there are no numbers', async () => {
		const data = { text: [], imessage: [], whatsapp: [], voice: [] };
		service.simulator.fault({ kind: 'answer', body: { id: 'psr_1', data } });
		expect((await getAll()).json).toEqual([]);
	});

	it('needs an Enterprise plan, and the error says so', async () => {
		const { error } = await getAll({}, {}, { credentials: service.credentials('plain') });
		expect(error?.httpCode).toBe('403');
		expect(error?.description).toContain('Enterprise plan');
	});
});

describe('Number Lease → Get Status', () => {
	const status = async (number: unknown, more = {}) =>
		await send(service, {
			operation: 'lease.getStatus',
			parameters: { number: number as string },
			...more,
		});

	it.each([
		[{ __rl: true, mode: 'number', value: '+1 202-555-0101' }],
		[{ __rl: true, mode: 'list', value: '+12025550101' }],
		[{ __rl: true, mode: 'number', value: '12025550101' }],
		[{ __rl: true, mode: 'number', value: 12025550101 }],
		['+12025550101'],
	])('reads the status of %j, the number as one segment of the path', async (number) => {
		const body = { number: '12025550101', extra: [1], data: {} };
		service.simulator.fault({ kind: 'answer', body });
		const { json, requests } = await status(number);
		const path = '/enterprise/lease/status/%2B12025550101';
		expect(requests).toEqual([{ method: 'GET', path, query: '', body: undefined }]);
		expect(json).toEqual([body]);
	});

	it.each<IDataObject>([{ data: {} }, { number: 7, data: {} }, { data: { health: 'good' } }])(
		'gives the record %j as it is',
		async (body) => {
			service.simulator.fault({ kind: 'answer', body });
			expect((await status('+12025550101')).json).toEqual([body]);
		},
	);

	it.each([404, 410])('says after %i that the service does not know the number', async (code) => {
		service.simulator.fault({ kind: 'answer', status: code, body: { message: 'Gone' } });
		const { json } = await status('+12025550101', { node: CONTINUE });
		expect(json).toEqual([refusedItem('number')]);
		expect(json[0].error).toContain('+12025550101');
	});

	it('refuses an empty number by its name', async () => {
		for (const number of [
			'={{ $json.typo }}',
			{ __rl: true, mode: 'number', value: '={{ "" }}' },
		]) {
			const { error, requests } = await status(number);
			expect(error?.message).toContain("'Number'");
			expect(requests).toEqual([]);
		}
	});
});

it('Number Lease → Relinquish gives a number back', async () => {
	const [{ data }] = service.simulator.pool;
	const statusNow = () => service.simulator.pool[0].data.status;
	const items = [{ number: data.e164 }];
	await send(service, { operation: 'lease.adopt', items });
	expect(statusNow()).not.toBe('available');

	// As a list that n8n saved; in a workflow of today it is plain text.
	const number = { __rl: true, mode: 'list', value: '={{ $json.number }}' };
	const { json, requests } = await send(service, {
		operation: 'lease.relinquish',
		parameters: { number },
		items,
	});
	expect(json).toEqual([
		{
			id: expect.stringMatching(/^rqn_/),
			object: 'relinquished_confirmation',
			created_at: expect.any(Number),
			data: { oos: expect.any(Number), number: data.e164.slice(1) },
		},
	]);
	const path = `/enterprise/lease/relinquish/${encodeURIComponent(data.e164)}`;
	expect(requests).toEqual([{ method: 'POST', path, query: '', body: undefined }]);
	expect(statusNow()).toBe('available');
});
