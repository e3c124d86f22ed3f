import fc from 'fast-check';
import type { INode } from 'n8n-workflow';

import { casesOf } from '../support/cases';
import { KeyStore } from '../support/keyStore';
import type { RunOptions } from '../support/n8nCore';
import { NODE_NAME } from '../support/n8nCore';
import { nextTurn } from '../support/nextTurn';
import { simulated } from '../support/simulated';
import {
	ascending,
	recipient,
	rows as rowsWithoutKeys,
	SEND_ROW,
	textsOf,
	workflowOfEachTest,
} from './support/rows';
import { refuseFirst } from './support/sending';

const service = simulated();
const store = new KeyStore();

beforeAll(async () => await store.register());

const workflow = workflowOfEachTest();

const key = (index: number) => `order ${index}`;
const rows = (count: number) =>
	rowsWithoutKeys(count).map((row, index) => ({ ...row, order: key(index) }));
type Row = ReturnType<typeof rows>[number];
const keys = (count: number) => rows(count).map(({ order }) => order);
const recorded = (count: number) => store.recorded(workflow.id, keys(count));
const sent = textsOf(service);

async function send(
	input = rows(5),
	node: Partial<INode> = {},
	options: Record<string, string | number | boolean> = {},
	{ beforeExecute }: Partial<RunOptions> = {},
) {
	return await service.run(
		{
			...SEND_ROW,
			options: { concurrency: 1, maxRetries: 0, sendOnceKey: '={{ $json.order }}', ...options },
		},
		{ input, node, workflowId: workflow.id, beforeExecute },
	);
}

const skipped = (index: number) => ({ skipped: true, sendOnceKey: key(index) });
const open = (index: number) => ({ ...skipped(index), mayHaveBeenSent: true });
const done = expect.objectContaining({ crumbs: expect.any(Object) as unknown }) as unknown;

