import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { nextTurn, passUntilEndOf, stopTime } from '../support/clock';
import { stoppable } from '../support/observed';
import { refuseFirst, RequestWatch } from '../support/requestWatch';
import { at, LOST, recipient, recipients, REFUSED, row, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, ONE_BY_ONE, outcomes, RETRY, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

const PURCHASABLE = '/enterprise/lease/purchasable';

describe('many items', () => {
	it.each([
		['message.send', 10, {}],
		['message.send', 3, { concurrency: 3 }],
		['lease.getAll', 2, { concurrency: 2 }],
	])('of %s are done side by side, %i at a time with %j', async (operation, limit, options) => {
		const first = service.simulator.hold({ times: limit });
		const second = service.simulator.hold();
		const running = send(service, { operation, items: rows(limit * 2), options });
		await first.holds(limit);
		first.open();
		await second.holds(limit);
		second.open();
		expect((await running).requests).toHaveLength(limit * 2);
		expect(service.simulator.stats.maxInFlight).toBe(limit);
	});

	it('come out in the order of the input, each paired with its item, whatever finished first', async () => {
		const slow = service.simulator.hold({ match: { to: recipient(0) } });
		const running = send(service, { operation: 'otp.send', items: rows(12) });
		while (service.simulator.otps.length < 11) await nextTurn();
		slow.open();
		const { items } = await running;
		const { otps } = service.simulator;
		expect(otps[0].to).not.toBe(recipient(0));
		items.forEach(({ json, pairedItem }, index) => {
			expect(pairedItem).toEqual({ item: index });
			expect(otps.find(({ otpId }) => otpId === json.otp_id)?.to).toBe(recipient(index));
		});
	});

	it('to one recipient keep their order and never overlap', async () => {
		// One of the three phones in two spellings.
		const to = [recipient(0), recipient(1), '+541123456789'];
		const items = rows(12, (index) => ({
			to: index % 6 === 5 ? '+5491123456789' : to[index % 3],
		}));
		const path = '/send/text';
		const gates = Array.from({ length: 4 }, () => service.simulator.hold({ path, times: 3 }));
		const running = send(service, { items });
		for (const [round, gate] of gates.entries()) {
			await gate.holds(3);
			// What would leave beside these three has left before other requests are answered.
			for (let other = 0; other < 3; other++) await service.call('GET', PURCHASABLE);
			const messages = service.asked().filter((request) => request.path === path);
			const underWay = messages.slice(round * 3).map((request) => bodyOf(request).message);
			expect(underWay.sort()).toEqual([0, 1, 2].map((lane) => String(round * 3 + lane)).sort());
			gate.open();
		}
		await running;
		expect(service.sent()).toHaveLength(12);
	});

	it('start no faster than the pace that is set', async () => {
		stopTime();
		const { starts, beforeExecute, isOnWire } = new RequestWatch();
		const options = { requestsPerSecond: 50 };
		await passUntilEndOf(send(service, { items: rows(10), options, beforeExecute }), isOnWire);
		expect(starts).toHaveLength(10);
		for (const [index, start] of starts.slice(1).entries()) {
			expect(start - starts[index]).toBeGreaterThanOrEqual(20);
		}
	});
});

describe('where the node is set to stop', () => {
	it('all input is read before the first request, and all that cannot be sent is named at once', async () => {
		const items = rows(40, (index) => (index % 3 ? {} : { text: '' }));
		const { error, requests } = await send(service, { fails: true, items });
		expect(error.message).toBe(
			"14 of 40 items cannot be sent. Item 0 (the first row): 'Message' is empty (0 of 40 items were sent)",
		);
		expect(error.description).toContain('0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39');
		expect(requests).toEqual([]);
	});

	it('n8n gets its turn after 50 ms of reading, whatever an item costs', async () => {
		let time = performance.now();
		jest.spyOn(performance, 'now').mockImplementation(() => time);
		let [reads, most] = [0, 0];
		const beforeExecute = (context: IExecuteFunctions) => {
			const read = context.getNodeParameter.bind(context) as (...args: unknown[]) => unknown;
			jest.spyOn(context, 'getNodeParameter').mockImplementation(((...args: unknown[]) => {
				time += 30;
				most = Math.max(most, ++reads);
				void sleep(0).then(() => (reads = 0));
				return read(...args);
			}) as never);
		};
		// The Default Country of all items is read before the first of them.
		const options = { defaultCountry: '={{ $json.country ?? "US" }}' };
		await send(service, { items: rows(20), options, beforeExecute });
		expect(most).toBeLessThanOrEqual(3);
		jest.restoreAllMocks();
	});

	it('of many items, half of which cannot be sent, the error stays short, and advises no going on', async () => {
		const items = rows(1_000, (index) => (index % 2 ? { to: `nobody ${index}` } : {}));
		const { error } = await send(service, { fails: true, items });
		expect(error.description).toContain(' 397, 399 and more');
		expect(error.message).toContain('. Item 1: ');
		expect(error.description).toContain('\n• Item 19: \'To\' "nobody 19"');
		expect(error.description).not.toMatch(/"nobody 21"|other items/);
		expect(JSON.stringify(error).length).toBeLessThan(10_000);
	});

	it('it stops at the first that fails, and says which items were sent, and which not', async () => {
		const fault = { kind: 'answer', status: 422, body: { message: 'Blocked' } } as const;
		service.simulator.fault(at(3, fault));
		const { error } = await send(service, {
			fails: true,
			items: rows(10),
			options: { concurrency: 1 },
		});
		expect(service.sent()).toEqual(recipients(0, 1, 2));
		expect(error.message).toContain('Blocked');
		expect(error.message).toContain('3 of 10 items were sent');
		expect(error.context).toMatchObject({
			itemIndex: 3,
			verdict: 'number',
			outcome: 'notSent',
			counts: { sent: 3, possiblySent: 0, skipped: 0, failed: 1, notBegun: 6 },
		});
		expect(error.description).toContain(
			'Sent 3 (items 0-2). Failed 1 (item 3). Not sent 6 (items 4-9).',
		);
	});

	it('what is under way when one fails finishes, and no other request starts', async () => {
		const answers = refuseFirst(service, recipient(0));
		const options = { concurrency: 4 };
		const running = send(service, { fails: true, items: rows(40), options, ...answers });
		await answers.onceUnderWay(4);
		const { error, requests } = await running;
		expect(requests).toHaveLength(4);
		expect(error.description).toMatch(/\b1-3\b[^]*\b4-39\b/);
	});

	it('what still waits for its turn then is not sent, and has not failed', async () => {
		service.simulator.fault(REFUSED);
		const options = { concurrency: 3, maxRetries: 0, requestsPerSecond: 0.001 };
		const { error } = await send(service, { fails: true, items: rows(3), options });
		expect(error.description).toContain('Failed 1 (item 0). Not sent 2 (items 1-2).');
	});

	it('its error is that of the item that failed first, and counts another that may have been sent', async () => {
		const answers = refuseFirst(service, recipient(1), LOST);
		const options = { concurrency: 2, maxRetries: 0 };
		const running = send(service, { fails: true, items: rows(3), options, ...answers });
		await answers.onceUnderWay(2);
		const { error } = await running;
		expect(error.message).toContain('(0 of 3 items were sent, 1 may have been)');
		expect(error.context).toMatchObject({ itemIndex: 1, outcome: 'notSent' });
	});
});

describe('an execution that the user stops', () => {
	it.each<[string, number, Partial<FaultSpec> | undefined, INodeParameters]>([
		['requests hang', 10, { kind: 'hang' }, {}],
		[
			'retries wait',
			3,
			{ kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '60' } },
			{ concurrency: 3, maxRetries: 10 },
		],
		['the set pace holds requests back', 1, undefined, { requestsPerSecond: 0.001 }],
	])(
		'ends at once while %s, starts no request after that, and says what was sent',
		async (_, count, fault, options) => {
			if (fault) service.simulator.fault({ kind: 'hang', ...fault, times: 'always' });
			const { options: stopping, stop, log } = stoppable();
			const running = send(service, {
				items: rows(50),
				options: { timeout: 2_000_000, ...options },
				...stopping,
			});

			const hasStarted = () => {
				const { requests, inFlight } = service.simulator.stats;
				return requests === count && (fault?.kind === 'hang' || inFlight === 0);
			};
			while (!hasStarted()) await nextTurn();
			const message = await stop();
			await running;

			expect(message).toContain('he execution was stopped');
			if (fault?.kind === 'hang') {
				expect(message).toMatch(/10 may have been[^]*remove what was sent or possibly sent/);
				// n8n keeps nothing of it.
				expect(log.join()).toContain('was stopped. Possibly sent 10 (items 0-9)');
			}
			expect(message).not.toContain("'Retry'");
			expect(service.simulator.stats.requests).toBe(count);
		},
	);

	/** Stops a run of three items between its first two requests. */
	const stopAfterFirst = async (settings: Sending = {}) => {
		const { options: stopping, stop } = stoppable();
		const options = { requestsPerSecond: 0.001 };
		const running = send(service, { items: rows(3), options, ...settings, ...stopping });
		// Long after its answer, the first item is done, and the second one waits.
		for (let turns = 0; turns < 200; turns++) {
			if (service.sent().length === 0) turns = 0;
			await nextTurn();
		}
		return { said: await stop(), run: (await running).run };
	};

	it('between two requests does the rest with Retry, as after the Timeout of a workflow', async () => {
		const { run } = await stopAfterFirst();
		const { json } = await send(service, { items: rows(3), retryOf: run });
		expect(outcomes(json)).toEqual(['done', 'done', 'done']);
		expect(service.sent().sort()).toEqual(recipients(0, 1, 2));
	});

	it('gives what became of each item where the node goes on after failures: n8n would hand on the input', async () => {
		const { said } = await stopAfterFirst({ node: CONTINUE });
		const items = JSON.parse(said) as INodeExecutionData[];
		expect(outcomes(items.map(({ json }) => json))).toEqual(['done', 'failed', 'failed']);
		expect(items[2].json).toMatchObject({ errorDetails: { about: 'stop' } });
	});
});

