/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { getEventListeners } from 'node:events';

import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeType,
	NodeParameterValue,
} from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { inEngine2 } from '../support/engine2';
import { loop } from '../support/loop';
import { passUntilEndOf, stopTime } from '../support/clock';
import { NODE_NAME, NODE_TYPE } from '../support/n8nCore';
import { nextTurn } from '../support/nextTurn';
import { observed } from '../support/observed';
import { RequestWatch } from '../support/requestWatch';
import { RECIPIENT, simulated } from '../support/simulated';
import { recipient, SEND_ROW, textsOf } from './support/rows';
import { refuseFirst } from './support/sending';

const service = simulated();

const rows = (count: number, recipients = count) =>
	Array.from({ length: count }, (_, index) => ({
		to: recipient(index % recipients),
		text: `Text ${index}`,
	}));
const sent = textsOf(service);

const textOf = ({ body }: { body: unknown }) => (body as { message: string }).message;

/** Sends twice as many as may be in flight, and expects so many to be in flight at one time, twice. */
async function expectInFlight(limit: number, options: INodeParameters): Promise<void> {
	const first = service.simulator.hold({ times: limit });
	const second = service.simulator.hold();
	const running = service.run({ ...SEND_ROW, options }, { input: rows(limit * 2) });
	await first.holds(limit);
	first.open();
	await second.holds(limit);
	second.open();
	await running;
	expect(service.simulator.stats.maxInFlight).toBe(limit);
	expect(sent()).toHaveLength(limit * 2);
}