describe('a key', () => {
	it('is recorded before its request leaves, and no more keys than there are requests in flight', async () => {
		service.simulator.fault({ kind: 'hang', times: 'always' });
		let stop: () => void = () => undefined;

		const running = service.run(
			{ ...SEND_ROW, options: { concurrency: 3, sendOnceKey: '={{ $json.order }}' } },
			{
				input: rows(9),
				workflowId: workflow.id,
				onStart: (stopExecution) => {
					stop = stopExecution;
				},
			},
		);

		while (service.simulator.stats.requests < 3) await nextTurn();

		expect(recorded(9)).toEqual(keys(3));

		stop();
		await running.catch(() => undefined);
	});

	it('is free again after a refusal, and stays used where it is not known what was done', async () => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			service.simulator.fault({ kind: 'answer', status: 422, body: {} });
			const { error } = await send(rows(1), { onError });
			expect(error !== undefined).toBe(onError === 'stopWorkflow');
			expect(recorded(1)).toEqual([]);
		}
		service.simulator.fault({ kind: 'reset', when: 'after' });
		const { error } = await send(rows(1));

		expect(error?.message).toMatch(
			/^This message may have been sent: the connection to the service was lost/,
		);
		expect(recorded(1)).toEqual(keys(1));
		expect((await send(rows(1))).json).toEqual([open(0)]);
		expect(sent()).toEqual(['0']);
	});

	it('is kept over runs, and by its node alone', async () => {
		await send(rows(3));
		const { json } = await send(rows(4));
		expect(json).toEqual([skipped(0), skipped(1), skipped(2), done]);
		await send(rows(1), { id: 'another-node' });
		expect(sent()).toEqual(['0', '1', '2', '3', '0']);
	});

	it('that stands on several items of a run for one recipient is sent for the first', async () => {
		const input = rows(6).map((row, index) => ({
			...row,
			to: ['+1 (202) 555-0143', '+12025550144'][index % 2],
			order: key(index % 2),
		}));
		const { json } = await send(input, {}, { concurrency: 10 });
		expect(ascending(sent())).toEqual(['0', '1']);
		expect(json).toEqual([done, done, skipped(0), skipped(1), skipped(0), skipped(1)]);
	});

	it('is sent for the second item when the first was refused', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		const input = rows(2).map((row) => ({ ...row, to: recipient(0), order: key(0) }));
		const { json } = await send(input, { onError: 'continueRegularOutput' }, { concurrency: 2 });
		expect(json[1]).toEqual(done);
		expect(sent()).toEqual(['1']);
	});

	describe('that stands on items for different recipients', () => {
		const input = rows(5).map((row, index) => ({
			...row,
			order: index % 2 ? key(index) : 'order',
		}));
		const message = `'Send Once Key' is "order" for different recipients`;

		it.each([false, true])(
			'stops the run before the first request; Dry Run: %s',
			async (dryRun) => {
				const { error } = await send(input, {}, { dryRun });
				expect(error?.message).toBe('3 of 5 items cannot be sent');
				expect(error?.description).toContain(`Items 0, 2, 4: ${message}.`);
				expect(service.asked()).toEqual([]);
			},
		);

		it.each([false, true])(
			'fails on all of these items, and no other, where the node continues; Dry Run: %s',
			async (dryRun) => {
				const { json } = await send(input, { onError: 'continueRegularOutput' }, { dryRun });
				const refused = expect.objectContaining({ error: message }) as unknown;
				const fine = dryRun ? expect.objectContaining({ dryRun }) : done;
				expect(json).toEqual([refused, fine, refused, fine, refused]);
				expect(sent()).toEqual(dryRun ? [] : ['1', '3']);
			},
		);
	});

	it('is not used by another recipient where the item that has it cannot be sent', async () => {
		const shared = rows(3).map((row, index) => ({ ...row, order: index < 2 ? 'order' : key(2) }));
		shared[0].text = '';
		const { json } = await send(shared, { onError: 'continueRegularOutput' });

		expect(json).toEqual([
			expect.objectContaining({
				error: "'Message' is empty: its expression returned nothing for this item",
			}),
			expect.objectContaining({ error: `'Send Once Key' is "order" for different recipients` }),
			done,
		]);
		expect(sent()).toEqual(['2']);
	});

	it('is used for one recipient and once, whatever the items of several runs are', async () => {
		const item = fc.record({
			to: fc.constantFrom('1', '2'),
			order: fc.constantFrom('', 'a', 'b', 'c'),
		});
		const runs = fc.array(fc.array(item, { minLength: 1, maxLength: 6 }), { maxLength: 3 });

		const holds = async (
			history: Array<Array<{ to: string; order: string }>>,
			concurrency: number,
		) => {
			workflow.renew();
			const used = new Set<string>();
			for (const items of history) {
				const input = items.map(({ to, order }) => ({ to: `+1202555014${to}`, text: 'Hi', order }));
				const expected = input.map(({ to, order }) => {
					if (order === '') return 'sent';
					if (input.some((other) => other.order === order && other.to !== to)) return 'refused';
					return used.size < used.add(order).size ? 'sent' : 'skipped';
				});
				const node = { onError: 'continueRegularOutput' } as const;
				const { json } = await send(input, node, { concurrency });
				const came = json.map(({ error, skipped: isSkipped }) =>
					error ? 'refused' : isSkipped ? 'skipped' : 'sent',
				);
				expect(came).toEqual(expected);
			}
		};

		await fc.assert(fc.asyncProperty(runs, fc.constantFrom(1, 3), holds), { numRuns: casesOf(30) });
	});

	it('of spaces counts as no key, and spaces around one are ignored', async () => {
		const input = rows(5).map((row, index) => ({
			...row,
			to: recipient(0),
			order: ['  ', '\u200b', ' \n\u2060', ' a ', 'a'][index],
		}));
		const { json } = await send(input);
		expect(sent()).toEqual(['0', '1', '2', '3']);
		expect(json).toEqual([done, done, done, done, { skipped: true, sendOnceKey: 'a' }]);
	});

	it('that was cut within a character is refused, since another one would be taken for it', async () => {
		const input = rows(2).map((row, index) => ({ ...row, order: ['\ud800', '\ud801'][index] }));
		const { json } = await send(input, { onError: 'continueRegularOutput' });
		expect(sent()).toEqual([]);
		for (const item of json) expect(item.error).toContain('Send Once Key');
	});

	it.each([2 ** 53, 2 ** 64])(
		'that is the number %p is refused before any request, and says what to do',
		async (order) => {
			const input = rows(2).map((row, index) => ({ ...row, order: index ? order : 'a' }) as Row);
			const { error } = await send(input);
			expect(error?.message).toContain("'Send Once Key' cannot be");
			expect(error?.description).toContain('Store it as text in your data');
			expect(service.asked()).toEqual([]);
		},
	);

	it.each([
		...['={{ false }}', '={{ true }}', ' true ', 'false', '={{ `${$json.typo}` }}'],
		...['null', 'NaN', '={{ String($json) }}', '={{ new Date("x").toString() }}'],
		...['={{ DateTime.fromISO("x").toString() }}', 'order-{{ $json.order }}'],
	])('that a broken expression gives, %s, is refused before any request', async (sendOnceKey) => {
		const { error } = await send(rows(2), {}, { sendOnceKey });
		expect(error?.description).toContain('It is the same for many items');
		expect(service.asked()).toEqual([]);
	});

	it.each([1.5, 0.1 + 0.2, 'true love', 'nullable', 'order undefined'])(
		'may be %p',
		async (order) => {
			const input = [{ ...rows(1)[0], order: order as string }];
			await send(input);
			expect((await send(input)).json).toEqual([{ skipped: true, sendOnceKey: String(order) }]);
			expect(sent()).toEqual(['0']);
		},
	);

	it.each([null, undefined])('that is %p is none: the item is sent each time', async (order) => {
		for (let run = 0; run < 2; run++) await send([{ ...rows(1)[0], order } as unknown as Row]);
		expect(sent()).toEqual(['0', '0']);
	});

	it('may be a number, and an item without one is sent as often as it is asked', async () => {
		const input = rows(3).map((row, index) => ({
			...row,
			to: recipient(0),
			order: [7, '', '7'][index] as string,
		}));

		await send(input);
		const { json } = await send(input);
		expect(sent()).toEqual(['0', '1', '1']);
		expect(json).toEqual([
			{ skipped: true, sendOnceKey: '7' },
			done,
			{ skipped: true, sendOnceKey: '7' },
		]);
	});
});

