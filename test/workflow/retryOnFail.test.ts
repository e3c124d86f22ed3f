import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { until } from '../support/executions';
import { KeyStore } from '../support/keyStore';
import type { RunOptions } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import { recipient, rows, SEND_ROW, textsOf, workflowOfEachTest } from './support/rows';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

const workflow = workflowOfEachTest();

/** The shortest wait that n8n takes, in ms: 0 would be its own second. */
const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const CONTINUE: Partial<INode> = { ...RETRY, onError: 'continueRegularOutput' };

const sent = textsOf(service);
const done = expect.objectContaining({ crumbs: expect.any(Object) as unknown }) as unknown;

const send = async (
	node: Partial<INode>,
	options: INodeParameters = {},
	input: IDataObject[] = rows(5),
	more: Partial<RunOptions> = {},
) =>
	await service.run(
		{ ...SEND_ROW, options: { concurrency: 1, maxRetries: 0, ...options } },
		{ input, node, workflowId: workflow.id, ...more },
	);

const at = (index: number, fault: FaultSpec) =>
	service.simulator.fault({ ...fault, match: { to: recipient(index) } });
const refused: FaultSpec = { kind: 'answer', status: 422, body: {} };
const lost: FaultSpec = { kind: 'reset', when: 'after' };

describe.each<[string, INodeParameters]>([
	['without a Send Once Key', {}],
	['with a Send Once Key', { sendOnceKey: '={{ $json.text }}' }],
])('five messages with Retry On Fail, %s,', (_, options) => {
	it('are sent once each, when the third is refused once', async () => {
		at(2, refused);
		const { json, error } = await send(RETRY, options);
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['0', '1', '2', '3', '4']);
		expect(json).toEqual([done, done, done, done, done]);
	});

	it('stop at the third when it may have been sent, which is not tried again', async () => {
		at(2, lost);
		const { error } = await send(RETRY, options);
		expect(sent()).toEqual(['0', '1', '2']);
		expect(service.simulator.stats.requests).toBe(3);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
		expect(error?.description).toContain('Sent: items 0-1 (2 of 5). Possibly sent: item 2.');
		expect(error?.description).toContain('Not tried: items 3-4.');
	});

	it('are sent once each where the node continues, and the first fails at first', async () => {
		at(0, refused);
		at(3, lost);
		const { json } = await send(CONTINUE, options);

		expect(sent().sort()).toEqual(['0', '1', '2', '3', '4']);
		expect(json).toEqual([
			done,
			done,
			done,
			expect.objectContaining({ error: expect.any(String) as string }),
			done,
		]);
	});

	it('are sent once each where the node has an error output', async () => {
		at(0, refused);
		const { json, errorItems } = await send({ ...RETRY, onError: 'continueErrorOutput' }, options);
		expect([...json, ...errorItems]).toHaveLength(5);
		expect(sent().sort()).toEqual(['0', '1', '2', '3', '4']);
	});
});

it('the next run of the workflow sends again, as any other', async () => {
	at(2, refused);
	await send(RETRY);
	await send(RETRY);
	expect(sent()).toEqual(['0', '1', '2', '3', '4', '0', '1', '2', '3', '4']);
});

it('Execute Once sends the first item once', async () => {
	at(0, refused);
	await send({ ...RETRY, executeOnce: true });
	expect(sent()).toEqual(['0']);
});

it('an item is read once it is not done yet, and no more', async () => {
	at(1, refused);
	let reads = 0;

	const { json } = await service.run(
		{ ...SEND_ROW, options: { concurrency: 1 } },
		{
			input: rows(2),
			node: RETRY,
			beforeExecute: () => {
				reads++;
			},
		},
	);

	expect(reads).toBe(2);
	expect(json).toEqual([done, done]);
});

it('n8n hands the same items and the same memory of the node to each try, and others to each run', async () => {
	const seen: Array<[items: object[], memory: object]> = [];
	const beforeExecute = (context: IExecuteFunctions) => {
		seen.push([[...context.getInputData()], context.getContext('node')]);
	};
	for (let run = 0; run < 2; run++) {
		at(1, refused);
		await send(RETRY, {}, rows(2), { beforeExecute });
	}
	const [first, second, ofNextRun] = seen;

	expect(seen).toHaveLength(4);

	first[0].forEach((item, index) => expect(second[0][index]).toBe(item));
	expect(second[1]).toBe(first[1]);
	expect(first[0]).not.toContain(ofNextRun[0][0]);
	expect(ofNextRun[1]).not.toBe(first[1]);
});

