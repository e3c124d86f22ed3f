import { DateTime } from 'luxon';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { keys, type RunResult } from '../support/n8nCore';
import { at, LOST, recipients, REFUSED, row, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, ONE_BY_ONE, outcomes, RETRY, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Sends five rows, one after the other. */
const sendFive = async (more: Sending = {}) =>
	await send(service, { items: rows(5), options: ONE_BY_ONE, ...more });

/** Presses *Retry* on an execution that failed. */
const retry = async ({ run }: RunResult, more: Sending = {}) =>
	await sendFive({ ...more, retryOf: run });

/** Runs as the execution with this ID, and with this memory of the node where it is given. */
const as = (id: string, memory?: IDataObject): Sending => ({
	beforeExecute(context) {
		context.getExecutionId = () => id;
		if (memory) context.getContext = () => memory;
	},
});

const LONG = { ...REFUSED, status: 429, headers: { 'retry-after': '600' } } as const;

const KEYED = { ...ONE_BY_ONE, sendOnceKey: '={{ $json.text }}' };

it.each<[string, number, FaultSpec, INodeParameters, RegExp]>([
	['Retry', 2, { ...REFUSED, status: 401 }, ONE_BY_ONE, /press 'Retry' on the newest failed/],
	['Retry, after the pause', 2, LONG, ONE_BY_ONE, /Wait that long[^]*press 'Retry' on the newest/],
	['Retry, with keys too', 2, { ...REFUSED, status: 401 }, KEYED, /press 'Retry' on the newest/],
	['to remove what was sent', 2, REFUSED, ONE_BY_ONE, /remove what was sent, .*\(item 0 is /],
	['to run again, by the keys', 2, REFUSED, KEYED, /Correct the rows[^]* by its 'Send Once Key'/],
	['to run again', 0, { ...REFUSED, status: 400 }, ONE_BY_ONE, /Correct the rows that failed/],
	['to run a row alone, where no other is left', 4, LOST, ONE_BY_ONE, /its row alone/],
])('the error of a run that stopped advises %s', async (advice, index, fault, options, words) => {
	service.simulator.fault(at(index, fault));
	const { error } = await sendFive({ fails: true, options });
	expect(error.description).toMatch(words);
	expect(/press 'Retry'/.test(String(error.description))).toBe(advice.startsWith('Retry'));
	// Without a key, that would send again what was sent.
	expect(error.description).not.toMatch(/(?<!Before you )run the workflow again(?!, what)/i);
});

it('the error says to correct rows, also where another one failed before', async () => {
	service.simulator.fault(at(1, LOST));
	service.simulator.fault(at(3, REFUSED));
	const { error } = await sendFive({ fails: true, options: {} });
	expect(error.description).toContain('Correct the rows');
});

describe('Retry of a failed execution', () => {
	it('sends what was not sent, and no message twice, each time, also with Retry On Fail', async () => {
		service.simulator.fault({ ...at(2, REFUSED), times: 6 });
		const first = await sendFive({ fails: true, node: RETRY });
		const second = await retry(first, { fails: true, node: RETRY });
		const { run } = await retry(second, { node: RETRY });
		expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 4));
		// n8n saves it with each execution.
		expect(JSON.stringify(run.data.executionData?.contextData)).not.toContain('crumbs');
	});

	it('is refused for an older execution than the newest, which alone knows what was sent', async () => {
		service.simulator.fault({ ...at(1, REFUSED), times: 1 });
		service.simulator.fault({ ...at(2, REFUSED), times: 1 });
		const first = await sendFive({ ...as('1'), fails: true });
		const second = await retry(first, { ...as('2'), fails: true });
		expect(service.sent()).toEqual(recipients(0, 1));

		const older = await retry(first, { ...as('3'), fails: true });
		expect(older.error.message).toContain('1 of 5 items was sent, 4 may have been');
		expect(older.error.description).toContain('newest failed execution');
		await retry(older, { ...as('4'), fails: true });
		const { json } = await retry(older, { ...as('5'), node: CONTINUE });
		expect(outcomes(json)).toEqual(['done', ...Array<string>(4).fill('possibly sent')]);
		expect(service.sent()).toEqual(recipients(0, 1));
		await retry(second, as('6'));
		expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 4));
	});

	it('fails where n8n cannot record it, and shows what was sent before', async () => {
		service.simulator.fault(at(2, REFUSED));
		const first = await sendFive({ fails: true });
		keys.fault = () => 'before';
		const { error } = await retry(first, { ...as('2'), fails: true });
		expect(error.message).toMatch(
			/database could not be written, .*\(2 of 5 items were sent, 3 may have been\)$/,
		);
		expect(service.sent()).toEqual(recipients(0, 1));
	});

	it('does not send what may have been sent, carries out the others, and fails again', async () => {
		service.simulator.fault(at(2, LOST));
		const first = await sendFive({ fails: true, options: KEYED });
		expect(first.error.context).toMatchObject({ outcome: 'possiblySent' });
		const second = await retry(first, { fails: true, options: KEYED });
		expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 4));
		expect(second.error.message).toContain('4 of 5 items were sent, 1 may have been');
		expect(second.error.context).toMatchObject({ itemIndex: 2 });

		const third = await retry(second, { fails: true, options: KEYED });
		expect(third.error.message).toEqual(second.error.message);
		expect(third.error.description).toContain("by its 'Send Once Key'");
		expect(service.sent()).toHaveLength(5);
	});

	it('takes nothing up where the items are others, or the operation is', async () => {
		service.simulator.fault(at(2, REFUSED));
		const first = await sendFive({ fails: true });
		await retry(first, {
			beforeExecute: (context) => void (context.getInputData()[4].json = row(9)),
		});
		expect(service.sent()).toEqual(recipients(0, 1, 0, 1, 2, 3, 9));
		await retry(first, { operation: 'otp.send' });
		expect(service.paths('/otp/new')).toHaveLength(5);
	});

	it('reads everything anew', async () => {
		service.simulator.fault({ ...REFUSED, nth: 2 });
		const operation = 'lease.getStatus';
		const items = ['+12125550101', '+12125550102'].map((number) => ({ number }));
		const first = await send(service, { fails: true, operation, items, options: ONE_BY_ONE });
		const second = await send(service, { operation, options: ONE_BY_ONE, retryOf: first.run });
		expect(second.requests).toHaveLength(2);
	});

	it('counts Max Messages and keys over both executions', async () => {
		service.simulator.fault(at(2, REFUSED));
		const more: Sending = { rules: { maxMessages: 5 }, options: KEYED };
		const first = await sendFive({ ...more, fails: true });
		const second = await retry(first, more);
		expect(outcomes(second.json)).toEqual(Array(5).fill('done'));
	});

	it('begins at the failed round of a loop', async () => {
		service.simulator.fault(at(2, REFUSED));
		const rounds = [[row(0)], [row(1)], [row(2), row(3)]];
		const first = await send(service, { fails: true, rounds, options: ONE_BY_ONE });
		await sendFive({ retryOf: first.run });
		expect(service.sent()).toEqual(recipients(0, 1, 2, 3));
	});

	it('brings out the otp_id of a password that was sent', async () => {
		service.simulator.fault(at(1, REFUSED));
		const passwords = { operation: 'otp.send', options: ONE_BY_ONE };
		const first = await send(service, { fails: true, items: rows(2), ...passwords });
		const second = await send(service, { retryOf: first.run, ...passwords });
		const otp_id = expect.any(String) as string;
		expect(second.json).toMatchObject([{ otp_id }, { otp_id }]);
		expect(second.requests).toHaveLength(1);
	});

	it('adopts no number again, of those that were and may have been adopted', async () => {
		const operation = 'lease.adoptFirstAvailable';
		const path = '/enterprise/lease/register/*';
		service.simulator.fault({ kind: 'answer', status: 503, when: 'before', path, nth: 3 });
		const items = rows(3);
		const first = await send(service, { fails: true, operation, items });
		expect(first.error.description).toMatch(/item 0: \+\d+, item 1: \+\d+, item 2: \+\d+/);
		const second = await send(service, { fails: true, operation, items, retryOf: first.run });
		expect(second.requests).toEqual([]);
	});

	it('names the numbers of an older execution, and says that a newer one knows more', async () => {
		const operation = 'lease.adoptFirstAvailable';
		const path = '/enterprise/lease/register/*';
		service.simulator.fault({ kind: 'answer', status: 401, path, nth: 2, times: 2 });
		const items = rows(3);
		const first = await send(service, { fails: true, operation, items });
		const again = { ...as('later'), fails: true, operation, items, retryOf: first.run };
		await send(service, again);
		const { error } = await send(service, again);
		expect(error.message).toContain('tried again before');
		expect(error.description).toMatch(/Numbers: item 0: \+\d+\./);
	});
});