describe('many items', () => {
	it('are sent side by side, ten at a time unless told', async () => {
		await expectInFlight(10, {});
	});

	it.each([1, 3, 50])('are never more than %i in flight when that is the limit', async (limit) => {
		await expectInFlight(limit, { concurrency: limit });
	});

	it('come out in the order of the input, each paired with its item, whatever finished first', async () => {
		const slow = service.simulator.hold({ match: { to: recipient(0) } });
		const running = service.run(
			{ resource: 'otp', operation: 'send', to: '={{ $json.to }}' },
			{ input: rows(12) },
		);
		while (service.simulator.otps.length < 11) await nextTurn();
		slow.open();
		const { items } = await running;
		const codes = service.simulator.otps;

		expect(codes[0].to).not.toBe(recipient(0));

		items.forEach(({ json, pairedItem }, index) => {
			expect(pairedItem).toEqual({ item: index });
			expect(codes.find(({ otpId }) => otpId === json.otp_id)?.to).toBe(recipient(index));
		});
	});

	it('to one recipient keep their order and never overlap', async () => {
		const input = rows(30, 3);
		const rounds = Array.from({ length: 10 }, () => service.simulator.hold({ times: 3 }));
		const running = service.run(SEND_ROW, { input });
		for (const [round, gate] of rounds.entries()) {
			await gate.holds(3);
			const inFlight = service.simulator.requests.slice(-3).map(textOf);
			const due = input.slice(round * 3, round * 3 + 3).map(({ text }) => text);
			expect(inFlight.sort()).toEqual(due.sort());
			gate.open();
		}
		await running;

		expect(service.simulator.stats).toMatchObject({ requests: 30, maxInFlight: 3 });
	});

	it('start no faster than the pace that is set', async () => {
		stopTime();
		const { starts, beforeExecute } = new RequestWatch();
		await passUntilEndOf(
			service.run(
				{ ...SEND_ROW, options: { requestsPerSecond: 50 } },
				{ input: rows(10), beforeExecute },
			),
		);

		expect(starts).toHaveLength(10);
		for (const [index, start] of starts.slice(1).entries()) {
			expect(start - starts[index]).toBeGreaterThanOrEqual(20);
		}
	});

	describe.each([
		['in the first engine', () => () => undefined],
		['in Engine 2.0', inEngine2],
	])('in a loop, %s,', (_, engine: () => (context: IExecuteFunctions) => void) => {
		/** Sends a message in each round. Returns when each request started, in ms after the first. */
		async function startsOfRounds(options: INodeParameters, answers: IDataObject[] = []) {
			const starts: number[] = [];
			const enter = engine();
			// Time passes as far as somebody waits for it, which nobody does for the wire.
			const beforeExecute = (context: IExecuteFunctions) => {
				enter(context);
				jest.spyOn(context.helpers, 'httpRequest').mockImplementation(async () => {
					starts.push(performance.now());
					const answer = answers[starts.length - 1];
					return { statusCode: 200, headers: {}, body: '{"message":"Sent"}', ...answer };
				});
			};

			const again = loop(4, (_items, round) => [{ json: { ...rows(1)[0], round } }]);
			const { error } = await passUntilEndOf(
				service.run(
					{ ...SEND_ROW, options },
					{
						input: rows(1),
						node: { onError: 'continueRegularOutput' },
						beforeExecute,
						...again,
					},
				),
			);
			expect(error).toBeUndefined();

			return starts.map((start) => start - starts[0]);
		}

		beforeEach(() => stopTime());

		it('start no faster than the pace that is set, and at once in the next execution', async () => {
			for (let run = 0; run < 2; run++) {
				const begin = performance.now();
				expect(await startsOfRounds({ requestsPerSecond: 2 })).toEqual([0, 500, 1000, 1500]);
				expect(performance.now() - begin).toBeLessThan(2000);
			}
		});

		it('keep the pace when its value changes from round to round', async () => {
			const requestsPerSecond = '={{ $json.round % 2 ? 2 : 4 }}';
			const starts = await startsOfRounds({ requestsPerSecond });
			expect(starts).toEqual([0, 500, 750, 1250]);
		});

		it.each<[string, INodeParameters]>([
			['nothing changes', {}],
			['the pace changes', { requestsPerSecond: '={{ $json.round ? 1000 : 500 }}' }],
			['the concurrency changes', { concurrency: '={{ $json.round ? 5 : 10 }}' }],
		])('wait as long as the service asked, when %s', async (_name, options) => {
			const limited = { statusCode: 429, headers: { 'retry-after': '3' }, body: '{}' };
			const starts = await startsOfRounds({ maxRetries: 0, ...options }, [limited]);
			expect(starts[1]).toBe(3000);
		});
	});

	it('are all read before the first is sent: a typing error at the end leaves nobody with a message', async () => {
		const input = [...rows(20), { to: RECIPIENT, text: '' }];
		const { error } = await service.run(SEND_ROW, { input });
		expect(error?.message).toBe(
			"'Message' is empty: its expression returned nothing for this item",
		);
		expect(error?.context).toMatchObject({ itemIndex: 20 });
		expect(service.asked()).toEqual([]);
	});

	it('are all named at once where several cannot be sent, with each reason once', async () => {
		const input = rows(40).map((row, index) => (index % 3 ? row : { ...row, text: '' }));
		const { error } = await service.run(SEND_ROW, { input });
		expect(error?.message).toBe('14 of 40 items cannot be sent');
		const lines = error?.description?.split('\n') ?? [];
		expect(lines).toEqual([
			"None of the input items was sent. Items are counted from 0. Check the names in the expression of 'Message'. $json is the output of the node just before this one: drag fields of earlier nodes from their own output. Or filter out items without a value before this node.",
			"•\u00a0Items 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39: 'Message' is empty: its expression returned nothing for this item.",
			"•\u00a0To have the other items sent, set 'On Error' to 'Continue (using error output)' in the node's settings. With a 'Send Once Key', a later run skips what was sent.",
		]);
		expect(service.asked()).toEqual([]);
	});

	it('are named with the first ten of many reasons, and all by their numbers', async () => {
		const input = rows(12).map(({ text }, index) => ({ to: `nobody ${index}`, text }));
		const { error } = await service.run(SEND_ROW, { input });
		const lines = error?.description?.split('\n') ?? [];
		expect(lines.filter((line) => line.includes('is not a valid phone number'))).toHaveLength(10);
		expect(lines.at(-1)).toBe('•\u00a0In all, these cannot be sent: items 0-11.');
	});

	it('are each named by kind, though more than ten others lack the same', async () => {
		const without = rows(12).map(({ text }, index) => ({ to: `20255501${index + 10}`, text }));
		const input = [...without, { to: RECIPIENT, text: '' }, { to: RECIPIENT, text: {} }];
		const { error } = await service.run(SEND_ROW, { input });

		expect(error?.message).toBe('14 of 14 items cannot be sent');
		expect(error?.description).toContain("Item 12: 'Message' is empty");
		expect(error?.description).toContain(`Item 13: 'Message' cannot be "{}"`);
		expect(error?.description?.match(/it has no country code/g)).toHaveLength(8);
		expect(error?.description).toContain('In all, these cannot be sent: items 0-13.');
	});

	it('are named once each where there are ten reasons, all of which stand there', async () => {
		const input = rows(10).map(({ text }, index) => ({ to: `nobody ${index}`, text }));
		const { error } = await service.run(SEND_ROW, { input });
		expect(error?.description?.match(/is not a valid phone number/g)).toHaveLength(10);
		expect(error?.description).not.toContain('In all');
	});

	it('are named each with its own next step, if these differ', async () => {
		const { error } = await service.run(SEND_ROW, {
			input: [...rows(2), { to: RECIPIENT, text: '' }, { to: RECIPIENT, text: {} }],
		});
		expect(error?.message).toBe('2 of 4 items cannot be sent');
		expect(error?.description).toMatch(
			/^None of the input items was sent\. Items are counted from 0\.\n•\u00a0Item 2: 'Message' is empty: its expression returned nothing for this item\. Check the names in .*\n•\u00a0Item 3: 'Message' cannot be "{}"\. .+\n•\u00a0To have the other .* 'Continue \(using error output\)' .*$/,
		);
	});

	it('are named together if one next step serves them, so that the panel has less to read', async () => {
		const { error } = await service.run(SEND_ROW, {
			input: ['', {}, ' '].map((text) => ({ to: RECIPIENT, text })),
		});
		const [, first, second] = error?.description?.split('\n') ?? [];
		expect(first).toMatch(
			/^•\u00a0Items 0, 2: 'Message' is empty: its expression returned nothing for this item\. Check the names in /,
		);
		expect(second).toMatch(/^•\u00a0Item 1: 'Message' cannot be "\{\}"\. Use /);
	});

	it('of which 20,000 cannot be sent are named in a short error', async () => {
		const input = Array.from({ length: 20_000 }, () => ({ to: '', text: 'x' }));
		const { error } = await service.run(SEND_ROW, { input });
		expect(error?.message).toBe('20000 of 20000 items cannot be sent');
		expect(JSON.stringify(error).length).toBeLessThan(10_000);
	});

	it('of which one cannot be sent say so in its own words', async () => {
		const { error } = await service.run(SEND_ROW, {
			input: [...rows(2), { to: RECIPIENT, text: '' }],
		});
		expect(error?.message).toBe(
			"'Message' is empty: its expression returned nothing for this item",
		);
		expect(error?.description).toMatch(
			/^Check the names in the expression of 'Message'.*\n\nNone of the input items was sent\. Items are counted from 0\. .* 'Continue \(using error output\)' .*$/,
		);
	});

	it('stop at the first that fails, and the error lists what was already done', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: { message: 'Blocked' },
			match: { to: recipient(3) },
		});
		const { error } = await service.run(
			{ ...SEND_ROW, options: { concurrency: 1 } },
			{ input: rows(10) },
		);

		expect(sent()).toEqual(['Text 0', 'Text 1', 'Text 2']);
		expect(error?.message).toContain('Blocked');
		expect(error?.context).toMatchObject({ itemIndex: 3 });
		expect(error?.description).toContain('Sent: items 0-2 (3 of 10). Not tried: items 4-9.');
		expect(error?.description).not.toContain('Retry On Fail');
	});

	it('that are in flight when one fails finish, and are listed as done', async () => {
		const answers = refuseFirst(service, recipient(0));
		const running = service.run(
			{ ...SEND_ROW, options: { concurrency: 4 } },
			{ input: rows(40), beforeExecute: answers.beforeExecute },
		);
		await answers.onceUnderWay(4);
		const { error } = await running;

		expect(service.simulator.stats.requests).toBe(4);
		expect(error?.description).toContain('Sent: items 1-3 (3 of 40). Not tried: items 4-39.');
	});

	it('go on without the one that fails, where the node is set to continue', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: { message: 'Blocked' },
			match: { to: recipient(3) },
		});
		const { items, json } = await service.run(SEND_ROW, {
			input: rows(6),
			node: { onError: 'continueRegularOutput' },
		});

		expect(sent()).toHaveLength(5);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4, 5].map((item) => ({ item })),
		);
		expect(json[3]).toEqual({
			error: `The service did not accept the message to ${recipient(3)}: Blocked`,
			errorDetails: {
				mayHaveBeenSent: false,
				about: 'number',
				httpCode: '422',
				description: expect.stringContaining('HTTP 422') as string,
			},
		});
	});

	it('that fail come out of the error output with their own data, where the node has one', async () => {
		const { json, errorItems } = await service.run(SEND_ROW, {
			input: [
				...rows(2),
				{ to: '020 7946 0018', text: 'Text 2', description: 'Ada’s', httpCode: 7 },
			],
			node: { onError: 'continueErrorOutput' },
		});

		expect(json).toHaveLength(2);
		expect(errorItems.map(({ json: item, pairedItem }) => ({ ...item, pairedItem }))).toEqual([
			{
				to: '020 7946 0018',
				text: 'Text 2',
				description: 'Ada’s',
				httpCode: 7,
				error: expect.stringContaining('is not a valid phone number'),
				errorDetails: {
					mayHaveBeenSent: false,
					about: 'input',
					description: expect.stringContaining('Default Country') as string,
				},
				pairedItem: { item: 2 },
			},
		]);
	});

	it('all fail alike when the credential cannot be used, and nothing is sent', async () => {
		const { json } = await service.run(SEND_ROW, {
			input: rows(2),
			credentials: { ...service.credentials(), baseUrl: 'api.example.com' },
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(2);
		for (const { error } of json) expect(error).toContain('Base URL');
	});

	it('slow down together when the service asks for it, and none is lost or doubled', async () => {
		for (const index of [0, 1, 2, 3, 12, 20, 29]) {
			service.simulator.fault({
				kind: 'answer',
				status: 429,
				headers: { 'retry-after': '0' },
				body: {},
				match: { to: recipient(index) },
			});
		}
		const { json } = await service.run(SEND_ROW, { input: rows(30) });

		expect(json).toHaveLength(30);
		expect(sent().sort()).toEqual(
			rows(30)
				.map(({ text }) => text)
				.sort(),
		);
		expect(service.simulator.stats.requests).toBe(37);
	});
});