describe('with Retry On Fail', () => {
	const once = async (parameters: INodeParameters, node = RETRY, input: IDataObject[] = [{}]) =>
		await service.run(
			{
				...parameters,
				options: { maxRetries: 0, concurrency: 1, ...(parameters.options as object) },
			},
			{ node, input, workflowId: workflow.id },
		);
	const asked = (path: string) => service.asked().filter((request) => request.path === path);

	it('a wrong one-time password is checked once, and fails as it failed', async () => {
		const { json: codes } = await once({ resource: 'otp', operation: 'send', to: recipient(0) });
		const { error } = await once({
			resource: 'otp',
			operation: 'verify',
			otpId: codes[0].otp_id as string,
			otp: 'wrong',
			options: { failOnIncorrect: true },
		});
		expect(error?.message).toBe('The one-time password is not correct');
		expect(asked('/otp/verify')).toHaveLength(1);
	});

	const INTENT = { resource: 'intent', toNumber: recipient(0), fromNumber: '+12025550100' };
	const GENERATE = '/enterprise/message/generate';

	it.each(['generate', 'generateAndSend'])(
		'an intent that may have been generated is not generated again: %s',
		async (operation) => {
			const fault: FaultSpec = { kind: 'answer', status: 500, body: {}, path: GENERATE };
			service.simulator.fault({ ...fault, when: 'after' });
			const { error } = await once({ ...INTENT, operation });
			expect(error?.message).toContain('generating');
			expect(asked(GENERATE)).toHaveLength(1);
			expect(sent()).toEqual([]);
		},
	);

	it('an intent whose message was refused is sent, and not generated again', async () => {
		service.simulator.fault({ ...refused, path: '/send/text' });
		const { json } = await once({ ...INTENT, operation: 'generateAndSend' });
		expect(asked(GENERATE)).toHaveLength(1);
		expect(asked('/send/text')).toHaveLength(2);
		expect(json).toEqual([{ intent: expect.any(Object) as unknown, message: done }]);
	});

	describe('an intent whose message was refused', () => {
		/** Generates and sends an intent in two tries, for which expressions return one row each. */
		const generateAndSend = async (before: IDataObject, after: IDataObject) => {
			const tries = [before, after];
			service.simulator.fault({ ...refused, path: '/send/text' });
			return await service.run(
				{
					resource: 'intent',
					operation: 'generateAndSend',
					toNumber: '={{ $json.to }}',
					fromNumber: '={{ $json.from }}',
				},
				{
					node: { ...RETRY, maxTries: 2 },
					credentials: { ...service.credentials(), apiToken: '={{ $json.token }}' },
					beforeExecute: (context) => {
						context.getInputData()[0].json = tries.shift() ?? after;
					},
				},
			);
		};
		const row = { to: recipient(0), from: recipient(8), token: 'demo-enterprise' };

		it.each([
			['recipient', { ...row, to: recipient(1) }],
			['sender', { ...row, from: recipient(9) }],
		])('is not sent where the %s is another one by then', async (_, after) => {
			await generateAndSend(row, after);
			const [{ to, text }] = service.simulator.messages;
			const { searchParams } = new URL(text);
			expect(to).toBe(after.to);
			expect([searchParams.get('toNumber'), searchParams.get('fromNumber')]).toEqual([
				after.to,
				after.from,
			]);
		});

		it('is not sent where the account is another one by then', async () => {
			const { error } = await generateAndSend(row, { ...row, token: 'demo-plain' });
			expect(error?.message).toContain('requires an Enterprise plan');
			expect(asked(GENERATE)).toHaveLength(2);
			expect(asked('/send/text')).toHaveLength(1);
		});
	});

	const ADOPT = { resource: 'lease', operation: 'adoptFirstAvailable' };
	const adoptions = () =>
		service.asked().filter(({ path }) => path.startsWith('/enterprise/lease/register/'));

	it('every number that is charged for stands in the output', async () => {
		service.simulator.fault({ kind: 'answer', status: 429, body: {}, nth: 4 });
		const { json } = await once(ADOPT, RETRY, [{}, {}]);
		expect(json).toHaveLength(2);
		expect(adoptions()).toHaveLength(3);
		expect(new Set(json.map(({ number }) => number)).size).toBe(2);
	});

	it('a number that may have been adopted is not adopted again, for this item or another', async () => {
		service.simulator.fault({ kind: 'reset', when: 'before', nth: 2 });
		const { json } = await once(ADOPT, CONTINUE, [{}, {}]);
		expect(json[0].errorDetails).toMatchObject({ mayHaveBeenSent: true });
		expect(adoptions()).toHaveLength(2);
		expect(new Set(adoptions().map(({ path }) => path)).size).toBe(2);
	});

	it('a question whose waiting failed is not sent again', async () => {
		const { error } = await service.run(
			{
				resource: 'message',
				operation: 'sendAndWait',
				channel: 'sms',
				to: recipient(0),
				message: 'Shall I?',
			},
			{
				node: RETRY,
				beforeExecute: (context) => {
					context.putExecutionToWait = async () => {
						throw new Error('No room');
					};
				},
			},
		);

		expect(error?.message).toBe('The message was sent, but n8n could not wait for the answer');
		expect(service.simulator.messages).toHaveLength(1);
	});
});

