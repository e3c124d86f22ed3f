import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import { createAdditionalData } from '../support/additionalData';
import { messagingService } from '../support/built';
import { aNode, nodeTypes, workflowOf } from '../support/nodes';
import type { Sending } from '../support/send';
import { send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const POOLS = ['text', 'imessage', 'whatsapp', 'voice'];

const getAll = async (filters: INodeParameters = {}, more: Sending = {}) =>
	await send(service, { operation: 'lease.getAll', filters, ...more });

/** Makes the service list this, once or always. */
const holds = (data: object, times: 1 | 'always' = 1) =>
	service.simulator.fault({ kind: 'answer', body: { data }, times });

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
		holds({ text: Array.from({ length: 60 }, (_, nth) => ({ number: `1555${nth}` })) }, 'always');
		const { json: all } = await getAll();
		const firstOf = async (limit: INodeParameters) =>
			(await getAll({}, { parameters: { returnAll: false, ...limit } })).json;
		expect(await firstOf({})).toEqual(all.slice(0, 50));
		expect(await firstOf({ limit: 2 })).toEqual(all.slice(0, 2));
		expect(await firstOf({ limit: '={{ "3" }}' })).toEqual(all.slice(0, 3));
	});

	it.each([0, 1.5, 'many'])('refuses the limit %p', async (limit) => {
		const parameters = { returnAll: false, limit: `={{ ${JSON.stringify(limit)} }}` };
		const { error, requests } = await getAll({}, { parameters, fails: true });
		expect(error.message).toContain(`'Limit' cannot be "${limit}"`);
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

	it('gives the numbers that start with any of several digits, limits these, and sends no such filter', async () => {
		const { json: all } = await getAll();
		const filters = { numberStartsWith: '+1604, 1 (415)', country: 'US' };
		const { json, requests } = await getAll(filters);
		const expected = all.filter(
			({ number, country }) => /^1(604|415)/.test(`${number}`) && country === 'US',
		);
		expect(expected.length).toBeGreaterThan(2);
		expect(json).toEqual(expected);
		expect(requests[0].query).toBe('country=US');
		const two = await getAll(filters, { parameters: { returnAll: false, limit: 2 } });
		expect(two.json).toEqual(expected.slice(0, 2));
	});

	it.each([
		['+44 (0)20', '4420'],
		['1', '1', 'US'],
		['4', '4', 'UK'],
		['+1212', '1212', 'Germania'],
		['+33 (0)6', '336'],
		['１４１５', '1415'],
		['={{ 1415 }}', '1415'],
		['', '4420 331 336 3906 4940 1415 1628 4415 0201 4402'],
		['0044 20', '4420'],
		['1415-16', '141516'],
		['+39 (0)6', '3906'],
		['49-40; +1-415\n\u200e+1 (628)', '4940 1415 1628'],
		['1', '1'],
	])('reads the first digits %j as %s', async (numberStartsWith, beginnings, country = '') => {
		const all = '44201 331628 3361 39061 49401 14151 1415161 16281 4415541 0201 44021';
		const numbers = all.split(' ');
		const text = numbers.map((number) => ({ number, data: {} }));
		holds({ text });
		const { json } = await getAll({ numberStartsWith, country });
		const expected = numbers.filter((number) =>
			beginnings.split(' ').some((beginning) => number.startsWith(beginning)),
		);
		expect(json.map(({ number }) => number)).toEqual(expected);
	});

	it.each([
		...['+', '+1415, -', '+1212 or +1213', '+1 415x', '*212*', '020', '(0)20', '+020'],
		...['000 44', '+1212 +1305', '++1415', '1415&1', '1'.repeat(16), '1212|1213', '1415.5'],
		...['1415-1420', '1 212 – 1 305', '1212..1215', '1212 1305', '={{ 1415.5 }}'],
	])(
		'refuses the first digits %j before any request, and says how to write them',
		async (given) => {
			const { error, requests } = await getAll({ numberStartsWith: given }, { fails: true });
			expect(error.message).toContain("'Number Starts With' cannot be");
			expect(error.description).toContain('+1415');
			expect(requests).toEqual([]);
		},
	);

	it.each([
		['212', 'US', 'write 1212'],
		['212', '={{ "united states" }}', 'write 1212'],
		['+1212, +33 1', 'CA', 'write 1331'],
	])('refuses the first digits %j in %j: %s', async (numberStartsWith, country, words) => {
		for (const operation of ['lease.getAll', 'lease.adoptFirstAvailable']) {
			const filters = { numberStartsWith, country };
			const { error, requests } = await getAll(filters, { operation, fails: true });
			expect(error.description).toContain(words);
			expect(requests).toEqual([]);
		}
	});

	it('takes what the panel calls a value of the service, in any case, and any other value', async () => {
		const filters = {
			country: '={{ "united kingdom" }}',
			carrier: '={{ "T-Mobile" }}',
			type: '={{ "Text" }}',
			supports: '={{ ["SMS", "fax"] }}',
		};
		holds({ text: [] });
		expect((await getAll(filters)).requests[0].query).toBe(
			'supports=sms&supports=fax&type=text&country=UK&carrier=TMO',
		);
	});

	it.each([{ text: null, voice: [] }, { imessage: [] }, { text: [], whatsapp: null, voice: [] }])(
		'takes a list that is missing or null as empty: %j',
		async (data) => {
			holds(data);
			expect((await getAll()).json).toEqual([]);
		},
	);
});

