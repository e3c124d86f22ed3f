import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { memberOf } from '../../nodes/MessagingService/object';
import { inEngine2 } from '../support/engine2';
import { until } from '../support/executions';
import { KeyStore } from '../support/keyStore';
import { loop } from '../support/loop';
import { NODE_NAME, type RunOptions } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import { recipient } from './support/rows';
import { CONTINUE, INTENT, MESSAGE, recipientsOf, row, runInRounds } from './support/sending';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

/** Sends rows in rounds of a loop, each with its own items. */
async function sendInRounds(
	rounds: IDataObject[][],
	options: INodeParameters = {},
	more: Partial<RunOptions> = {},
) {
	return await runInRounds(service, rounds, { ...MESSAGE, options }, more);
}

/** A number of the pool, in E.164. */
const numberAt = (position: number) => service.simulator.pool[position].data.e164;

const sent = recipientsOf(service);

describe('in a later round of a loop, an error', () => {
	it.each<[string, () => RunOptions['beforeExecute']]>([
		['in the first engine', () => undefined],
		['in Engine 2.0', () => inEngine2()],
	])('says what earlier rounds have sent, %s', async (_, engine) => {
		const rounds = [
			[row(0), row(1), row(2)],
			[{ to: 'abc' }, row(4)],
		];
		const { error } = await sendInRounds(rounds, {}, { beforeExecute: engine() });

		expect(error?.message).toContain(`'To' "abc" is not a valid phone number`);
		expect(error?.message).toContain('3 messages were sent earlier in this execution');
		expect(`${error?.message} ${error?.description}`).toContain(
			'Earlier in this execution, 3 messages were sent. They have no Send Once Key: another run sends them again. None of the input items of this round was sent. Items are counted from 0 within this round.',
		);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/Nothing was sent|Remove/);
	});

	it('says so with one item, too', async () => {
		const { error } = await sendInRounds([[row(0)], [{ to: 'abc' }]]);

		expect(error?.message).toMatch(/\(1 message was sent earlier in this execution\)$/);
		expect(error?.description).toContain(
			'Earlier in this execution, 1 message was sent. It has no Send Once Key: another run sends it again.',
		);
	});

	it('counts its own items as those of the round, and advises to remove none by its number', async () => {
		const refused = { kind: 'answer', status: 422, body: {} } as const;
		service.simulator.fault({ ...refused, match: { to: recipient(4) } });
		const { error } = await sendInRounds(
			[
				[row(0), row(1)],
				[row(3), row(4), row(5)],
			],
			{
				concurrency: 1,
			},
		);

		expect(error?.message).toContain(
			'(1 of 3 items of this round was sent, 2 messages were sent earlier in this execution)',
		);
		expect(error?.description).toContain(
			"Sent in this round: item 0 (1 of 3). Not tried: item 2. Items are counted from 0 within this round. Another run also sends 1 of this round again. Set 'Send Once Key' in the options for the next time: later runs then skip what was sent with a key.",
		);
		expect(error?.description).not.toMatch(/[Rr]emove/);
	});

	it('tells those with a key, and those possibly sent, from the others', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(1) } });
		const rounds = [[row(0, { key: 'a' }), row(1, { key: 'b' }), row(2)], [{ to: 'abc' }]];
		const { run } = await sendInRounds(
			rounds,
			{ sendOnceKey: '={{ $json.key }}' },
			{ node: CONTINUE },
		);

		const [items] = run.data.resultData.runData[NODE_NAME]?.at(-1)?.data?.main ?? [];
		expect(items?.[0].json.error).toContain(`'To' "abc" is not a valid phone number`);

		const { error } = await sendInRounds([[row(0, { key: 'c' }), row(2)], [{ to: 'abc' }]], {
			sendOnceKey: '={{ $json.key }}',
		});
		expect(error?.description).toContain(
			'Earlier in this execution, 2 messages were sent. 1 of these 2 has no Send Once Key: another run sends it again.',
		);
	});

	it('names what may have been sent', async () => {
		const body = { error: 'Later' };
		service.simulator.fault({ kind: 'answer', body, match: { to: recipient(1) } });
		const { error } = await sendInRounds([[row(0), row(1)], [{ to: 'abc' }]]);
		expect(error?.message).toContain(
			'(1 message was sent and 1 may have been earlier in this execution)',
		);
	});

	it('counts nothing twice that an earlier try of Retry On Fail has sent', async () => {
		const refused = { kind: 'answer', status: 422, body: {}, times: 3 } as const;
		service.simulator.fault({ ...refused, match: { to: recipient(1) } });
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await service.run(
			{ ...MESSAGE, options: { concurrency: 1 } },
			{ input: [row(0), row(1)], node },
		);

		expect(error?.message).toContain('(1 of 2 items was sent)');
		expect(error?.description).not.toContain('Earlier in this execution');
	});

	it('invites nobody to run again, where the user stops a round in which nothing was sent', async () => {
		const stop: Array<() => void> = [];
		let begun = 0;
		const running = sendInRounds(
			[[row(0)], [row(1)]],
			{ requestsPerSecond: 0.001 },
			{ onStart: (end) => stop.push(end), beforeExecute: () => void begun++ },
		);
		await until(async () => begun === 2);
		stop[0]();
		const { error } = await running;

		expect(error?.description).toContain('Earlier in this execution, 1 message was sent.');
		expect(error?.description).not.toContain('Run the workflow again');
	});

	it('says so of what is charged, too', async () => {
		const rounds = loop(2, () => [{ json: { number: 'abc' } }]);
		const { error } = await service.run(
			{ resource: 'lease', operation: 'adopt', number: '={{ $json.number }}' },
			{ input: [{ number: numberAt(0) }], ...rounds },
		);
		expect(error?.message).toContain('(1 item was done earlier in this execution)');
		expect(error?.description).toContain('another run does it again.');
	});
});