describe('where the node is set to stop', () => {
	it('the keys of items that were never started are free again, and a second run sends the rest', async () => {
		const answers = refuseFirst(service, recipient(0));
		const running = send(rows(10), {}, { concurrency: 4 }, answers);
		await answers.onceUnderWay(4);
		const { error } = await running;

		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(ascending(sent())).toEqual(['1', '2', '3']);
		expect(recorded(10)).toEqual([1, 2, 3].map(key));

		await send(rows(10), {}, { concurrency: 4 });
		expect(ascending(sent())).toEqual(rows(10).map(({ text }) => text));
	});

	it('the keys of an execution that is stopped are free again, except for running requests', async () => {
		service.simulator.fault({ kind: 'hang', nth: 3, times: 'always' });
		let stop: () => void = () => undefined;

		const running = service.run(
			{ ...SEND_ROW, options: { concurrency: 2, sendOnceKey: '={{ $json.order }}' } },
			{
				input: rows(8),
				workflowId: workflow.id,
				onStart: (stopExecution) => {
					stop = stopExecution;
				},
			},
		);

		while (service.simulator.stats.inFlight < 2 || service.simulator.stats.requests < 4) {
			await nextTurn();
		}
		stop();
		await running.catch(() => undefined);
		while (recorded(8).length > 4) await nextTurn();

		expect(recorded(8)).toEqual(keys(4));
	});
});

it('where the node is set to continue, only what was refused is sent by a second run', async () => {
	const node = { onError: 'continueRegularOutput' as const };
	service.simulator.fault({
		kind: 'answer',
		status: 422,
		body: {},
		match: { to: [1, 4].map(recipient) },
		times: 2,
	});
	service.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(3) } });
	const first = await send(rows(6), node, { concurrency: 3 });

	expect(first.json.map((item) => 'error' in item)).toEqual([
		false,
		true,
		false,
		true,
		true,
		false,
	]);

	const second = await send(rows(6), node, { concurrency: 3 });
	expect(second.json).toEqual([skipped(0), done, skipped(2), open(3), done, skipped(5)]);
	expect(ascending(sent())).toEqual(['0', '1', '2', '3', '4', '5']);
});

