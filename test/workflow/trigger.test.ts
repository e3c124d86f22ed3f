import type { NumberRecord } from '../../simulator';
import { Poller } from '../support/poller';
import { simulated } from '../support/simulated';

const service = simulated();

/** Makes the pool hold just these numbers, in these arrays, from now on. */
function poolHolds(
	pools: Partial<Record<'text' | 'imessage' | 'whatsapp' | 'voice', string[]>>,
): void {
	const records = (numbers: string[] = []) =>
		numbers.map((number) => ({ number, data: { e164: `+${number}` } }));
	service.simulator.clearFaults();
	service.simulator.fault({
		kind: 'answer',
		times: 'always',
		path: '/enterprise/lease/purchasable',
		body: {
			id: 'psr_1',
			object: 'pool_available_adoption',
			created_at: 1,
			data: {
				text: records(pools.text),
				imessage: records(pools.imessage),
				whatsapp: records(pools.whatsapp),
				voice: records(pools.voice),
			},
		},
	});
}

/** Makes a number's record say this of it from now on. */
function numberIs(number: string, data: Partial<NumberRecord['data']>): void {
	service.simulator.fault({
		kind: 'answer',
		path: `/enterprise/lease/status/${number}`,
		body: { number: number.slice(1), data },
		times: 'always',
	});
}

const fired = (items: Array<Record<string, unknown>> | null) =>
	items?.map(({ pool, number }) => `${String(pool)} ${String(number)}`) ?? null;