describe('one key', () => {
	const options = { sendOnceKey: '={{ $json.key }}' };

	it('in several rounds of a loop is for one recipient, and an error names it for another', async () => {
		const july = (position: number) => [row(position, { key: 'july-campaign' })];
		const { error } = await sendInRounds([july(0), july(1), july(2)], options);

		expect(error?.message).toContain(
			`'Send Once Key' is "july-campaign" for different recipients: an earlier round of this execution used it`,
		);
		expect(sent()).toEqual([recipient(0)]);
	});

	it('is no mistake where the recipient is the same', async () => {
		const again = [row(0, { key: 'order' })];
		const { error, run } = await sendInRounds([again, again], options);

		expect(error).toBeUndefined();
		const [items] = run.data.resultData.runData[NODE_NAME]?.at(-1)?.data?.main ?? [];
		expect(items?.map(({ json }) => json)).toEqual([{ skipped: true, sendOnceKey: 'order' }]);
		expect(sent()).toEqual([recipient(0)]);
	});

	it('of an earlier run is for one recipient, too: another one is not skipped as if it had the message', async () => {
		const order = (position: number) => [row(position, { key: 'order of an earlier run' })];
		await sendInRounds([order(0)], options);
		const { error } = await sendInRounds([order(0), order(1)], options);

		expect(error?.message).toContain('an earlier round of this execution used it');
		expect(sent()).toEqual([recipient(0)]);
	});

	it('is free for another recipient where nothing was sent with it', async () => {
		const refused = { kind: 'answer', status: 422, body: {} } as const;
		service.simulator.fault({ ...refused, match: { to: recipient(0) } });
		const rounds = [[row(0, { key: 'free' })], [row(1, { key: 'free' })]];
		await sendInRounds(rounds, options, { node: CONTINUE });
		expect(sent()).toEqual([recipient(1)]);
	});

	it('of an item that is refused is no mistake of another one', async () => {
		const input = [
			{ to: '+4915123456789', key: 'of both' },
			{ to: recipient(0), key: 'of both' },
		];
		const { json } = await service.run(
			{ ...MESSAGE, options: { ...options, allowedCountries: ['US'] } },
			{ input, node: CONTINUE },
		);
		expect(json[0].error).toContain('Allowed Countries');
		expect(sent()).toEqual([recipient(0)]);
	});

	it('is a mistake in a Dry Run, too', async () => {
		const july = (position: number) => [row(position, { key: 'july-campaign' })];
		const { error } = await sendInRounds([july(0), july(1)], { ...options, dryRun: true });
		expect(error?.message).toContain('for different recipients');
	});
});