describe.each([
	['OTP → Send', { resource: 'otp', operation: 'send', to: '={{ $json.to }}' }, '/otp/new'],
	[
		'Message Intent → Generate and Send',
		{
			resource: 'intent',
			operation: 'generateAndSend',
			toNumber: '={{ $json.to }}',
			fromNumber: '+12025550100',
		},
		'/send/text',
	],
])('%s', (_, parameters, path) => {
	it('sends once too', async () => {
		const options = { maxRetries: 0, sendOnceKey: '={{ $json.order }}' };
		service.simulator.fault({ kind: 'answer', status: 422, body: {}, path });
		for (let run = 0; run < 3; run++) {
			const { error } = await service.run(
				{ ...parameters, options },
				{ input: rows(1), workflowId: workflow.id },
			);
			expect(error?.httpCode).toBe(run === 0 ? '422' : undefined);
		}
		expect(service.asked().filter((request) => request.path === path)).toHaveLength(2);
	});
});

it('executions at the same time send each key once, also when run again', async () => {
	const all = rows(30);
	await Promise.all(all.map(async (row) => await send([row])));
	expect(sent()).toHaveLength(30);
	for (const row of all) {
		expect((await send([row])).json).toEqual([{ skipped: true, sendOnceKey: row.order }]);
	}
	expect(sent()).toHaveLength(30);
});

describe("n8n's database, failing", () => {
	const node = { onError: 'continueRegularOutput' as const };
	const busy = { when: 'before', kind: 'error' } as const;

	afterEach(() => {
		store.fault = () => undefined;
	});

	const failingToRemove = () => {
		store.fault = (_, call) => (call === 'remove' ? busy : undefined);
	};

	it('for good is said on the item whose key could not be given back', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {}, match: { to: recipient(1) } });
		failingToRemove();
		const { json } = await send(rows(3), node);
		expect(json[0]).toEqual(done);
		expect(json[1].errorDetails).toMatchObject({
			description: expect.stringContaining('Its Send Once Key could not be given back') as string,
		});
		expect(json[2]).toEqual(done);
	});

	it('for good is said in the error that ends the execution, too', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {}, match: { to: recipient(1) } });
		failingToRemove();
		const { error } = await send(rows(3));
		expect(error?.description).toContain('Its Send Once Key could not be given back');
	});

	it('while keys are claimed fails the item that needs them, unsent', async () => {
		store.fault = (call) => (call === firstCall ? busy : undefined);
		const firstCall = store.calls;
		const { json } = await send(rows(4), node);

		expect(json).toEqual([
			expect.objectContaining({
				error: 'The Send Once Key could not be recorded, so this item was not sent',
				errorDetails: {
					about: 'input',
					mayHaveBeenSent: false,
					description: expect.stringContaining('SQLITE_BUSY') as string,
				},
			}),
			done,
			done,
			done,
		]);
		expect(sent()).toEqual(['1', '2', '3']);
	});

	it('once all is sent leaves it reported as sent, and says so', async () => {
		const firstCall = store.calls;
		// The record is begun, the keys are claimed, and all that follows fails.
		store.fault = (call) => (call > firstCall + 1 ? busy : undefined);
		const { json, hints } = await send(rows(3), node, { concurrency: 3 });

		expect(json).toEqual([done, done, done]);
		expect(hints).toEqual(
			expect.arrayContaining([
				expect.stringContaining(
					"3 messages were sent, but n8n's database failed to record that.",
				) as string,
			]),
		);
	});
});