describe('an execution that the user stops', () => {
	const limited = { kind: 'answer', status: 429, headers: { 'retry-after': '60' }, body: {} };

	it.each<[string, number, Partial<FaultSpec> | undefined, INodeParameters]>([
		['requests hang', 10, { kind: 'hang' }, {}],
		['retries wait', 3, limited as FaultSpec, { concurrency: 3, maxRetries: 10 }],
		['the set pace holds requests back', 1, undefined, { requestsPerSecond: 0.001 }],
	])('ends while %s, and no request starts after that', async (_, count, fault, options) => {
		if (fault) service.simulator.fault({ kind: 'hang', ...fault, times: 'always' });
		const { node, settled } = observed();
		let stop: () => void = () => undefined;

		const running = service.run(
			// Nothing here ends by its time-out.
			{ ...SEND_ROW, options: { timeout: 2_000_000, ...options } },
			{
				input: rows(50),
				nodeTypes: { [NODE_TYPE]: node },
				onStart: (stopExecution) => {
					stop = stopExecution;
				},
			},
		);

		const hasStarted = () => {
			const { requests, inFlight } = service.simulator.stats;
			return requests === count && (fault?.kind === 'hang' || inFlight === 0);
		};

		while (!hasStarted()) await nextTurn();
		stop();
		await running.catch(() => undefined);

		expect(await settled).toMatch(
			/^(?:\d+ of 50 items may have been sent: t|T)he execution was stopped/,
		);
		expect(service.simulator.stats.requests).toBe(count);
	});
});