it.each([
	[{ __rl: true, mode: 'number', value: '+1 202-555-0101' }],
	[{ __rl: true, mode: 'list', value: '+12025550101' }],
	[{ __rl: true, mode: 'number', value: 12025550101 }],
	['+12025550101'],
])(
	'Number Lease → Get Status reads the status of %j, the number as one segment of the path',
	async (number) => {
		const body = { number: 7, extra: [1], data: {} };
		service.simulator.fault({ kind: 'answer', body });
		const parameters = { number };
		const { json, requests } = await send(service, { operation: 'lease.getStatus', parameters });
		const path = '/enterprise/lease/status/%2B12025550101';
		expect(requests).toEqual([{ method: 'GET', path, query: '', body: undefined }]);
		expect(json).toEqual([body]);
	},
);

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

/** Returns what the list of numbers offers for what a user types into its search: the first page, or that of a token. */
async function searchPage(filter?: string, paginationToken?: string) {
	const node = aNode({ parameters: { resource: 'lease', operation: 'adopt' } });
	const types = nodeTypes(messagingService);
	const additionalData = createAdditionalData(service.credentials(), types);
	const context = new LoadOptionsContext(workflowOf(node, types), node, additionalData, '');
	const { searchNumbers } = messagingService.methods?.listSearch ?? {};
	return await searchNumbers.call(context, filter, paginationToken);
}

describe('the list of numbers', () => {
	const search = async (filter?: string) => {
		const { results, paginationToken } = await searchPage(filter);
		expect(paginationToken).toBeUndefined();
		return results;
	};

	const numbers = async (filter?: string) => (await search(filter)).map(({ value }) => value);

	/** Numbers of the simulator's pool that fit. */
	const pool = (fits: (number: (typeof service.simulator.pool)[number]) => boolean) =>
		service.simulator.pool.filter(fits).map(({ data }) => data.e164);

	it('says of a number where it is, whose it is and what it can do', async () => {
		const [{ name }] = await search('+14155550122');
		expect(name).toBe('+1 (415) 555-0122 · US · SMS, iMessage · T-Mobile');
	});

	it.each<[string, (one: (typeof service.simulator.pool)[number]) => boolean]>([
		['united kingdom', ({ country }) => country === 'UK'],
		[
			'canada, iMessage',
			({ country, supports }) => country === 'CA' && supports.includes('imessage'),
		],
		['T-Mobile uk', ({ country, carrier }) => country === 'UK' && carrier === 'TMO'],
		['(415) 555 0122', ({ number }) => number === '14155550122'],
	])('finds "%s"', async (typed, fits) => {
		const found = await numbers(typed);
		expect(found.length).toBeGreaterThan(0);
		expect(found.sort()).toEqual(pool(fits).sort());
	});

	it('holds what the service names otherwise as it names it, and each number by its E.164', async () => {
		const record = { number: '5550001', country: 'DE', supports: ['fax', 7], carrier: 'ACME' };
		holds({ text: [{ ...record, data: { e164: '+15550001' } }] });
		expect(await search('de fax')).toEqual([
			{ name: '+15550001 · DE · SMS, fax · ACME', value: '+15550001' },
		]);
	});

	/** A pool of so many numbers, every second one in the United Kingdom. */
	function holdMany(count: number) {
		const text = Array.from({ length: count }, (_, nth) => ({
			number: String(15550100000 + nth),
			country: nth % 2 ? 'UK' : 'US',
			supports: ['sms'],
			carrier: 'TMO',
			data: {},
		}));
		holds({ text }, 'always');
	}

	/** All pages of a search. */
	async function pages(filter?: string): Promise<INodeListSearchItems[][]> {
		const all: INodeListSearchItems[][] = [];
		let token: string | undefined;
		do {
			const page = await searchPage(filter, token);
			all.push(page.results);
			({ paginationToken: token } = page);
		} while (token !== undefined && all.length < 10);
		return all;
	}

	it('gives 1,201 numbers 500 at once, each once, looks through all of them, and gives 500 in one', async () => {
		holdMany(1201);
		const found = await pages();
		expect(found.map(({ length }) => length)).toEqual([500, 500, 201]);
		expect(new Set(found.flat().map(({ value }) => value)).size).toBe(1201);
		expect((await pages('united kingdom tmo sms')).flat()).toHaveLength(600);
		service.simulator.clearFaults();
		holdMany(500);
		expect(await pages()).toHaveLength(1);
	});
});