describe('where another item stops the run', () => {
	it('an intent that was generated and not sent is not called untried', async () => {
		const path = '/enterprise/message/generate';
		const held = service.simulator.hold({ path, match: { toNumber: recipient(1) } });
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: {},
			path,
			match: { toNumber: recipient(0) },
		});
		const running = service.run(
			{
				...INTENT,
				fromNumber: '+12025550100',
				options: { concurrency: 2, requestsPerSecond: 0 },
			},
			{ input: [row(0), row(1), row(2)] },
		);
		await held.holds(1);
		held.open();
		const { error } = await running;

		expect(error?.description).toContain('Begun, but not finished: item 1. Not tried: item 2.');
	});

	it('an item that waits after a 429 is not called untried', async () => {
		const answer = { kind: 'answer', body: {} } as const;
		const held = service.simulator.hold({ ...answer, status: 422, match: { to: recipient(1) } });
		service.simulator.fault({
			...answer,
			status: 429,
			headers: { 'retry-after': '60' },
			match: { to: recipient(0) },
		});
		const running = service.run(
			{ ...MESSAGE, options: { concurrency: 2 } },
			{ input: [row(0), row(1), row(2)] },
		);
		await held.holds(1);
		held.open();
		const { error } = await running;

		expect(error?.description).toContain('Begun, but not finished: item 0. Not tried: item 2.');
	});
});

describe('one run', () => {
	const ADOPT = { resource: 'lease', operation: 'adopt', number: '={{ $json.number }}' };
	const requests = () => service.asked().map(({ path }) => path);

	it('adopts a number once: the second item with it is a mistake', async () => {
		const number = numberAt(0);
		const { error } = await service.run(ADOPT, {
			input: [{ number }, { number: number.slice(1) }],
		});
		expect(error?.message).toContain('is in an earlier item of this run, too');
		expect(error?.context).toMatchObject({ itemIndex: 1 });
		expect(requests()).toEqual([]);
	});

	it('adopts a number in the next try of Retry On Fail, where the service refused it at first', async () => {
		const number = numberAt(0);
		const refused = { kind: 'answer', status: 422, body: {} } as const;
		service.simulator.fault({ ...refused, path: '/enterprise/lease/register/*' });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { json } = await service.run(ADOPT, { input: [{ number }], node });
		expect(json).toMatchObject([{ number }]);
	});

	it('adopts it once where the node continues, in all tries of Retry On Fail', async () => {
		const [refused, number] = [numberAt(0), numberAt(1)];
		const fault = { kind: 'answer', status: 422, body: {}, times: 2 } as const;
		service.simulator.fault({
			...fault,
			path: `/enterprise/lease/register/${encodeURIComponent(refused)}`,
		});
		const { json } = await service.run(ADOPT, {
			input: [{ number: refused }, { number }, { number }],
			node: {
				...CONTINUE,
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1,
			},
		});

		expect(json[2].error).toContain('is in an earlier item of this run, too');
		expect(requests().filter((path) => path.includes(encodeURIComponent(number)))).toHaveLength(1);
	});
});