it('an execution that the user stops logs nothing of items that are not tried', async () => {
	const { node, settled } = observed();
	const lines: string[] = [];
	let stop: () => void = () => undefined;
	let requests = 0;

	const listening: INodeType = Object.create(node, {
		execute: {
			value: async function (this: IExecuteFunctions) {
				// What is logged does not depend on the wire, and a thousand requests take their time.
				jest.spyOn(this.helpers, 'httpRequest').mockImplementation(async () => {
					if (++requests === 1_000) stop();
					return { statusCode: 200, headers: {}, body: '{"message":"Sent"}' };
				});
				jest.spyOn(this.logger, 'info').mockImplementation((line) => void lines.push(line));
				return await node.execute?.call(this);
			},
		},
	}) as INodeType;

	const running = service.run(
		{ ...SEND_ROW, options: { concurrency: 1 } },
		{
			input: rows(1_200),
			nodeTypes: { [NODE_TYPE]: listening },
			onStart: (stopExecution) => {
				stop = stopExecution;
			},
		},
	);

	await running.catch(() => undefined);
	await settled;
	jest.restoreAllMocks();

	expect(lines.map((line) => line.replace(/^.*: (?=\d+ of)/, ''))).toEqual([
		'0 of 1200 items',
		'1000 of 1200 items: 1000 sent',
		'1000 of 1200 items: 1000 sent',
	]);
});