const itself: IDataObject = {};
Object.assign(itself, { itself, twice: [itself, itself] });

it.each<[string, unknown]>([
	['itself', itself],
	['a BigInt', 12n],
	['what JSON lacks', [new Date(), DateTime.now(), Buffer.from('a'), NaN, undefined]],
])('an item that holds %s is sent once over tries and Retry', async (_, odd) => {
	service.simulator.fault({ ...at(2, REFUSED), times: 3 });
	const items = rows(5, () => ({ odd: odd as string }));
	const first = await sendFive({ fails: true, items, node: RETRY });
	expect(outcomes((await retry(first)).json)).toEqual(Array(5).fill('done'));
	expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 4));
});

it('a call of an agent knows its own tries, whatever other calls do meanwhile', async () => {
	service.simulator.fault(at(0, LOST));
	service.simulator.fault(at(1, REFUSED));
	const calling: Sending = { ...as('1', {}), fails: true, asTool: true };
	for (const call of [0, 1, 0]) await send(service, { ...calling, items: [row(call)] });
	expect(service.sent()).toEqual(recipients(0));
});

it("an agent's second Retry of one execution sends no call twice, whatever it calls first", async () => {
	service.simulator.fault({ ...at(0, REFUSED), times: 1 });
	let memory = {};
	const first = memory;
	for (const [id, calls] of Object.entries({ 1: [0], 2: [1, 0], 3: [1, 0] })) {
		for (const call of calls) {
			const calling: Sending = { ...as(id, memory), asTool: true, node: CONTINUE };
			await send(service, { ...calling, items: [row(call)] });
		}
		memory = structuredClone(first);
	}
	expect(service.sent().filter((to) => to === row(0).to)).toHaveLength(1);
});

