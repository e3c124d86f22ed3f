import type { INodeListSearchItems } from 'n8n-workflow';

import { searchNumbers, searchPage } from '../support/numberSearch';
import { simulated } from '../support/simulated';

const service = simulated();

const search = async (filter?: string) => await searchNumbers(service.credentials(), filter);

const numbers = async (filter?: string) => (await search(filter)).map(({ value }) => value);

/** Numbers of the simulator's pool that fit. */
const pool = (fits: (number: (typeof service.simulator.pool)[number]) => boolean) =>
	service.simulator.pool.filter(fits).map(({ data }) => data.e164);

describe('the list of numbers', () => {
	it('holds every number once, in whichever lists it stands', async () => {
		expect((await numbers()).sort()).toEqual(pool(() => true).sort());
	});

	it('is there where the service answers only when it is asked again', async () => {
		service.simulator.fault({ kind: 'answer', status: 503, body: {} });
		expect(await numbers()).toHaveLength(service.simulator.pool.length);
	});

	it('says of a number where it is, whose it is and what it can do', async () => {
		const [{ name }] = await search('+14155550122');
		expect(name).toBe('+1 (415) 555-0122 · United States · text, sms, imessage · TMO');
	});

	it.each([
		['france', 'FR'],
		['Canada', 'CA'],
		['united kingdom', 'UK'],
		['uk', 'UK'],
		['United States', 'US'],
	])('finds "%s"', async (typed, country) => {
		expect((await numbers(typed)).sort()).toEqual(pool((one) => one.country === country).sort());
	});

	it.each(['imessage', 'iMessage', 'whatsapp', 'voice', 'mms'])('finds "%s"', async (typed) => {
		const found = await numbers(typed);
		const able = pool(({ supports }) => supports.includes(typed.toLowerCase()));
		expect(able.length).toBeGreaterThan(0);
		expect(found.sort()).toEqual(able.sort());
	});

	it.each([
		['france sms', 'FR'],
		['tmo uk whatsapp', 'UK'],
		['canada, iMessage', 'CA'],
	])('finds "%s" by all of its words', async (typed, country) => {
		const found = await numbers(typed);
		expect(found.length).toBeGreaterThan(0);
		expect(pool((one) => one.country === country)).toEqual(expect.arrayContaining(found));
	});

	it.each(['+1 415-555-0122', '4155550122', '(415) 555-0122', '415 555 0122'])(
		'finds a number written as %s',
		async (typed) => expect(await numbers(typed)).toEqual(['+14155550122']),
	);

	it('holds what the service names otherwise as it names it', async () => {
		const record = { number: '15550001', country: 'DE', supports: ['fax', 7], carrier: 'ACME' };
		service.simulator.fault({
			kind: 'answer',
			body: { data: { text: [record], imessage: [], whatsapp: [], voice: [] } },
		});
		expect(await search('de fax')).toEqual([
			{ name: '+15550001 · DE · text, fax · ACME', value: '+15550001' },
		]);
	});

	/** A pool of so many numbers, every second one in the United Kingdom. */
	function hold(count: number) {
		const text = Array.from({ length: count }, (_, nth) => ({
			number: String(15550100000 + nth),
			country: nth % 2 ? 'UK' : 'US',
			supports: ['sms'],
			carrier: 'TMO',
			data: {},
		}));

		service.simulator.fault({
			kind: 'answer',
			times: 'always',
			body: { data: { text, imessage: [], whatsapp: [], voice: [] } },
		});
	}

	/** All pages of a search. */
	async function pages(filter?: string): Promise<INodeListSearchItems[][]> {
		const all: INodeListSearchItems[][] = [];
		let token: string | undefined;
		do {
			const page = await searchPage(service.credentials(), filter, token);
			all.push(page.results);
			({ paginationToken: token } = page);
		} while (token !== undefined && all.length < 10);
		return all;
	}

	it.each([
		[500, [500]],
		[1201, [500, 500, 201]],
	])('gives %i numbers 500 at once, each once', async (count, sizes) => {
		hold(count);
		const found = await pages();
		expect(found.map(({ length }) => length)).toEqual(sizes);
		expect(new Set(found.flat().map(({ value }) => value)).size).toBe(count);
	});

	it.each([
		['0101200', 1],
		['uk', 600],
		['united kingdom tmo sms', 600],
		['canada', 0],
	])('looks through all of them for "%s"', async (typed, count) => {
		hold(1201);
		expect((await pages(typed)).flat()).toHaveLength(count);
	});
});