it('what the output panel would say stands in the log of Engine 2.0, which shows no hints', async () => {
	service.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(1) } });
	const lines: string[] = [];
	await service.run(SEND_ROW, {
		input: [...rows(2), { to: recipient(2), text: 'x'.repeat(161) }],
		node: { onError: 'continueRegularOutput' },
		beforeExecute: (context) => {
			inEngine2()(context);
			for (const level of ['info', 'warn'] as const) {
				const note = (line: string) => void lines.push(`${level} ${line}`);
				jest.spyOn(context.logger, level).mockImplementation(note);
			}
		},
	});
	jest.restoreAllMocks();
	const name = `Messaging Service node "${NODE_NAME}":`;

	expect(lines.slice(2)).toEqual([
		`warn ${name} 3 items: 2 sent, 1 possibly sent. Check what was possibly sent before you send it again.`,
		`info ${name} A text was sent as 2 SMS parts (item 2): most carriers charge for each part.`,
	]);
});

describe('an execution that nobody stops', () => {
	it.each<[string, INodeParameters]>([
		['sends', {}],
		['waits between requests', { options: { requestsPerSecond: 100 } }],
		['has input that cannot be read', { to: 'nobody' }],
	])('leaves no listener on the signal that would stop it: %s', async (_, parameters) => {
		let signal: AbortSignal | undefined;
		const listeners = () => (signal ? getEventListeners(signal, 'abort').length : NaN);
		let before = NaN;

		const { error } = await service.run(
			{ ...SEND_ROW, ...parameters },
			{
				input: rows(20),
				beforeExecute: (context) => {
					signal = context.getExecutionCancelSignal();
					before = listeners();
				},
			},
		);

		expect(error !== undefined).toBe(parameters.to === 'nobody');
		expect(listeners()).toBe(before);
	});
});

/** Sends with one option of this value. Expects that this is refused before any request; returns the error. */
async function refused(option: string, value: NodeParameterValue, json: IDataObject = {}) {
	const { error } = await service.run(
		{ ...SEND_ROW, options: { [option]: value } },
		{ input: [{ ...rows(1)[0], ...json }] },
	);
	expect(service.asked()).toEqual([]);
	return error;
}

describe('options out of range', () => {
	it.each([
		['concurrency', 0, 'Concurrency'],
		['concurrency', 101, 'Concurrency'],
		['concurrency', 1.5, 'Concurrency'],
		['requestsPerSecond', -1, 'Requests per Second'],
		['requestsPerSecond', 5e-324, 'Requests per Second'],
		['requestsPerSecond', 0.0009, 'Requests per Second'],
		['requestsPerSecond', 1001, 'Requests per Second'],
		['requestsPerSecond', true, 'Requests per Second'],
		['timeout', 0, 'Timeout'],
		['maxRetries', 11, 'Max Retries'],
		['maxRetries', 'many', 'Max Retries'],
	])('%s = %p is refused before any request', async (name, value, displayName) => {
		const error = await refused(name, `={{ ${JSON.stringify(value)} }}`);
		expect(error?.message).toContain(`'${displayName}'`);
		expect(error?.description).toMatch(/^Use (a|0)/);
	});

	it('a pace below 0 that an imported workflow holds is refused, and is not no limit', async () => {
		const error = await refused('requestsPerSecond', -1);
		expect(error?.message).toBe(`'Requests per Second' cannot be "-1"`);
	});

	it.each([0, 0.001, 0.2, '1000', ' 5 '])('%p requests per second are a pace', async (pace) => {
		const options = { requestsPerSecond: `={{ ${JSON.stringify(pace)} }}` };
		await service.run({ ...SEND_ROW, options }, { input: rows(1) });
		expect(sent()).toHaveLength(1);
	});
});

describe.each(['maxSmsParts', 'requestsPerSecond', 'timeout', 'maxRetries', 'concurrency'])(
	'a limit whose expression returns nothing: %s',
	(option) => {
		it.each([
			['an empty text', ''],
			['spaces', ' '],
			['null', null],
		])('is refused before any request: %s', async (_, limit) => {
			const error = await refused(option, '={{ $json.limit }}', { limit });
			expect(error?.message).toMatch(/^'.*' cannot be "/);
			expect(error?.description).toContain('remove the option');
		});

		it.each(['={{ $json.typo }}', '={{ undefined }}', '={{ $json.typo?.deeper }}', ''])(
			'is refused before any request: %s',
			async (expression) => {
				expect((await refused(option, expression))?.description).toContain('remove the option');
			},
		);
	},
);
