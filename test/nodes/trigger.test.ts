import type { INodeParameters } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { Poller } from '../support/poller';
import { simulated } from '../support/simulated';

const service = simulated();

/** Makes the service answer this to everything, or to what is asked at a path. */
function answers(answer: Partial<FaultSpec>): void {
	service.simulator.fault({ kind: 'answer', times: 'always', body: {}, ...answer });
}

const refused = { kind: 'answer', status: 403, body: {} } as const;

/** The items that fired, by number. */
const numbersOf = (items: Array<Record<string, unknown>> | null) =>
	items?.map(({ number }) => number) ?? null;

describe('when a number becomes available', () => {
	const available = (filters: INodeParameters = {}) =>
		new Poller({ event: 'numberAvailable', filters }, service.credentials());

	const listOf = (...numbers: string[]) => ({
		text: numbers.map((number) => ({ number, data: { e164: `+${number}` } })),
		imessage: [],
		whatsapp: [],
		voice: [],
	});

	const bodyOf = (data: object) => ({
		id: 'psr_1',
		object: 'pool_available_adoption',
		created_at: 1,
		data,
	});

	/** Makes the pool hold just these numbers from now on. */
	function poolHolds(...numbers: string[]): void {
		service.simulator.clearFaults();
		answers({ body: bodyOf(listOf(...numbers)) });
	}

	const [A, B, C, D] = ['12025550101', '12025550102', '14155550103', '16285550104'];

	it('the first poll fires nothing, and later ones fire each new number once', async () => {
		const poller = available();
		poolHolds(A);
		expect(await poller.poll()).toBeNull();
		expect(await poller.poll()).toBeNull();

		poolHolds(A, B, C);
		expect(numbersOf(await poller.poll())).toEqual([B, C]);
		expect(await poller.poll()).toBeNull();
	});

	it('its item is what Get Many returns, and names every list that the number is in', async () => {
		const poller = available();
		poolHolds();
		await poller.poll();
		service.simulator.clearFaults();
		const items = await poller.poll();

		const { json } = await service.run({ resource: 'lease', operation: 'getAll', returnAll: true });
		const firsts = json.filter(
			({ number }, index) => json.findIndex((other) => other.number === number) === index,
		);
		const expected = firsts.map((record) => {
			const same = json.filter(({ number }) => number === record.number);
			return { ...record, pools: same.map(({ pool }) => pool) };
		});
		expect(items).toEqual(expected);
	});

	it('one answer without it changes nothing, and two make it new again', async () => {
		const poller = available();
		poolHolds(A, B);
		await poller.poll();
		for (const pool of [[], [A, B], [A], [A, B]]) {
			poolHolds(...pool);
			expect(await poller.poll()).toBeNull();
		}

		poolHolds();
		await poller.poll();
		await poller.poll();
		poolHolds(A);
		expect(numbersOf(await poller.poll())).toEqual([A]);
	});

	it('only those that fit the filters fire, and other filters begin a new record', async () => {
		const poller = available({ country: 'US', numberStartsWith: '+1415, +1628' });
		poolHolds(C);
		await poller.poll();
		expect(service.asked()[0].query).toBe('country=US');
		poolHolds(A, C, D);
		expect(numbersOf(await poller.poll())).toEqual([D]);

		poller.parameters = { ...poller.parameters, filters: { country: 'US' } };
		expect(await poller.poll()).toBeNull();
		poolHolds(A, B, C, D);
		expect(numbersOf(await poller.poll())).toEqual([B]);
	});

	it('another credential or Base URL begins a new record, and a renewed token does not', async () => {
		const poller = available();
		const { credentials } = poller;
		poolHolds(A);
		await poller.poll();
		credentials.apiToken = 'demo-enterprise-renewed';
		poolHolds(A, B);
		expect(numbersOf(await poller.poll())).toEqual([B]);

		poller.credentialId = '2';
		poolHolds(A, B, C);
		expect(await poller.poll()).toBeNull();

		credentials.baseUrl = String(credentials.baseUrl).replace('127.0.0.1', 'localhost');
		poolHolds(A, B, C, D);
		expect(await poller.poll()).toBeNull();
	});

	it('a poll that fails loses nothing', async () => {
		const poller = available();
		const poll = poller.activate();
		poolHolds(A);
		await poll();
		service.simulator.clearFaults();
		answers(refused);
		await expect(poll()).rejects.toThrow('does not allow listing the available numbers');

		poolHolds(A, B);
		expect(numbersOf(await poll())).toEqual([B]);
	});

	it('a poll that overlaps another one leaves everything to the next', async () => {
		const poll = available().activate();
		poolHolds(A);
		await poll();

		service.simulator.clearFaults();
		const gate = service.simulator.hold({
			kind: 'answer',
			body: bodyOf(listOf(A, B)),
			times: 1,
		});
		answers({ body: bodyOf(listOf(A, B, C)) });
		const slow = poll();
		await gate.holds(1);
		expect(await poll()).toBeNull();

		gate.open();
		expect(numbersOf(await slow)).toEqual([B]);
		expect(numbersOf(await poll())).toEqual([C]);
		expect(await poll()).toBeNull();
	});

	it('a test by hand shows one number, and leaves the record alone', async () => {
		const poller = available();
		poolHolds(A, B);
		expect(await poller.test()).toMatchObject([{ number: A, pool: 'text', pools: ['text'] }]);
		expect(await poller.poll()).toBeNull();

		poolHolds(A, B, C);
		await poller.test();
		expect(numbersOf(await poller.poll())).toEqual([C]);

		poolHolds();
		await expect(poller.test()).rejects.toThrow('No available number fits the filters');
	});

	it('it is found among 5,000', async () => {
		const poller = available();
		const many = Array.from({ length: 5000 }, (_, index) => String(12_125_550_000 + index));
		poolHolds(...many);
		await poller.poll();
		poolHolds(...many, D);
		expect(numbersOf(await poller.poll())).toEqual([D]);
	});
});