it('a message intent that was not generated is not counted as possibly sent', async () => {
	const fault: FaultSpec = { kind: 'answer', status: 500, body: {}, when: 'after' };
	service.simulator.fault({ ...fault, path: '/enterprise/message/generate' });
	const { error } = await service.run(
		{
			resource: 'intent',
			operation: 'generateAndSend',
			toNumber: '={{ $json.to }}',
			fromNumber: '+12025550100',
			options: { concurrency: 1, maxRetries: 0 },
		},
		{ input: rows(2) },
	);

	expect(error?.description).toContain('None of the input items was sent. Not tried: item 1.');
});

describe('after a failure that is not tried again, the error tells all that was done', () => {
	it('when later messages had been sent beside it', async () => {
		at(5, lost);
		const { error } = await send(RETRY, { concurrency: 10 }, rows(10));
		expect(sent().sort()).toEqual(rows(10).map(({ text }) => text));
		expect(error?.description).toContain('Sent: items 0-4, 6-9 (9 of 10).');
		expect(error?.description).not.toContain('Not tried');
	});

	it('when the credential cannot be read any more', async () => {
		at(2, refused);
		const { error } = await send(RETRY, {}, rows(4), broken());
		expect(sent()).toEqual(['0', '1']);
		expect(error?.description).toContain('Sent: items 0-1 (2 of 4).');
	});

	it('and what was done comes out as before, if the node continues', async () => {
		at(0, refused);
		const { json } = await send(CONTINUE, {}, rows(4), broken());
		expect(sent()).toEqual(['1', '2', '3']);
		const errorDetails = { mayHaveBeenSent: false, about: 'input' };
		expect(json).toEqual([
			{ error: expect.any(String) as unknown, errorDetails },
			done,
			done,
			done,
		]);
	});

	/** n8n's database fails from the second try on. */
	function broken() {
		let tries = 0;
		return {
			beforeExecute: (context: IExecuteFunctions) => {
				if (tries++ === 0) return;
				context.getCredentials = async () => {
					throw new Error('The database is locked');
				};
			},
		};
	}
});

it('a run that the user stops says what was sent', async () => {
	at(2, { kind: 'hang', when: 'after' });
	const stop: Array<() => void> = [];
	const running = send({}, {}, rows(4), { onStart: (end: () => void) => stop.push(end) });
	await until(async () => sent().length === 3);
	stop[0]();
	const { error } = await running;
	expect(error?.description).toContain('Sent: items 0-1 (2 of 4). Possibly sent: item 2.');
});

it('the output panel counts items without a key also where an earlier try sent them', async () => {
	at(3, refused);
	const input = rows(4).map((row, index) => ({ ...row, order: index < 2 ? '' : row.text }));
	const { hints } = await send(RETRY, { sendOnceKey: '={{ $json.order }}' }, input);
	expect(hints).toContainEqual(expect.stringContaining('2 of 4 items have no Send Once Key.'));
});