describe('an item that Do Not Send To leaves out', () => {
	it('stops nothing where its key is broken', async () => {
		const input = [row(0, { key: 'null' }), row(1, { key: 'of the second' })];
		const options = { doNotSendTo: recipient(0), sendOnceKey: '={{ $json.key }}' };
		const { json } = await service.run({ ...MESSAGE, options }, { input });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: recipient(0) });
		expect(sent()).toEqual([recipient(1)]);
	});

	it('stops nothing where its message is empty', async () => {
		const input = [row(0, { text: '' }), row(1)];
		const { json, error } = await service.run(
			{ ...MESSAGE, options: { doNotSendTo: recipient(0) } },
			{ input },
		);
		expect(error).toBeUndefined();
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: recipient(0) });
		expect(sent()).toEqual([recipient(1)]);
	});

	it('shares its key with nobody, also where its message is empty', async () => {
		const input = [row(0, { text: '', key: 'left' }), row(1, { key: 'left' })];
		const options = { doNotSendTo: recipient(0), sendOnceKey: '={{ $json.key }}' };
		const { error } = await service.run({ ...MESSAGE, options }, { input });
		expect(error).toBeUndefined();
		expect(sent()).toEqual([recipient(1)]);
	});
});

describe('where what is stored of earlier rounds is damaged', () => {
	/** Runs two rounds, and puts a value into the state before the second one. */
	const damaged = async ([part, member]: [string, string], value: unknown, options = {}) => {
		let round = 0;
		const beforeExecute = (context: IExecuteFunctions) => {
			const { state } = context.getContext('node');
			const memory: unknown = memberOf(state, part);
			if (++round === 2) Object.assign(memory as object, { [member]: value });
		};
		return await sendInRounds([[row(0)], [row(1), row(2)]], options, { beforeExecute });
	};

	it.each<[[string, string], unknown]>([
		[['messages', 'outcomes'], 'text'],
		[['messages', 'outcomes'], { sent: 'many', possiblySent: 0, keyless: 0 }],
		[['messages', 'rounds'], {}],
		[['messages', 'keys'], null],
		[['pace', 'fastest'], { toString: 1 }],
	])('in %j, by %j, the next round sends all the same', async (place, value) => {
		const { error } = await damaged(place, value);
		expect(error).toBeUndefined();
		expect(sent()).toEqual([0, 1, 2].map(recipient));
	});

	it('a Dry Run shows what it would send', async () => {
		const options = { dryRun: true, sendOnceKey: '={{ $json.to }}' };
		const { error, run } = await damaged(['messages', 'dryKeys'], null, options);
		expect(error).toBeUndefined();
		const second = run.data.resultData.runData[NODE_NAME].at(1)?.data?.main[0];
		expect(second?.map(({ json }) => json.to)).toEqual([recipient(1), recipient(2)]);
	});
});

describe('where the node fails beside the requests,', () => {
	const failing = () => {
		throw new Error('No more room');
	};

	afterEach(() => jest.restoreAllMocks());

	/** Lets the node fail where it counts messages, and where it writes to the log. */
	const beforeExecute = (context: IExecuteFunctions) => {
		const outcomes = {
			possiblySent: 0,
			get sent() {
				return 1;
			},
			set sent(_count) {
				failing();
			},
		};
		const messages = { count: 1, keys: {}, rounds: 1, outcomes };
		Object.assign(context.getContext('node'), {
			executionId: context.getExecutionId(),
			state: { messages },
		});
		jest.spyOn(context.logger, 'info').mockImplementation(failing);
	};

	it('all that was sent comes out, and a warning says why', async () => {
		const { json, error, run } = await sendInRounds(
			[[row(0), row(1), row(2)]],
			{},
			{ beforeExecute },
		);
		expect(error).toBeUndefined();
		expect(json.map(({ crumbs }) => typeof crumbs)).toEqual(['object', 'object', 'object']);
		const [{ hints }] = run.data.resultData.runData[NODE_NAME];
		expect(hints).toEqual([
			expect.objectContaining({ message: expect.stringContaining('"No more room"') as unknown }),
		]);
	});

	it('a failure still ends the run, and its error says what was sent', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {}, match: { to: recipient(1) } });
		const { error } = await sendInRounds(
			[[row(0), row(1), row(2)]],
			{ concurrency: 1 },
			{ beforeExecute },
		);
		expect(error?.description).toContain('Sent in this round: item 0 (1 of 3).');
		expect(sent()).toEqual([recipient(0)]);
	});
});