describe('when the status of a watched number changes', () => {
	const [FIRST, SECOND, THIRD] = ['+12125550101', '+13055550110', '+12025550103'];
	const good = { status: 'available', health: 'good' };
	const adopted = { status: 'adopted', health: 'good' };

	const watching = (numbers: unknown[]) =>
		new Poller(
			{ event: 'numberStatusChanged', numbers: numbers as string[] },
			service.credentials(),
		);

	/** Makes the service know just these numbers, by their data, from now on. */
	function statesAre(states: Record<string, object>): void {
		service.simulator.clearFaults();
		for (const [number, data] of Object.entries(states)) {
			const path = `/enterprise/lease/status/${number}`;
			answers({ path, body: { number: number.slice(1), data } });
		}
		answers({ status: 404, body: { message: 'Unknown' } });
	}

	it('it fires once, with what there was before, and the first poll fires nothing', async () => {
		const poller = watching([FIRST, SECOND]);
		statesAre({ [FIRST]: good, [SECOND]: good });
		expect(await poller.poll()).toBeNull();

		statesAre({ [FIRST]: adopted, [SECOND]: { status: 'available', health: 'poor' } });
		expect(await poller.poll()).toEqual([
			{ number: FIRST.slice(1), data: adopted, previous: good },
			{
				number: SECOND.slice(1),
				data: { status: 'available', health: 'poor' },
				previous: good,
			},
		]);
		expect(await poller.poll()).toBeNull();
	});

	it('a field that is missing, null or empty is the same as before', async () => {
		const poller = watching([FIRST]);
		for (const empty of [{}, { health: null }, { health: '' }, {}]) {
			statesAre({ [FIRST]: { status: 'available', ...empty } });
			expect(await poller.poll()).toBeNull();
		}

		statesAre({ [FIRST]: good });
		expect(await poller.poll()).toMatchObject([{ previous: { status: 'available', health: '' } }]);
	});

	it('numbers that cannot be read keep their state, and the log names them', async () => {
		const poller = watching([FIRST, SECOND, THIRD]);
		statesAre({ [FIRST]: good, [SECOND]: good });
		await poller.poll();
		expect(poller.log).toEqual([
			expect.stringMatching(
				/1 of 3 watched numbers could not be read: .*The numbers: \+12025550103$/,
			),
		]);

		statesAre({ [FIRST]: adopted, [THIRD]: good });
		expect(numbersOf(await poller.poll())).toEqual([FIRST.slice(1)]);
		expect(poller.log[1]).toContain(SECOND);

		statesAre({ [FIRST]: adopted, [SECOND]: adopted, [THIRD]: good });
		expect(await poller.poll()).toMatchObject([{ number: SECOND.slice(1), previous: good }]);
	});

	it('the poll fails where none can be read, and loses nothing', async () => {
		const poller = watching([FIRST, SECOND]);
		statesAre({ [FIRST]: good, [SECOND]: good });
		await poller.poll();
		statesAre({});
		await expect(poller.poll()).rejects.toThrow(`The numbers: ${FIRST}, ${SECOND}`);

		statesAre({ [FIRST]: adopted, [SECOND]: good });
		expect(await poller.poll()).toMatchObject([{ number: FIRST.slice(1), previous: good }]);
	});

	it('numbers that stay in the list keep their state, and new ones are recorded first', async () => {
		const poller = watching([FIRST, SECOND]);
		statesAre({ [FIRST]: good, [SECOND]: good });
		await poller.poll();
		statesAre({ [FIRST]: adopted, [SECOND]: adopted, [THIRD]: good });
		poller.parameters = { ...poller.parameters, numbers: [THIRD, FIRST] };
		expect(numbersOf(await poller.poll())).toEqual([FIRST.slice(1)]);

		poller.parameters = { ...poller.parameters, numbers: [THIRD, FIRST, SECOND] };
		expect(await poller.poll()).toBeNull();
	});

	it('an entry may hold several numbers, and each number is read once', async () => {
		const entries = [`${FIRST}, ${SECOND};`, '\n+1 202-555-0103\r\n', 12125550101];
		statesAre({ [FIRST]: good, [SECOND]: good, [THIRD]: good });
		await watching(entries).poll();
		expect(
			service
				.asked()
				.map(({ path }) => decodeURIComponent(path.split('/').pop() ?? ''))
				.sort(),
		).toEqual([FIRST, SECOND, THIRD].sort());
	});

	it.each([[[]], [['']], [['hello']], [[`${FIRST}, 555`]]])(
		'a list of %j is refused before any request',
		async (numbers) => {
			await expect(watching(numbers).poll()).rejects.toMatchObject({
				message: expect.stringMatching(/^'Numbers' (is empty|".*" is not)/),
				// There is no such option here.
				description: expect.not.stringContaining('Default Country'),
			});
			expect(service.asked()).toEqual([]);
		},
	);

	it('200 numbers are read in one poll', async () => {
		const many = Array.from({ length: 200 }, (_, index) => `+1202555${1000 + index}`);
		const poller = watching(many);
		const states = Object.fromEntries(many.map((number) => [number, good]));
		statesAre(states);
		await poller.poll();
		statesAre({ ...states, [many[199]]: adopted });
		expect(numbersOf(await poller.poll())).toEqual([many[199].slice(1)]);
		expect(service.simulator.stats).toMatchObject({ requests: 400 });
	});

	it('ten numbers are read at the same time', async () => {
		const numbers = service.simulator.pool.slice(0, 30).map(({ data }) => data.e164);
		const gate = service.simulator.hold({ times: 10 });
		const polling = watching(numbers).poll();
		await gate.holds(10);
		gate.open();
		await polling;
		expect(service.simulator.stats).toMatchObject({ requests: 30, maxInFlight: 10 });
	});

	it('a test by hand shows one number as it is, and fails with those that cannot be read', async () => {
		const poller = watching([FIRST, SECOND]);
		statesAre({ [FIRST]: good, [SECOND]: good });
		expect(await poller.test()).toEqual([
			{ number: FIRST.slice(1), data: good, previous: { status: '', health: '' } },
		]);

		statesAre({ [FIRST]: good });
		await expect(poller.test()).rejects.toThrow(`The numbers: ${SECOND}`);
	});
});