it('two equal rows in two rounds of a loop are both sent, where the node continues', async () => {
	const again = [row(0), row(1)];
	service.simulator.fault(at(1, REFUSED));
	await send(service, { rounds: [again, again], options: ONE_BY_ONE, node: CONTINUE });
	expect(service.sent()).toEqual(recipients(0, 0, 1));
});

it('Retry looks again at who gets no message, here with a workflow that has no list any more', async () => {
	service.simulator.fault(at(2, REFUSED));
	const first = await sendFive({ fails: true, rules: { doNotSendTo: '={{ [$json.to] }}' } });
	expect(outcomes((await retry(first)).json)).toEqual(Array(5).fill('done'));
});

const RETRY_AND_CONTINUE: Partial<INode> = { ...RETRY, ...CONTINUE };

describe.each([
	['without a Send Once Key', ONE_BY_ONE],
	['with a Send Once Key', KEYED],
])('five messages with Retry On Fail, %s,', (_, options) => {
	it('are sent once each when the third may have been sent, and the run fails', async () => {
		service.simulator.fault(at(2, LOST));
		const { error } = await sendFive({ node: RETRY, options, fails: true });
		expect(service.sent().sort()).toEqual(recipients(0, 1, 2, 3, 4));
		expect(error.context).toMatchObject({ outcome: 'possiblySent', itemIndex: 2 });
	});

	it('are sent once each where the node continues', async () => {
		service.simulator.fault(at(0, REFUSED));
		service.simulator.fault(at(3, LOST));
		const { json } = await sendFive({ node: RETRY_AND_CONTINUE, options });
		expect(service.sent().sort()).toEqual(recipients(0, 1, 2, 3, 4));
		expect(outcomes(json)).toEqual(['done', 'done', 'done', 'possibly sent', 'done']);
	});
});

it('a question that may have been sent, or whose waiting failed, is not sent again', async () => {
	const operation = 'message.sendAndWait';
	service.simulator.fault(LOST);
	const { error } = await send(service, { fails: true, operation, node: RETRY });
	expect(error.context).toMatchObject({ outcome: 'possiblySent' });
	await send(service, {
		fails: true,
		operation,
		node: RETRY,
		beforeExecute: (context) => {
			context.putExecutionToWait = async () => {
				throw new Error('No room');
			};
		},
	});
	expect(service.sent()).toHaveLength(2);
});

it('as the tool of an agent, n8n gives a new item to each try, and nobody gets two messages', async () => {
	service.simulator.fault(at(1, REFUSED));
	const { json } = await sendFive({ node: RETRY, items: rows(2), asTool: true });
	expect(outcomes(json)).toEqual(['done', 'done']);
	expect(service.sent()).toEqual(recipients(0, 1));
});

it('what was done comes out as before, when the credential cannot be read in a later try', async () => {
	service.simulator.fault(at(0, REFUSED));
	let tries = 0;
	const beforeExecute: Sending['beforeExecute'] = (context) => {
		if (tries++ === 0) return;
		context.getCredentials = async () => {
			throw new Error('The database is locked');
		};
	};
	const { json } = await sendFive({ node: RETRY_AND_CONTINUE, beforeExecute });
	expect(outcomes(json)).toEqual(['failed', 'done', 'done', 'done', 'done']);
});
