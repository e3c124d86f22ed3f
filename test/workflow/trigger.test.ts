import * as n8nWorkflow from 'n8n-workflow';

import type { FaultSpec, NumberRecord } from '../../simulator';
import { passUntilEndOf, stopTime } from '../support/clock';
import { Poller } from '../support/poller';
import { simulated } from '../support/simulated';

const service = simulated();

type Pools = Partial<Record<'text' | 'imessage' | 'whatsapp' | 'voice', unknown[]>>;

/** The answer that lists these numbers, or records, in these arrays. */
function listOf({ text, imessage, whatsapp, voice }: Pools): FaultSpec {
	const records = (entries: unknown[] = []) =>
		entries.map((entry) =>
			typeof entry === 'string' ? { number: entry, data: { e164: `+${entry}` } } : entry,
		);
	return {
		kind: 'answer',
		path: '/enterprise/lease/purchasable',
		body: {
			id: 'psr_1',
			object: 'pool_available_adoption',
			created_at: 1,
			data: {
				text: records(text),
				imessage: records(imessage),
				whatsapp: records(whatsapp),
				voice: records(voice),
			},
		},
	};
}

/** Makes the pool hold just these numbers, or records, in these arrays, from now on. */
function poolHolds(pools: Pools): void {
	service.simulator.clearFaults();
	service.simulator.fault({ ...listOf(pools), times: 'always' });
}

/** Makes a number's record say this of it from now on. */
function numberIs(number: string, data: Partial<NumberRecord['data']> | object): void {
	service.simulator.fault({
		kind: 'answer',
		path: `/enterprise/lease/status/${number}`,
		body: { number: number.slice(1), data },
		times: 'always',
	});
}

/** n8n 2.41 and later know why a node has failed. */
const knowsCauses = 'TIMED_CAUSES' in n8nWorkflow;

const fired = (items: Array<Record<string, unknown>> | null) =>
	items?.map(({ pool, number }) => `${String(pool)} ${String(number)}`) ?? null;