describe('a number can be had', () => {
	const available = (parameters = {}) =>
		new Poller({ event: 'numberAvailable', filters: {}, ...parameters }, service.credentials());

	it('fires for what is new since the poll before, and not at first', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		expect(await poller.poll()).toBeNull();
		expect(await poller.poll()).toBeNull();
		poolHolds({ text: ['12025550101', '12025550102'], voice: ['12025550103'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550102', 'voice 12025550103']);
		expect(await poller.poll()).toBeNull();
	});

	it('fires with the record as Get Many gives it', async () => {
		const poller = available();
		poolHolds({});
		await poller.poll();
		service.simulator.clearFaults();
		const items = await poller.poll();
		const { json } = await service.run({ resource: 'lease', operation: 'getAll', returnAll: true });
		expect(items).toEqual(json);
	});

	it('fires again for a number that leaves and comes back', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poolHolds({});
		expect(await poller.poll()).toBeNull();
		poolHolds({ text: ['12025550101'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550101']);
	});

	it('counts a number in two arrays as two', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poolHolds({ text: ['12025550101'], imessage: ['12025550101'] });
		expect(fired(await poller.poll())).toEqual(['imessage 12025550101']);
	});

	it('sends the filters, and begins anew when they change', async () => {
		const poller = available({ filters: { supports: ['sms', 'mms'], country: 'US' } });
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		expect(service.asked()[0].query).toBe('supports=sms&supports=mms&country=US');
		poller.parameters = { ...poller.parameters, filters: { country: 'CA' } };
		poolHolds({ text: ['14165550102'] });
		expect(await poller.poll()).toBeNull();
		poolHolds({ text: ['14165550102', '14165550103'] });
		expect(fired(await poller.poll())).toEqual(['text 14165550103']);
	});

	it('misses nothing when a poll fails', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		service.simulator.clearFaults();
		service.simulator.fault({ kind: 'answer', status: 400, body: {} });
		await expect(poller.poll()).rejects.toThrow('did not accept');
		poolHolds({ text: ['12025550101', '12025550102'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550102']);
	});

	it('shows what is there now when it is tested by hand, and forgets that', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		expect(fired(await poller.test())).toEqual(['text 12025550101']);
		expect(fired(await poller.test())).toEqual(['text 12025550101']);
		expect(await poller.poll()).toBeNull();
	});

	it('keeps the record of ten thousand numbers small', async () => {
		const poller = available();
		poolHolds({
			text: Array.from({ length: 10_000 }, (_, index) => String(12_025_000_000 + index)),
		});
		await poller.poll();
		// About 13 characters a number: its digits, its list, and a blank.
		expect(poller.stateSize).toBeLessThan(10_000 * 14);
	});
});

describe("a number's status changes", () => {
	const FIRST = '+12025550101';
	const SECOND = '+12025550102';
	const watching = (numbers: Array<string | number>) =>
		new Poller({ event: 'numberStatusChanged', numbers: numbers as never }, service.credentials());
	const good = { status: 'available', health: 'good' };

	it('fires for status and for health, with what they were', async () => {
		const poller = watching([FIRST, SECOND]);
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		expect(await poller.poll()).toBeNull();
		expect(await poller.poll()).toBeNull();
		service.simulator.clearFaults();
		numberIs(FIRST, good);
		numberIs(SECOND, { status: 'available', health: 'poor' });
		expect(await poller.poll()).toEqual([
			{
				number: SECOND.slice(1),
				data: { status: 'available', health: 'poor' },
				previous: good,
			},
		]);
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		numberIs(SECOND, { status: 'available', health: 'poor' });
		expect(await poller.poll()).toMatchObject([
			{ number: FIRST.slice(1), data: { status: 'adopted' }, previous: good },
		]);
		expect(await poller.poll()).toBeNull();
	});

	it('reads numbers however they are written, each once', async () => {
		const poller = watching(['+1 202-555-0101', '12025550101', 12025550101]);
		numberIs(FIRST, good);
		await poller.poll();
		expect(service.asked().map(({ path }) => path)).toEqual([
			'/enterprise/lease/status/%2B12025550101',
		]);
	});

	it('reads ten at a time', async () => {
		const numbers = service.simulator.pool.slice(0, 30).map(({ data }) => data.e164);
		const gate = service.simulator.hold({ times: 10 });
		const rest = service.simulator.hold();
		const polling = watching(numbers).poll();
		await gate.holds(10);
		gate.open();
		await rest.holds(10);
		rest.open();
		await polling;
		expect(service.simulator.stats).toMatchObject({ requests: 30, maxInFlight: 10 });
	});

	it('fires for the others when one cannot be read, and tells of that one once', async () => {
		const poller = watching([FIRST, SECOND]);
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		await poller.poll();
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		service.simulator.fault({
			kind: 'answer',
			status: 404,
			body: {},
			path: `/enterprise/lease/status/${SECOND}`,
			times: 2,
		});
		expect(await poller.poll()).toMatchObject([{ number: FIRST.slice(1) }]);
		expect(await poller.poll()).toBeNull();
		expect(poller.told).toHaveLength(1);
		expect(poller.told[0].message).toContain(`does not know the number ${SECOND}`);
		numberIs(SECOND, { status: 'available', health: 'poor' });
		expect(await poller.poll()).toMatchObject([{ number: SECOND.slice(1), previous: good }]);
	});

	it('fails when no number can be read, and then misses nothing', async () => {
		const poller = watching([FIRST]);
		numberIs(FIRST, good);
		await poller.poll();
		service.simulator.clearFaults();
		service.simulator.fault({ kind: 'answer', status: 403, body: {} });
		await expect(poller.poll()).rejects.toThrow('does not allow this');
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		expect(await poller.poll()).toMatchObject([{ previous: good }]);
	});

	it('begins anew when the watched numbers change, but not when only their order does', async () => {
		const poller = watching([FIRST, SECOND]);
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		await poller.poll();
		poller.parameters = { ...poller.parameters, numbers: [SECOND, FIRST] };
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		numberIs(SECOND, good);
		expect(await poller.poll()).toHaveLength(1);
		poller.parameters = { ...poller.parameters, numbers: [SECOND] };
		service.simulator.clearFaults();
		numberIs(SECOND, { status: 'adopted', health: 'good' });
		expect(await poller.poll()).toBeNull();
	});

	it('shows the records as they are when it is tested by hand', async () => {
		numberIs(FIRST, good);
		expect(await watching([FIRST]).test()).toEqual([
			{ number: FIRST.slice(1), data: good, previous: good },
		]);
	});

	it.each([[[]], [['']], [['hello']], [['2025550101', '555']]])(
		'refuses to watch %j, and says why',
		async (numbers) => {
			await expect(watching(numbers).poll()).rejects.toThrow(/^Numbers (is empty|".*" is not)/);
			expect(service.asked()).toEqual([]);
		},
	);
});
