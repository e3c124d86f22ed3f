import type { INodeParameters } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { Poller } from '../support/poller';
import { send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Makes the service answer this to everything, or to what is asked at a path. */
function answers(answer: Partial<FaultSpec>): void {
	service.simulator.fault({ kind: 'answer', times: 'always', body: {}, ...answer });
}

/** The items that fired, by number. */
const numbersOf = (items: Array<Record<string, unknown>> | null) =>
	items?.map(({ number }) => number) ?? null;

describe('when a number becomes available', () => {
	const available = (filters: INodeParameters = {}) =>
		new Poller({ event: 'numberAvailable', filters }, service.credentials());

	const bodyOf = (...numbers: string[]) => ({
		data: { text: numbers.map((number) => ({ number, data: { e164: `+${number}` } })) },
	});

	/** Makes the pool hold just these numbers from now on. */
	function poolHolds(...numbers: string[]): void {
		service.simulator.clearFaults();
		answers({ body: bodyOf(...numbers) });
	}

	const [A, B, C, D] = ['12025550101', '12025550102', '14155550103', '16285550104'];

	/** A trigger that has read the pool once. */
	async function afterFirst(numbers: string[], filters: INodeParameters = {}): Promise<Poller> {
		const poller = available(filters);
		poolHolds(...numbers);
		expect(await poller.poll()).toBeNull();
		return poller;
	}

	it('the first poll fires nothing, and later ones fire each new number once', async () => {
		const poller = await afterFirst([A]);
		expect(await poller.poll()).toBeNull();

		poolHolds(A, B, C);
		expect(numbersOf(await poller.poll())).toEqual([B, C]);
		expect(await poller.poll()).toBeNull();
	});

	it('its item is what Get Many returns, and names every list that the number is in', async () => {
		const poller = await afterFirst([]);
		service.simulator.clearFaults();
		const items = await poller.poll();

		const { json } = await send(service, { operation: 'lease.getAll' });
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
		const poller = await afterFirst([A, B]);
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
		const filters = { country: 'US', numberStartsWith: '+1415, +1628' };
		const poller = await afterFirst([C], filters);
		expect(service.asked()[0].query).toBe('country=US');
		poolHolds(A, C, D);
		expect(numbersOf(await poller.poll())).toEqual([D]);

		poller.parameters = { ...poller.parameters, filters: { country: 'US' } };
		expect(await poller.poll()).toBeNull();
		poolHolds(A, B, C, D);
		expect(numbersOf(await poller.poll())).toEqual([B]);
	});

	it('another credential or Base URL begins a new record, and a renewed token does not', async () => {
		const poller = await afterFirst([A]);
		const { credentials } = poller;
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
		const poll = (await afterFirst([A])).activate();
		service.simulator.clearFaults();
		answers({ status: 403 });
		await expect(poll()).rejects.toThrow(
			'does not allow this plan or token to list the available numbers',
		);
		service.simulator.clearFaults();
		answers({ body: { data: { text: [null] } } });
		await expect(poll()).rejects.toThrow('"data.text"');

		poolHolds(A, B);
		expect(numbersOf(await poll())).toEqual([B]);
	});

	it('a poll that overlaps another one leaves everything to the next', async () => {
		const poll = (await afterFirst([A])).activate();
		service.simulator.clearFaults();
		const gate = service.simulator.hold({ kind: 'answer', body: bodyOf(A, B), times: 1 });
		answers({ body: bodyOf(A, B, C) });
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
		expect(numbersOf(await poller.test())).toEqual([A]);
		expect(numbersOf(await poller.poll())).toEqual([C]);

		poolHolds();
		await expect(poller.test()).rejects.toThrow('No available number fits the filters');
	});

	it('a beginning that no number has is refused, so that the trigger is not silent for ever', async () => {
		await expect(available({ numberStartsWith: '020' }).poll()).rejects.toThrow('cannot be "020"');
	});
});

describe('when the status of a watched number changes', () => {
	const [FIRST, SECOND, THIRD] = ['+12125550101', '+13055550110', '+12025550103'];
	const good = { status: 'available', health: 'good' };
	const adopted = { status: 'adopted', health: 'good' };

	/** What is no word on a number, and is not asked for again. */
	const BROKEN = { kind: 'answer', status: 501, body: { message: 'Out of order' } } as const;

	/** The body of a record that holds lists within lists, as JSON. */
	const nested = (name: string) =>
		`{"data":{"status":"available","${name}":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;

	const watching = (numbers: unknown[]) =>
		new Poller(
			{ event: 'numberStatusChanged', numbers: numbers as string[] },
			service.credentials(),
		);

	/** Makes the service know just these numbers, by their data or by a whole answer, from now on; others break down. */
	function statesAre(states: Record<string, object>, others: Partial<FaultSpec> = BROKEN): void {
		service.simulator.clearFaults();
		for (const [number, data] of Object.entries(states)) {
			const answer = 'kind' in data ? data : { body: { number: number.slice(1), data } };
			answers({ path: `/enterprise/lease/status/${number}`, ...(answer as Partial<FaultSpec>) });
		}
		answers(others);
	}

	/** A trigger that has read these numbers once, each of them good. */
	async function watched(...numbers: string[]): Promise<Poller> {
		const poller = watching(numbers);
		statesAre(Object.fromEntries(numbers.map((number) => [number, good])));
		expect(await poller.poll()).toBeNull();
		return poller;
	}

	it('it fires once, with what there was before, and the first poll fires nothing', async () => {
		const poller = await watched(FIRST, SECOND);

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

		// Its own number too.
		statesAre({ [FIRST]: { kind: 'answer', body: { data: good } } });
		expect(await poller.poll()).toMatchObject([{ previous: { status: 'available', health: '' } }]);
	});

	/** The answers that say that a number is gone. */
	const UNKNOWN: Partial<FaultSpec> = {
		kind: 'answer',
		status: 404,
		body: { message: 'No <b>such</b> number' },
	};
	const SAID = 'No ‹b>such‹/b> number';

	it.each([404, 410, 422])(
		'one that is gone at two polls in a row fires once, and so does its return: %i',
		async (status) => {
			const poller = await watched(FIRST);

			statesAre({}, { ...UNKNOWN, status });
			const gone = { number: FIRST, gone: true, error: SAID, previous: good };
			expect(await poller.poll()).toBeNull();
			expect(poller.log).toEqual([expect.stringMatching(/The numbers: \+12125550101$/)]);
			expect([await poller.poll(), await poller.poll()]).toEqual([[gone], null]);

			statesAre({ [FIRST]: adopted });
			const back = { number: FIRST.slice(1), data: adopted, previous: { gone: true } };
			expect([await poller.poll(), await poller.poll()]).toEqual([[back], null]);
			expect(poller.log).toHaveLength(1);
		},
	);

	it('one that is back at the next poll was not gone, and a poll that could not read it does not count', async () => {
		const poller = await watched(FIRST, SECOND);
		const polls = [
			{ answer: UNKNOWN, fired: null },
			{ answer: good, fired: null },
			{ answer: UNKNOWN, fired: null },
			{ answer: BROKEN, fired: null },
			{ answer: UNKNOWN, fired: [{ gone: true, previous: good }] },
			{ answer: BROKEN, fired: null },
			{ answer: UNKNOWN, fired: null },
			{ answer: good, fired: [{ data: good, previous: { gone: true } }] },
			{ answer: UNKNOWN, fired: null },
			{ answer: adopted, fired: [{ data: adopted, previous: good }] },
		];
		for (const { answer, fired } of polls) {
			statesAre({ [FIRST]: answer, [SECOND]: good });
			const items = await poller.poll();
			expect(items).toEqual(fired && fired.map((item) => expect.objectContaining(item) as unknown));
		}
	});

	it('one that was never there is recorded as gone, and named once in the log', async () => {
		const poller = watching([FIRST]);
		statesAre({}, UNKNOWN);
		const polls = [await poller.poll(), await poller.poll(), await poller.poll()];
		expect(polls).toEqual([null, null, null]);
		expect(poller.log).toEqual([expect.stringContaining(FIRST)]);
		statesAre({ [FIRST]: good });
		expect(await poller.poll()).toMatchObject([{ data: good, previous: { gone: true } }]);
	});

	it.each<[string, Partial<FaultSpec>]>([
		['a web page', { status: 404, body: '<!doctype html><title>Not found</title>' }],
		['nothing with 404', { status: 404, body: '' }],
		['a code alone', { status: 404, body: { code: 404 } }],
		['a plan', { status: 403, body: {} }],
		['nothing', { status: 200, body: {} }],
		['data that are none', { status: 200, body: { number: FIRST.slice(1), data: null } }],
		['another number', { status: 200, body: { number: SECOND.slice(1), data: adopted } }],
		['another e164', { status: 200, body: { data: { ...adopted, e164: SECOND } } }],
		['a status nested 10,000 deep', { status: 200, body: nested('status') }],
	])('an answer about %s fires nothing and loses nothing', async (_, answer) => {
		const poller = await watched(FIRST, THIRD);
		for (const data of [adopted, good]) {
			statesAre({ [FIRST]: { kind: 'answer', ...answer }, [THIRD]: data });
			expect(numbersOf(await poller.poll())).toEqual([THIRD.slice(1)]);
			expect(poller.log.pop()).toMatch(/^Trigger: 1 of 2 .*: \+12125550101$/);
		}

		statesAre({ [FIRST]: adopted, [THIRD]: good });
		expect(await poller.poll()).toMatchObject([{ number: FIRST.slice(1), previous: good }]);
	});

	it('the poll fails where none can be read, and loses nothing', async () => {
		const poller = await watched(FIRST, SECOND);
		statesAre({});
		await expect(poller.poll()).rejects.toThrow(`The numbers: ${FIRST}, ${SECOND}`);

		statesAre({ [FIRST]: adopted, [SECOND]: good });
		expect(await poller.poll()).toMatchObject([{ number: FIRST.slice(1), previous: good }]);
	});

	it('numbers that stay in the list keep their state, and new ones are recorded first', async () => {
		const poller = await watched(FIRST, SECOND);
		statesAre({ [FIRST]: adopted, [SECOND]: adopted, [THIRD]: good });
		poller.parameters = { ...poller.parameters, numbers: [THIRD, FIRST] };
		expect(numbersOf(await poller.poll())).toEqual([FIRST.slice(1)]);

		poller.parameters = { ...poller.parameters, numbers: [THIRD, FIRST, SECOND] };
		expect(await poller.poll()).toBeNull();
	});

	it('an entry may hold several numbers, and each number is read once', async () => {
		const entries = [`${FIRST}, ${SECOND};`, '', '=\n+1{{ 2025550103 }}\r\n', 12125550101];
		statesAre({ [FIRST]: good, [SECOND]: good, [THIRD]: good });
		await watching(entries).poll();
		expect(
			service
				.asked()
				.map(({ path }) => decodeURIComponent(path.split('/').pop() ?? ''))
				.sort(),
		).toEqual([FIRST, SECOND, THIRD].sort());
	});

	it.each([
		[[]],
		[['']],
		[[`${FIRST}, 555`]],
		[[FIRST, '={{ undefined }}']],
		[[FIRST, '={{ [] }}']],
	])('a list of %j is refused before any request', async (numbers) => {
		await expect(watching(numbers).poll()).rejects.toMatchObject({
			message: expect.stringMatching(/^'Numbers' (is empty|".*" is not)/),
			// There is no such option here.
			description: expect.not.stringContaining('Default Country'),
		});
		expect(service.asked()).toEqual([]);
	});

	it('a test by hand shows one number as it is, and fails with those that cannot be read', async () => {
		const poller = watching([FIRST, SECOND]);
		statesAre({ [FIRST]: good, [SECOND]: good });
		expect(await poller.test()).toEqual([
			{ number: FIRST.slice(1), data: good, previous: { status: '', health: '' } },
		]);

		for (const others of [BROKEN, { ...BROKEN, status: 422 }]) {
			statesAre({ [FIRST]: good }, others);
			await expect(poller.test()).rejects.toThrow(`The numbers: ${SECOND}`);
		}
	});
});