describe('a number is available', () => {
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

	it('fires only for numbers that start with the digits of the filter', async () => {
		const poller = available({ filters: { numberStartsWith: '+1415, +1628' } });
		poolHolds({ text: ['14155550101'] });
		expect(await poller.poll()).toBeNull();
		poolHolds({ text: ['14155550101', '14155550102', '12025550103'], voice: ['16285550104', {}] });
		expect(fired(await poller.poll())).toEqual(['text 14155550102', 'voice 16285550104']);
		const [first] = service.simulator.requests;
		expect(first.query).toBe('');
	});

	it('fires with the record as Get Many gives it, and all the lists that it stands in', async () => {
		const poller = available();
		poolHolds({});
		await poller.poll();
		service.simulator.clearFaults();
		const items = await poller.poll();
		const { json } = await service.run({ resource: 'lease', operation: 'getAll', returnAll: true });
		const lists = (number: unknown) =>
			json.filter((record) => record.number === number).map(({ pool }) => pool);
		const first = json.filter(
			({ number }, index) => json.findIndex((record) => record.number === number) === index,
		);

		expect(items).toEqual(first.map((record) => ({ ...record, pools: lists(record.number) })));
	});

	it('fires again for a number that leaves and comes back', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poolHolds({});
		expect(await poller.poll()).toBeNull();
		expect(await poller.poll()).toBeNull();
		poolHolds({ text: ['12025550101'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550101']);
	});

	it('does not fire for a pool that was empty in one answer alone', async () => {
		const poller = available();
		const pool = { text: ['12025550101', '12025550102'], voice: ['12025550103'] };
		poolHolds(pool);
		await poller.poll();
		for (const answer of [{}, pool, { text: ['12025550101'] }, pool]) {
			poolHolds(answer);
			expect(await poller.poll()).toBeNull();
		}
	});

	it('fires once for a number in several lists, and not when it comes into another one', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poolHolds({
			text: ['12025550101', '12025550102'],
			imessage: ['12025550101', '12025550102'],
			voice: ['12025550102', '12025550102'],
		});

		expect(await poller.poll()).toMatchObject([
			{ number: '12025550102', pool: 'text', pools: ['text', 'imessage', 'voice'] },
		]);

		poolHolds({ voice: ['12025550101'] });
		expect(await poller.poll()).toBeNull();
	});

	it.each([{}, { number: '' }, { number: null }])(
		'knows a number without "number" (%j) by its E.164 form',
		async (number) => {
			const poller = available();
			const records = (...digits: string[]) =>
				digits.map((text) => ({ ...number, data: { e164: `+${text}` } }));
			poolHolds({ text: records('12025550101') });
			await poller.poll();
			poolHolds({ text: records('12025550101', '12025550102', '12025550103') });

			expect((await poller.poll())?.map(({ data }) => data)).toEqual([
				{ e164: '+12025550102' },
				{ e164: '+12025550103' },
			]);

			poolHolds({ text: ['12025550101', '12025550102', '12025550103'] });
			expect(await poller.poll()).toBeNull();
		},
	);

	it('tells records without any number apart', async () => {
		const poller = available();
		poolHolds({ text: [{ carrier: 'ATT' }] });
		await poller.poll();
		poolHolds({ text: [{ carrier: 'ATT' }, { carrier: 'a b' }, { carrier: 'TMO' }] });
		expect(await poller.poll()).toMatchObject([{ carrier: 'a b' }, { carrier: 'TMO' }]);
		expect(await poller.poll()).toBeNull();
	});

	it('knows a record without any number again when its fields change places', async () => {
		const poller = available();
		poolHolds({ text: [{ carrier: 'ATT', data: { health: 'good', status: 'available' } }] });
		await poller.poll();
		poolHolds({ voice: [{ data: { status: 'available', health: 'good' }, carrier: 'ATT' }] });
		expect(await poller.poll()).toBeNull();
	});

	it('watches the same when Supports has another order', async () => {
		const poller = available({ filters: { supports: ['sms', 'mms', 'sms'], country: 'US' } });
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poller.parameters = {
			...poller.parameters,
			filters: { country: 'US', supports: ['mms', 'sms'] },
		};
		poolHolds({ text: ['12025550101', '12025550102'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550102']);
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

	it('begins again with another credential, and continues with a renewed token', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poller.credentials.apiToken = 'demo-enterprise-renewed';
		poolHolds({ text: ['12025550101', '12025550102'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550102']);

		poller.credentialId = '2';
		poolHolds({ text: ['12025550103', '12025550104'] });
		expect(await poller.poll()).toBeNull();

		poolHolds({ text: ['12025550103', '12025550104', '12025550105'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550105']);
	});

	it('begins anew with another Base URL, while it is published too', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		const poll = poller.activate();
		await poll();
		const { baseUrl } = poller.credentials;
		poller.credentials.baseUrl = `${String(baseUrl)}/`;
		poolHolds({ text: ['12025550101', '12025550102'] });
		expect(fired(await poll())).toEqual(['text 12025550102']);

		poller.credentials.baseUrl = String(baseUrl).replace('127.0.0.1', 'localhost');
		poolHolds({ text: ['12025550103'] });
		expect(await poll()).toBeNull();
	});

	it('says so where an entry of a list is no record, and misses nothing', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101', '12025550102'] });
		await poller.poll();
		poolHolds({ text: ['12025550101', null] });
		await expect(poller.poll()).rejects.toThrow(
			'The service returned an answer where entry 2 of the list "data.text" is not an object',
		);
		poolHolds({ text: ['12025550101', '12025550102', '12025550103'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550103']);
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

	it('shows one number when it is tested by hand, and forgets it', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101', '12025550102'], voice: ['12025550101'] });
		const shown = [{ number: '12025550101', pool: 'text', pools: ['text', 'voice'] }];
		expect(await poller.test()).toMatchObject(shown);
		expect(await poller.test()).toMatchObject(shown);
		expect(await poller.poll()).toBeNull();
	});

	it('says when it is tested by hand that there is no number', async () => {
		poolHolds({});
		await expect(available().test()).rejects.toThrow('No available number fits the filters');
	});

	it('fires nothing false, and nothing twice, where polls overlap', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		const poll = poller.activate();
		await poll();
		service.simulator.clearFaults();
		const seen = listOf({ text: ['12025550101', '12025550102'] });
		const gate = service.simulator.hold({ ...seen, times: 1 });
		const now = listOf({ text: ['12025550101', '12025550102', '12025550103'] });
		service.simulator.fault({ ...now, times: 'always' });
		const slow = poll();
		await gate.holds(1);
		expect(fired(await poll())).toEqual(['text 12025550102', 'text 12025550103']);

		gate.open();
		expect(await slow).toBeNull();
		expect(await poll()).toBeNull();
	});

	it('leaves out what a slow poll has seen before one that found nothing new', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		const poll = poller.activate();
		await poll();
		service.simulator.clearFaults();
		const gate = service.simulator.hold({ ...listOf({}), times: 1 });
		service.simulator.fault({ ...listOf({ text: ['12025550101'] }), times: 1 });
		service.simulator.fault({ ...listOf({}), times: 1 });
		service.simulator.fault({ ...listOf({ text: ['12025550101'] }), times: 'always' });
		const slow = poll();
		await gate.holds(1);
		await poll();
		gate.open();

		expect([await slow, await poll(), await poll()]).toEqual([null, null, null]);
	});

	it('leaves what n8n keeps untouched where nothing is new, whatever the order of the list', async () => {
		const poller = available();
		poolHolds({ text: ['12025550102', '12025550101'], voice: [{ carrier: 'ATT', type: 'voice' }] });
		await poller.poll();
		poolHolds({
			text: ['12025550101', '12025550102', '12025550101'],
			voice: [{ type: 'voice', carrier: 'ATT' }],
		});
		await poller.poll();
		expect(poller.saves).toBe(1);

		poolHolds({});
		await poller.poll();
		const size = poller.stateSize;
		await poller.poll();
		await poller.poll();

		// Noted as missed, then as gone.
		expect(poller.saves).toBe(3);
		expect(poller.stateSize).toBeLessThan(size);
	});

	it('polls again after one that has failed', async () => {
		const poll = available().activate();
		poolHolds({});
		await poll();
		service.simulator.clearFaults();
		service.simulator.fault({ kind: 'answer', status: 400, body: {} });
		await expect(poll()).rejects.toThrow();
		poolHolds({ text: ['12025550101'] });
		expect(fired(await poll())).toEqual(['text 12025550101']);
	});

	it.each([
		[401, {}, { cause: 'credential-invalid' }],
		[403, {}, { cause: 'configuration-invalid' }],
		[404, {}, { cause: 'configuration-invalid' }],
		[429, { 'retry-after': '1' }, { cause: 'rate-limited', retryAfterMs: 1000 }],
		[503, { 'retry-after': '1' }, { cause: 'temporarily-unavailable', retryAfterMs: 1000 }],
	])('tells n8n why a poll has failed (%i)', async (status, headers, failure) => {
		service.simulator.fault({ kind: 'answer', status, headers, body: {}, times: 'always' });
		stopTime();
		const polling = available().poll();
		const error: unknown = await passUntilEndOf(polling).catch((reason: unknown) => reason);
		expect(error).toMatchObject(knowsCauses ? { failure } : { httpCode: String(status) });
	});

	it('tells n8n that a parameter is wrong', async () => {
		const poller = available({ filters: { country: { code: 'US' } } });
		const error: unknown = await poller.poll().catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			message: expect.stringContaining("'Country' cannot be"),
			...(knowsCauses && { failure: { cause: 'configuration-invalid' } }),
		});
	});

	it('keeps the record of ten thousand numbers small', async () => {
		const poller = available();
		poolHolds({
			text: Array.from({ length: 10_000 }, (_, index) => String(12_025_000_000 + index)),
		});
		await poller.poll();
		// 12 characters each: the digits and a space.
		const size = poller.stateSize;
		expect(size).toBeLessThan(10_000 * 12 + 200);

		poolHolds({});
		await poller.poll();
		expect(poller.stateSize).toBe(size);
	});
});

describe('the record of the last poll', () => {
	const NODE_ID = 'trigger';
	const available = (name?: string) =>
		Object.assign(
			new Poller({ event: 'numberAvailable', filters: {} }, service.credentials()),
			name ? { name } : {},
		);

	/** The workflow's static data as n8n has saved it. */
	const saved = ({ savedState = '{}' }: Poller) =>
		JSON.parse(savedState) as Record<string, Record<string, unknown>>;

	it('stays with a trigger that is renamed', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		poller.name = 'New numbers';
		poolHolds({ text: ['12025550101', '12025550102'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550102']);
	});

	it('is taken over from where earlier versions of the package kept it, so that an update loses no event', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		const { global } = saved(poller);
		const [record] = Object.values(global.messagingServiceTrigger as object);
		poller.savedState = JSON.stringify({ 'node:Trigger': { record } });
		poolHolds({ text: ['12025550101', '12025550102'] });

		expect(fired(await poller.poll())).toEqual(['text 12025550102']);
		expect(saved(poller)).toMatchObject({ 'node:Trigger': {} });
		expect(saved(poller)['node:Trigger']).toEqual({});

		poller.name = 'New numbers';
		poolHolds({ text: ['12025550101', '12025550102', '12025550103'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550103']);
	});

	/** Gives the trigger a record of the same scope that says something else. */
	const spoil = (poller: Poller, known: unknown) => {
		const { global } = saved(poller);
		const [record] = Object.values(global.messagingServiceTrigger as object) as object[];
		const spoiled = { ...record, known };
		poller.savedState = JSON.stringify({
			global: { messagingServiceTrigger: { [NODE_ID]: spoiled } },
		});
	};

	const GARBAGE = [
		null,
		[],
		'text',
		7,
		{},
		{ seen: 7, missed: [] },
		{ states: 'text', failing: 7 },
	];

	it.each(GARBAGE)('that says %j of the pool begins anew, and nothing fires', async (known) => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		await poller.poll();
		spoil(poller, known);
		expect(await poller.poll()).toBeNull();
		poolHolds({ text: ['12025550101', '12025550102'] });
		expect(fired(await poller.poll())).toEqual(['text 12025550102']);
	});

	it.each([
		...GARBAGE,
		{ states: { '+12025550101': 7 } },
		...['no JSON', 'null', '5', '{}', '"ab"', '["ab"]'].map((state) => ({
			states: { '+12025550101': state },
		})),
	])('that says %j of numbers makes no poll fail', async (known) => {
		const parameters = { event: 'numberStatusChanged', numbers: ['+12025550101'] };
		const poller = new Poller(parameters, service.credentials());
		numberIs('+12025550101', { status: 'available', health: 'good' });
		await poller.poll();
		spoil(poller, known);
		const [event] = (await poller.poll()) ?? [];
		expect(event?.previous ?? {}).toEqual({});
		service.simulator.clearFaults();
		numberIs('+12025550101', { status: 'available', health: 'poor' });
		expect(await poller.poll()).toMatchObject([{ data: { health: 'poor' } }]);
	});

	it.each([null, [], 'text', 7, { [NODE_ID]: 'text' }])(
		'is written anew where %j stands in its place',
		async (messagingServiceTrigger) => {
			const poller = available();
			poolHolds({ text: ['12025550101'] });
			poller.savedState = JSON.stringify({ global: { messagingServiceTrigger } });
			expect(await poller.poll()).toBeNull();
			poolHolds({ text: ['12025550101', '12025550102'] });
			expect(fired(await poller.poll())).toEqual(['text 12025550102']);
		},
	);

	it('is dropped once its trigger is gone from the workflow, and stays beside that of another one', async () => {
		const poller = available();
		poolHolds({ text: ['12025550101'] });
		const record = { scope: 'another', known: {} };
		const of = { kept: record, gone: record };
		poller.savedState = JSON.stringify({ global: { theirs: 1, messagingServiceTrigger: of } });
		poller.otherNodes = ['kept'];
		await poller.poll();
		const { theirs, messagingServiceTrigger: records } = saved(poller).global;
		expect(theirs).toBe(1);
		expect(Object.keys(records as object).sort()).toEqual(['kept', NODE_ID]);
	});

	// n8n 2.40 has them.
	(knowsCauses ? it : it.skip)(
		'stands in the cursor of the node where n8n has one, since it saves nothing else then',
		async () => {
			const poller = available();
			poolHolds({ text: ['12025550101'] });
			await poller.poll();
			poller.hasCursor = true;
			poolHolds({ text: ['12025550101', '12025550102'] });
			expect(fired(await poller.poll())).toEqual(['text 12025550102']);
			poller.savedState = undefined;
			poolHolds({ text: ['12025550101', '12025550102', '12025550103'] });
			expect(fired(await poller.poll())).toEqual(['text 12025550103']);
			expect(poller.savedState).toBeUndefined();
		},
	);
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

	it('does not speak of an option that it does not have, where a number has no country code', async () => {
		const refused = watching(['(202) 555-0143']).poll();
		await expect(refused).rejects.toMatchObject({
			message: expect.stringContaining('has no country code'),
			description: 'Write the number with + and country code, e.g. +12025550123.',
		});
	});

	it('does not speak of nodes before it, where an entry holds several numbers', async () => {
		const refused = watching([`${FIRST} / ${SECOND}`]).poll();
		await expect(refused).rejects.toMatchObject({
			message: expect.stringContaining('has other characters than digits'),
			description: 'Write one number alone, with + and country code, e.g. +12025550123.',
		});
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

	it('fires for the others when one cannot be read, and reports that one once', async () => {
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

	/** Makes the service answer this for a number, once. */
	const answersOnce = (number: string, body: unknown) =>
		service.simulator.fault({
			kind: 'answer',
			path: `/enterprise/lease/status/${number}`,
			body,
			times: 1,
		});

	it.each<[string, unknown, RegExp]>([
		['nothing', {}, /neither status nor health/],
		['an error', { error: 'Try again later' }, /neither status nor health/],
		[
			'an error with no data',
			{ error: 'Try again later', data: null },
			/neither status nor health/,
		],
		['null', { data: { status: null, health: null } }, /neither status nor health/],
		['empty texts', { data: { status: '', health: '' } }, /neither status nor health/],
		['no status', { number: FIRST.slice(1), data: { e164: FIRST } }, /neither status nor health/],
		['nothing but the number', { number: FIRST.slice(1) }, /neither status nor health/],
		[
			"another number's record",
			{ number: SECOND.slice(1), data: { e164: SECOND, status: 'adopted', health: 'poor' } },
			/the record of another number/,
		],
	])('takes an answer that holds %s for none, and misses nothing', async (_, body, words) => {
		const poller = watching([FIRST, SECOND]);
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		await poller.poll();
		service.simulator.clearFaults();
		answersOnce(FIRST, body);
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		numberIs(SECOND, good);

		expect(await poller.poll()).toBeNull();
		expect(poller.told.map(({ message }) => message)).toEqual([expect.stringMatching(words)]);
		expect(await poller.poll()).toMatchObject([{ data: { status: 'adopted' }, previous: good }]);

		service.simulator.clearFaults();
		answersOnce(FIRST, body);
		await expect(watching([FIRST]).poll()).rejects.toThrow(words);
	});

	it.each<[string, object]>([
		['with punctuation', { number: '+1 (202) 555-0101' }],
		['as a number', { number: 12025550101 }],
		['without country code', { number: '(202) 555-0101' }],
		['behind zeros', { number: '0012025550101' }],
		['with its last digits masked', { number: '1202555****' }],
		['by too little to tell', { number: '0' }],
		['in one of two places', { number: '42', e164: FIRST }],
		['nowhere', {}],
	])(
		'knows a record that names its number %s',
		async (_, { e164, ...named }: { e164?: string }) => {
			const poller = watching([FIRST]);
			const record = (status: string) => ({ ...named, data: { ...(e164 && { e164 }), status } });
			answersOnce(FIRST, record('available'));
			await poller.poll();
			answersOnce(FIRST, record('adopted'));
			expect(await poller.poll()).toMatchObject([{ ...named, data: { status: 'adopted' } }]);
		},
	);

	/** Makes the service know none of these numbers from now on, and all others as good. */
	const knowsAllBut = (all: string[], unknown: string[]) => {
		service.simulator.clearFaults();
		for (const number of all) {
			const path = `/enterprise/lease/status/${number}`;
			if (!unknown.includes(number)) numberIs(number, good);
			else
				service.simulator.fault({ kind: 'answer', status: 404, body: {}, path, times: 'always' });
		}
	};

	it('makes one failed execution of all numbers that cannot be read, and names them', async () => {
		const numbers = Array.from({ length: 30 }, (_, index) => `+120255501${10 + index}`);
		const unknown = numbers.slice(15);
		const poller = watching(numbers);
		knowsAllBut(numbers, []);
		await poller.poll();
		knowsAllBut(numbers, unknown);

		expect(await poller.poll()).toBeNull();
		expect(await poller.poll()).toBeNull();
		expect(poller.told).toHaveLength(1);

		const [{ message }] = poller.told;
		expect(message).toContain('15 of 30 watched numbers could not be read');
		for (const number of unknown) expect(message).toContain(number);
	});

	it('reports again when another number fails, or one can be read again, and not otherwise', async () => {
		const all = [FIRST, SECOND, '+12025550103'];
		const poller = watching(all);

		const reportedAfter = async (unknown: string[]) => {
			knowsAllBut(all, unknown);
			const before = poller.told.length;
			await poller.poll();
			return poller.told
				.slice(before)
				.map(({ message }) => all.filter((number) => message.includes(number)));
		};

		expect(await reportedAfter([])).toEqual([]);
		expect(await reportedAfter([FIRST])).toEqual([[FIRST]]);
		expect(await reportedAfter([FIRST])).toEqual([]);
		expect(await reportedAfter([FIRST, SECOND])).toEqual([[FIRST, SECOND]]);
		expect(await reportedAfter(all)).toEqual([all]);
		expect(await reportedAfter(all)).toEqual([]);
		expect(await reportedAfter([SECOND])).toEqual([[SECOND]]);
		expect(await reportedAfter([])).toEqual([]);
		expect(await reportedAfter([SECOND])).toEqual([[SECOND]]);

		// That a number is no longer watched does not make it readable.
		poller.parameters = { ...poller.parameters, numbers: [SECOND, FIRST] };
		expect(await reportedAfter([SECOND])).toEqual([]);
	});

	it('reports once that the only watched number cannot be read, and misses nothing', async () => {
		const poller = watching([FIRST]);
		knowsAllBut([FIRST], []);
		await poller.poll();
		knowsAllBut([FIRST], [FIRST]);
		for (let poll = 0; poll < 3; poll++) expect(await poller.poll()).toBeNull();
		expect(poller.told.map(({ message }) => message)).toEqual([expect.stringContaining(FIRST)]);
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		expect(await poller.poll()).toMatchObject([{ previous: good }]);
	});

	it('fails at a first poll that can read nothing, and says what to do about the list', async () => {
		knowsAllBut([FIRST, SECOND], [FIRST, SECOND]);
		const poller = watching([FIRST, SECOND]);
		for (let poll = 0; poll < 2; poll++) {
			await expect(poller.poll()).rejects.toMatchObject({
				message: expect.stringContaining(`2 of 2 watched numbers could not be read: ${FIRST}`),
				description: expect.stringContaining("Check 'Numbers'"),
			});
		}
		expect(poller.told).toEqual([]);
	});

	it('fails as a whole when the token is refused on the way, and misses nothing', async () => {
		const poller = watching([FIRST, SECOND]);
		knowsAllBut([FIRST, SECOND], []);
		await poller.poll();
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		const path = `/enterprise/lease/status/${SECOND}`;
		service.simulator.fault({ kind: 'answer', status: 401, body: {}, path, times: 1 });

		await expect(poller.poll()).rejects.toThrow('rejected the API token');
		expect(poller.told).toEqual([]);

		numberIs(SECOND, good);
		expect(await poller.poll()).toMatchObject([{ number: FIRST.slice(1), previous: good }]);
	});

	it('fails when the service allows nothing, and then misses nothing', async () => {
		const poller = watching([FIRST]);
		numberIs(FIRST, good);
		await poller.poll();
		service.simulator.clearFaults();
		service.simulator.fault({ kind: 'answer', status: 403, body: {} });
		await expect(poller.poll()).rejects.toThrow('does not allow this');
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		expect(await poller.poll()).toMatchObject([{ previous: good }]);
	});

	it('keeps the state of the numbers that stay when the list is edited', async () => {
		const THIRD = '+12025550103';
		const poller = watching([FIRST, SECOND]);
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		await poller.poll();
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		numberIs(THIRD, good);
		poller.parameters = { ...poller.parameters, numbers: [THIRD, FIRST] };
		expect(await poller.poll()).toMatchObject([{ number: FIRST.slice(1), previous: good }]);

		service.simulator.clearFaults();
		for (const number of [FIRST, SECOND, THIRD]) numberIs(number, { status: 'released' });
		poller.parameters = { ...poller.parameters, numbers: [SECOND, THIRD] };

		// The one that was taken out and comes back is recorded first.
		expect(await poller.poll()).toMatchObject([{ number: THIRD.slice(1), previous: good }]);
	});

	it('begins anew with another credential', async () => {
		const poller = watching([FIRST]);
		numberIs(FIRST, good);
		await poller.poll();
		poller.credentialId = '2';
		service.simulator.clearFaults();
		numberIs(FIRST, { status: 'adopted', health: 'good' });
		expect(await poller.poll()).toBeNull();
	});

	it('takes a field that is missing, null or empty for the same', async () => {
		const poller = watching([FIRST]);
		for (const empty of [{}, { health: null }, { health: '' }, {}]) {
			service.simulator.clearFaults();
			numberIs(FIRST, { status: 'available', ...empty });
			expect(await poller.poll()).toBeNull();
		}
		expect(poller.saves).toBe(1);
		service.simulator.clearFaults();
		numberIs(FIRST, good);
		expect(await poller.poll()).toMatchObject([{ previous: { status: 'available', health: '' } }]);
	});

	it('leaves what n8n keeps untouched where nothing is new', async () => {
		const poller = watching([FIRST, SECOND]);
		numberIs(FIRST, good);
		const path = `/enterprise/lease/status/${SECOND}`;
		service.simulator.fault({ kind: 'answer', status: 404, body: {}, path, times: 'always' });
		await poller.poll();
		await poller.poll();
		expect(poller.saves).toBe(1);
	});

	it.each([
		['commas', `${FIRST}, ${SECOND},`],
		['semicolons', `${FIRST};${SECOND}`],
		['line breaks', `${FIRST}\r\n\n +1 (202) 555-0102 \n`],
	])('reads an entry that holds several numbers, separated by %s', async (_, entry) => {
		const poller = watching([entry, FIRST]);
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		await poller.poll();

		expect(
			service
				.asked()
				.map(({ path }) => path)
				.sort(),
		).toEqual(
			[FIRST, SECOND].map((number) => `/enterprise/lease/status/${encodeURIComponent(number)}`),
		);
	});

	it('names the one of several numbers in an entry that it cannot read', async () => {
		await expect(watching([`${FIRST}, 555`]).poll()).rejects.toThrow('\'Numbers\' "555" is not');
	});

	it('shows one record as it is when it is tested by hand, and no change', async () => {
		numberIs(FIRST, good);
		numberIs(SECOND, good);
		expect(await watching([FIRST, SECOND]).test()).toEqual([
			{ number: FIRST.slice(1), data: good, previous: { status: '', health: '' } },
		]);
	});

	it('says in a test by hand which numbers cannot be read', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 404,
			body: {},
			path: `/enterprise/lease/status/${FIRST}`,
			times: 'always',
		});
		numberIs(SECOND, good);
		const poller = watching([FIRST, SECOND]);

		expect(await poller.test()).toEqual([
			{
				cannotBeRead: [{ number: FIRST, error: expect.stringContaining(FIRST) }],
				number: SECOND.slice(1),
				data: good,
				previous: { status: '', health: '' },
			},
		]);
		await expect(watching([FIRST]).test()).rejects.toThrow(`does not know the number ${FIRST}`);
	});

	it('compares a status that is an object as a whole, whatever the order of its fields', async () => {
		const poller = watching([FIRST]);
		const status = (more: object) => ({ status: { state: 'active', ...more }, health: null });
		numberIs(FIRST, status({ since: 1, by: { name: 'Ada', id: 7 } }));
		await poller.poll();
		service.simulator.clearFaults();
		numberIs(FIRST, {
			health: null,
			status: { by: { id: 7, name: 'Ada' }, since: 1, state: 'active' },
		});
		expect(await poller.poll()).toBeNull();

		service.simulator.clearFaults();
		numberIs(FIRST, status({ since: 2, by: { name: 'Ada', id: 7 } }));
		expect(await poller.poll()).toMatchObject([
			{
				data: { status: { since: 2 } },
				previous: { status: { since: 1, state: 'active' }, health: '' },
			},
		]);
	});

	it.each([[[]], [['']], [['hello']], [['2025550101', '555']]])(
		'refuses to watch %j, and says why',
		async (numbers) => {
			const error: unknown = await watching(numbers)
				.poll()
				.catch((reason: unknown) => reason);
			expect(error).toMatchObject({
				message: expect.stringMatching(/^'Numbers' (is empty|".*" is not)/),
				// There is no such option here.
				description: expect.not.stringContaining('Default Country'),
			});
			expect(service.asked()).toEqual([]);
		},
	);
});