describe('after a run, the output panel says', () => {
	const node = { onError: 'continueRegularOutput' as const };

	it('how many were sent, skipped, failed, and are possibly sent, and leaves out what is zero', async () => {
		const refused = { kind: 'answer', status: 422, body: {}, match: { to: recipient(2) } } as const;
		service.simulator.fault(refused);
		service.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(3) } });
		const first = await send(rows(6), node);

		expect(first.hints).toEqual([
			'6 items: 4 sent, 1 failed, 1 possibly sent. Check what was possibly sent before you send it again, with another Send Once Key.',
		]);

		const second = await send(rows(7), node);
		expect(second.hints).toEqual([
			'7 items: 2 sent, 4 sent before, 1 possibly sent. Check what was possibly sent before you send it again, with another Send Once Key.',
		]);
	});

	it('nothing after a single message that was sent', async () => {
		expect((await send(rows(1))).hints).toEqual([]);
	});

	it('of a single item what became of it, and no number', async () => {
		await send(rows(1), node);
		expect((await send(rows(1), node)).hints).toEqual([
			'Skipped: a message with this Send Once Key was sent before.',
		]);

		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		expect((await send(rows(2).slice(1), node)).hints).toEqual(['Not sent. The output says why.']);

		service.simulator.fault({ kind: 'reset', when: 'after' });
		const mayHaveBeenSent =
			'This message may have been sent. Check with your provider or the recipient. To send it again, use another Send Once Key.';
		expect((await send(rows(2).slice(1), node)).hints).toEqual([mayHaveBeenSent]);
		expect((await send(rows(2).slice(1), node)).hints).toEqual([
			mayHaveBeenSent.replace('This', 'Skipped: this'),
		]);

		const keyless = await send(rows(1), node, { sendOnceKey: '={{ $json.typo }}' });
		expect(keyless.hints).toEqual(['The item has no Send Once Key. Another run sends it again.']);
	});

	it('how many items had no key, where the option is set', async () => {
		const input = rows(3).map((row, index) => ({ ...row, order: index === 1 ? ' ' : row.order }));
		const hint = '1 of 3 items has no Send Once Key. Another run sends it again.';
		expect((await send(input)).hints).toEqual([hint, '3 items: 3 sent']);
		const none = await send(rows(2), {}, { sendOnceKey: '={{ $json.typo }}' });
		expect(none.hints[0]).toBe('2 of 2 items have no Send Once Key. Another run sends them again.');
		const without = await send(rows(2), {}, { sendOnceKey: '' });
		expect(without.hints).toEqual(['2 items: 2 sent']);
	});

	it('nothing where this n8n has no hints, and the run goes well all the same', async () => {
		const { json } = await service.run(
			{ ...SEND_ROW, options: {} },
			{
				input: rows(2),
				beforeExecute: (context) => {
					Object.defineProperty(context, 'addExecutionHints', { value: undefined });
				},
			},
		);
		expect(json).toEqual([done, done]);
	});
});

it.each([
	[2_500, [0, 1_000, 2_000, 2_500]],
	[1_000, [0, 1_000]],
])(
	'the log of %d items says at the start, every 1,000 and at the end how far it is',
	async (all, said) => {
		const lines: string[] = [];
		await service.run(
			{ ...SEND_ROW, options: { concurrency: 50 } },
			{
				input: rows(all),
				beforeExecute: ({ logger, helpers }) => {
					// What is logged does not depend on the wire, and thousands of requests take their time.
					jest.spyOn(helpers, 'httpRequest').mockResolvedValue({
						statusCode: 200,
						headers: {},
						body: '{"message":"Sent"}',
					});
					jest.spyOn(logger, 'info').mockImplementation((line) => void lines.push(line));
				},
			},
		);
		jest.restoreAllMocks();

		expect(lines).toEqual(
			said.map(
				(count) =>
					`Messaging Service node "${NODE_NAME}": ${count} of ${all} items${count ? `: ${count} sent` : ''}`,
			),
		);
	},
);

it('an error says of no item that another run does it again, where keys are set', async () => {
	const refused = { kind: 'answer', status: 422, body: {}, match: { to: recipient(2) } } as const;
	service.simulator.fault({ ...refused, times: 2 });
	const { error } = await send(rows(4));
	expect(error?.description).toContain('Sent: items 0-1 (2 of 4). Not tried: item 3.');
	expect(error?.description).not.toContain('again');
	const without = await send(rows(4), {}, { sendOnceKey: '' });
	expect(without.error?.description).toContain('If you run again, items 0-1 are sent again.');
});
