import type { IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';

import type { Sending } from '../support/send';
import { at, LOST, recipients, REFUSED, rows } from '../support/rows';
import { CONTINUE, ONE_BY_ONE, outcomes, RETRY, saysMayHaveBeenDone, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const RETRY_AND_CONTINUE: Partial<INode> = { ...RETRY, ...CONTINUE };

const sent = () => service.sent().sort();

const sendFive = async (node: Partial<INode>, options: INodeParameters = {}, more: Sending = {}) =>
	await send(service, { items: rows(5), options: { ...ONE_BY_ONE, ...options }, node, ...more });

describe.each<[string, INodeParameters]>([
	['without a Send Once Key', {}],
	['with a Send Once Key', { sendOnceKey: '={{ $json.text }}' }],
])('five messages with Retry On Fail, %s,', (_, options) => {
	it('are sent once each, when the third is refused once', async () => {
		service.simulator.fault(at(2, REFUSED));
		const { json, error } = await sendFive(RETRY, options);
		expect(error).toBeUndefined();
		expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 4));
		expect(outcomes(json)).toEqual(Array(5).fill('done'));
	});

	it('are sent once each when the third may have been sent, and the run fails', async () => {
		service.simulator.fault(at(2, LOST));
		const { error } = await sendFive(RETRY, options);
		expect(sent()).toEqual(recipients(0, 1, 2, 3, 4));
		expect(error && saysMayHaveBeenDone(error)).toBe(true);
		expect(error?.context).toMatchObject({ itemIndex: 2 });
	});

	it('are sent once each where the node continues', async () => {
		service.simulator.fault(at(0, REFUSED));
		service.simulator.fault(at(3, LOST));
		const { json } = await sendFive(RETRY_AND_CONTINUE, options);
		expect(sent()).toEqual(recipients(0, 1, 2, 3, 4));
		expect(outcomes(json)).toEqual(['done', 'done', 'done', 'possibly sent', 'done']);
	});

	it('are sent once each where the node has an error output', async () => {
		service.simulator.fault(at(0, REFUSED));
		service.simulator.fault(at(1, LOST));
		const { json, errorItems } = await sendFive(
			{ ...RETRY, onError: 'continueErrorOutput' },
			options,
		);
		expect([json.length, errorItems.length]).toEqual([4, 1]);
		expect(sent()).toEqual(recipients(0, 1, 2, 3, 4));
	});
});

it.each(['none', null, '', { code: 0 }])(
	'an answer of success with the field "error": %j is sent once in each of two runs',
	async (error) => {
		const body = { message: 'Queued', crumbs: {}, error };
		service.simulator.fault({ kind: 'answer', when: 'after', body, times: 'always' });
		for (const node of [RETRY, RETRY_AND_CONTINUE]) {
			const { json, requests } = await send(service, { items: rows(2), node });
			expect(requests).toHaveLength(2);
			expect(json).toEqual([body, body]);
		}
	},
);

it('the next run of the workflow sends again, as any other', async () => {
	service.simulator.fault(at(2, REFUSED));
	await sendFive(RETRY);
	await sendFive(RETRY);
	expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 4, 0, 1, 2, 3, 4));
});

it('Execute Once sends the first item once', async () => {
	service.simulator.fault(at(0, REFUSED));
	await sendFive({ ...RETRY, executeOnce: true });
	expect(service.sent()).toEqual(recipients(0));
});

it('a question that may have been sent, or whose waiting failed, is not sent again', async () => {
	const operation = 'message.sendAndWait';
	service.simulator.fault(LOST);
	const { error } = await send(service, { operation, node: RETRY });
	expect(error && saysMayHaveBeenDone(error)).toBe(true);
	const failed = await send(service, {
		operation,
		node: RETRY,
		beforeExecute: (context) => {
			context.putExecutionToWait = async () => {
				throw new Error('No room');
			};
		},
	});
	expect(failed.error).toBeDefined();
	expect(service.sent()).toHaveLength(2);
});

it('an answer that was read again changes nothing: what only reads is asked for again', async () => {
	service.simulator.fault(REFUSED);
	const { json } = await send(service, { operation: 'lease.getStatus', node: RETRY });
	expect(outcomes(json)).toEqual(['done']);
});

it('an item that cannot be a text, which n8n could not save either, is sent once', async () => {
	service.simulator.fault(at(0, REFUSED));
	const toJSON = () => {
		throw new Error('No text');
	};
	const { json } = await sendFive(RETRY_AND_CONTINUE, {}, { items: rows(2, () => ({ toJSON })) });
	expect(outcomes(json)).toEqual(['done', 'done']);
	expect(service.sent()).toEqual(recipients(1, 0));
});

it('as the tool of an agent, n8n gives a new item to each try, and nobody gets two messages', async () => {
	service.simulator.fault(at(1, REFUSED));
	const { json } = await sendFive(RETRY, {}, { items: rows(2), asTool: true });
	expect(outcomes(json)).toEqual(['done', 'done']);
	expect(service.sent()).toEqual(recipients(0, 1));
});

it('n8n hands the same items and the same memory of the node to each try, and others to each run', async () => {
	const seen: Array<[items: object[], memory: object]> = [];
	const beforeExecute = (context: IExecuteFunctions) => {
		seen.push([[...context.getInputData()], context.getContext('node')]);
	};
	for (let run = 0; run < 2; run++) {
		service.simulator.fault(at(1, REFUSED));
		await sendFive(RETRY, {}, { items: rows(2), beforeExecute });
	}
	const [first, second, ofNextRun] = seen;

	expect(seen).toHaveLength(4);
	first[0].forEach((item, index) => expect(second[0][index]).toBe(item));
	expect(second[1]).toBe(first[1]);
	expect(first[0]).not.toContain(ofNextRun[0][0]);
	expect(ofNextRun[1]).not.toBe(first[1]);
});

it('what became of an item goes into no data that n8n saves', async () => {
	const { run } = await sendFive(RETRY);
	const item = run.data.resultData.runData.Source[0].data?.main[0]?.[0];
	expect(Object.keys(structuredClone(item) ?? {})).toEqual(['json', 'pairedItem']);
});

it('what was done comes out as before, when the credential cannot be read in a later try', async () => {
	service.simulator.fault(at(0, REFUSED));
	let tries = 0;
	const { json } = await sendFive(
		RETRY_AND_CONTINUE,
		{},
		{
			beforeExecute: (context) => {
				if (tries++ === 0) return;
				context.getCredentials = async () => {
					throw new Error('The database is locked');
				};
			},
		},
	);
	expect(outcomes(json)).toEqual(['failed', 'done', 'done', 'done', 'done']);
});