it('the output panel says nothing after messages that were sent', async () => {
	expect((await send(service, { items: rows(3) })).hints).toEqual([]);
});

const sendInRounds = async (rounds: IDataObject[][], { options, ...more }: Sending = {}) =>
	await send(service, { rounds, options: { ...ONE_BY_ONE, ...options }, ...more });

describe('in rounds of a loop', () => {
	/** Sends a message in each of four rounds. Returns when each request started, in ms after the first. */
	async function startsOfRounds(options: INodeParameters, answers: IDataObject[] = []) {
		const starts: number[] = [];
		// Time passes as far as somebody waits for it, which nobody does for the wire.
		const beforeExecute = (context: IExecuteFunctions) => {
			jest.spyOn(context.helpers, 'httpRequest').mockImplementation(async () => {
				starts.push(performance.now());
				const answer = answers[starts.length - 1];
				return { statusCode: 200, headers: {}, body: '{"crumbs":{}}', ...answer };
			});
		};
		const rounds = [0, 1, 2, 3].map((round) => [row(0, { round })]);
		await passUntilEndOf(send(service, { rounds, options, node: CONTINUE, beforeExecute }));
		return starts.map((start) => start - starts[0]);
	}

	beforeEach(() => stopTime());

	it('messages start no faster than the pace, and at once in the next execution', async () => {
		for (let run = 0; run < 2; run++) {
			const begin = performance.now();
			expect(await startsOfRounds({ requestsPerSecond: 2 })).toEqual([0, 500, 1000, 1500]);
			expect(performance.now() - begin).toBeLessThan(2000);
		}
	});

	it('messages keep the pace when its value changes from round to round', async () => {
		const requestsPerSecond = '={{ $json.round % 2 ? 2 : 4 }}';
		expect(await startsOfRounds({ requestsPerSecond })).toEqual([0, 500, 750, 1250]);
	});

	it.each<[string, INodeParameters]>([
		['nothing changes', {}],
		['the pace changes', { requestsPerSecond: '={{ $json.round ? 1000 : 500 }}' }],
		['the concurrency changes', { concurrency: '={{ $json.round ? 5 : 10 }}' }],
	])('messages wait as long as the service asked, when %s', async (_, options) => {
		const limited = { statusCode: 429, headers: { 'retry-after': '3' }, body: '{}' };
		expect((await startsOfRounds({ maxRetries: 0, ...options }, [limited]))[1]).toBe(3000);
	});
});

it('an error in a later round is about the items of its round, and never says that nothing was sent', async () => {
	const rounds = [
		[row(0), row(1)],
		[{ to: 'abc' }, row(3)],
	];
	const { error } = await sendInRounds(rounds, { fails: true });
	expect(error.message).toContain('1 of 2 items cannot be sent. Item 0');
	expect(`${error.message} ${error.description}`).not.toMatch(/nothing was sent/i);
	expect(service.sent()).toEqual(recipients(0, 1));
});

it('each round has the tries of Retry On Fail for itself', async () => {
	service.simulator.fault({ ...REFUSED, nth: 2 });
	service.simulator.fault({ ...REFUSED, nth: 4 });
	const rounds = [
		[row(0), row(1)],
		[row(2), row(3)],
	];
	const { json } = await sendInRounds(rounds, { node: RETRY });
	expect(outcomes(json)).toEqual(Array(4).fill('done'));
	expect(service.sent()).toEqual(recipients(0, 1, 2, 3));
});
