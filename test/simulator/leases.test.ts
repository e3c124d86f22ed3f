import type { NumberRecord } from '../../simulator';
import { useSimulator } from './caller';

const NUMBER = '+12125550101';
const PATH = encodeURIComponent(NUMBER);

/** Ranges that the regulators keep for fiction. */
const FICTION: Record<string, RegExp> = {
	US: /^\+1[2-9]\d\d55501\d\d$/,
	CA: /^\+1[2-9]\d\d55501\d\d$/,
	UK: /^\+447700900\d{3}$/,
	FR: /^\+33(19900|63998)\d{4}$/,
};

type Pool = Record<'text' | 'imessage' | 'whatsapp' | 'voice', NumberRecord[]>;

describe('leases', () => {
	const { simulator, get, post } = useSimulator();
	const pool = async (query = ''): Promise<Pool> => {
		const { status, body } = await get(`/enterprise/lease/purchasable${query}`);
		expect(status).toBe(200);
		return (body as { data: Pool }).data;
	};
	const listed = async (query = '') => Object.values(await pool(query)).flat();

	it('list the numbers under four keys, in an envelope', async () => {
		const { body } = await get('/enterprise/lease/purchasable');
		expect(body).toEqual({
			id: expect.stringMatching(/^psr_\w+$/) as unknown,
			object: 'pool_available_adoption',
			created_at: expect.any(Number) as unknown,
			data: {
				text: expect.any(Array) as unknown,
				imessage: expect.any(Array) as unknown,
				whatsapp: expect.any(Array) as unknown,
				voice: expect.any(Array) as unknown,
			},
		});

		const { text } = (body as { data: Pool }).data;
		expect(text[0]).toEqual({
			type: 'text',
			number: '12125550101',
			country: 'US',
			supports: ['sms', 'mms'],
			carrier: 'SERVICE',
			data: {
				status: 'available',
				health: 'good',
				formatted: '+1 (212) 555-0101',
				e164: NUMBER,
			},
		});
	});

	it('hold every country, carrier and type, with some numbers in two arrays, and no number that is real', async () => {
		const records = simulator().pool;
		expect(new Set(records.map(({ country }) => country))).toEqual(
			new Set(['US', 'CA', 'UK', 'FR']),
		);
		expect(new Set(records.map(({ carrier }) => carrier))).toEqual(
			new Set(['TMO', 'ATT', 'SERVICE']),
		);
		expect(new Set(records.map(({ type }) => type))).toEqual(
			new Set(['text', 'imessage', 'whatsapp']),
		);

		for (const { number, country, data } of records) {
			expect(data.e164).toMatch(FICTION[country] as RegExp);
			expect(data.e164).toBe(`+${number}`);
			expect(data.formatted.replace(/[ ()-]/g, '')).toBe(data.e164);
		}
		expect(new Set(records.map(({ number }) => number)).size).toBe(records.length);
		expect((await listed()).length).toBeGreaterThan(records.length);
	});

	it.each([
		['?country=FR', ({ country }: NumberRecord) => country === 'FR'],
		['?carrier=ATT', ({ carrier }: NumberRecord) => carrier === 'ATT'],
		['?supports=mms', ({ supports }: NumberRecord) => supports.includes('mms')],
		[
			'?supports=sms&supports=voice',
			({ supports }: NumberRecord) => supports.includes('sms') && supports.includes('voice'),
		],
		[
			'?country=CA&carrier=SERVICE',
			({ country, carrier }: NumberRecord) => country === 'CA' && carrier === 'SERVICE',
		],
	])('are filtered by %s', async (query, wanted) => {
		const all = await listed();
		const some = await listed(query);
		expect(some).toEqual(all.filter(wanted));
		expect(some.length).toBeGreaterThan(0);
	});

	it('are filtered by type: only that array is filled', async () => {
		const all = await pool();
		expect(await pool('?type=whatsapp')).toEqual({
			text: [],
			imessage: [],
			whatsapp: all.whatsapp,
			voice: [],
		});
	});

	it.each([
		'?type=voice',
		'?type=text&type=whatsapp',
		'?country=DE',
		'?country=us',
		'?carrier=VZW',
		'?supports=fax',
		'?supports=sms,mms',
		'?supports[]=sms',
		'?supports=',
		'?type=',
		'?limit=10',
	])('refuse the query %s', async (query) => {
		expect((await get(`/enterprise/lease/purchasable${query}`)).status).toBe(400);
	});

	it('tell the status of one number, without an envelope', async () => {
		const { status, body } = await get(`/enterprise/lease/status/${PATH}`);
		expect(status).toBe(200);
		expect(body).toEqual((await pool()).text[0]);
	});

	it('adopt a number: it leaves the list and its status changes', async () => {
		const { status, body } = await post(`/enterprise/lease/register/${PATH}`);
		expect(status).toBe(200);
		expect(body).toEqual({
			id: expect.stringMatching(/^rsr_\w+$/) as unknown,
			object: 'adopted_number_confirmation',
			created_at: expect.any(Number) as unknown,
			data: { carrier: 'SERVICE', type: 'text', supports: ['sms', 'mms'], price: 2 },
		});
		expect((await get(`/enterprise/lease/status/${PATH}`)).body).toMatchObject({
			data: { status: 'adopted' },
		});
		expect((await listed()).map(({ data }) => data.e164)).not.toContain(NUMBER);
		expect((await post(`/enterprise/lease/register/${PATH}`)).status).toBe(409);
	});

	it('relinquish a number: it can be adopted again', async () => {
		await post(`/enterprise/lease/register/${PATH}`);
		const { status, body } = await post(`/enterprise/lease/relinquish/${PATH}`);
		expect(status).toBe(200);
		expect(body).toEqual({
			id: expect.stringMatching(/^rqn_\w+$/) as unknown,
			object: 'relinquished_confirmation',
			created_at: expect.any(Number) as unknown,
			data: { oos: 0, number: '12125550101' },
		});
		expect((await pool()).text[0]?.data.e164).toBe(NUMBER);
		expect((await post(`/enterprise/lease/relinquish/${PATH}`)).status).toBe(409);
	});

	it('do not know every number', async () => {
		const stranger = encodeURIComponent('+12125550199');
		expect((await get(`/enterprise/lease/status/${stranger}`)).status).toBe(404);
		expect((await post(`/enterprise/lease/register/${stranger}`)).status).toBe(404);
		expect((await post(`/enterprise/lease/relinquish/${stranger}`)).status).toBe(404);
	});

	it.each(['12125550101', '%2B1%20212%20555%200101', '%2B1(212)5550101', 'a%2Fb', '%2B0125550101'])(
		'refuse %s as number',
		async (path) => {
			expect((await get(`/enterprise/lease/status/${path}`)).status).toBe(400);
			expect((await post(`/enterprise/lease/register/${path}`)).status).toBe(400);
			expect((await post(`/enterprise/lease/relinquish/${path}`)).status).toBe(400);
		},
	);

	it.each(['register', 'relinquish'])('refuse a body and a query on %s', async (operation) => {
		await post(`/enterprise/lease/register/${PATH}`);
		simulator().reset();
		for (const body of [{}, { number: NUMBER }, 'null']) {
			expect((await post(`/enterprise/lease/${operation}/${PATH}`, body)).status).toBe(400);
		}
		expect((await post(`/enterprise/lease/${operation}/${PATH}?number=1`)).status).toBe(400);
		expect(simulator().stats.acted).toEqual({});
	});
});
