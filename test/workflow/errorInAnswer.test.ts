import type { GenericValue, IDataObject, INode } from 'n8n-workflow';

import { KeyStore } from '../support/keyStore';
import { RECIPIENT, SEND, simulated } from '../support/simulated';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

const retryOnFail: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** The service acts, and says so in words of its own. */
const answer = (body: IDataObject) =>
	service.simulator.fault({ kind: 'answer', when: 'after', body, times: 'always' });

const send = async (node: Partial<INode>, count = 1) =>
	await service.run(
		{ ...SEND, message: '={{ $json.text }}' },
		{ input: Array.from({ length: count }, (_, index) => ({ text: String(index) })), node },
	);

describe('an answer of success that has a field "error"', () => {
	it.each<[GenericValue, Partial<INode>]>([
		['none', {}],
		['none', { onError: 'continueRegularOutput' }],
		[null, {}],
		['', {}],
		[{ code: 0 }, { onError: 'continueErrorOutput' }],
	])('is sent once with Retry On Fail: %j, %j', async (error, node) => {
		const body = { message: 'Queued', crumbs: {}, error };
		answer(body);
		const { json } = await send({ ...retryOnFail, ...node }, 2);
		expect(service.simulator.messages.map(({ text }) => text)).toEqual(['0', '1']);
		expect(json).toEqual([body, body]);
	});

	it('is sent again by the next run of the workflow, as any other', async () => {
		answer({ message: 'Queued', error: 'none' });
		await send({});
		await send({});
		expect(service.simulator.messages).toHaveLength(2);
	});

	it.each<Partial<INode>>([{}, retryOnFail])('is named in the output panel: %j', async (node) => {
		answer({ message: 'Queued', error: 'none' });
		const { hints } = await send(node);
		expect(hints).toContainEqual(expect.stringContaining('its answer has a field "error"'));
	});

	it('leaves it open under its Send Once Key whether it was sent', async () => {
		service.simulator.fault({ kind: 'answer', body: { success: false, error: 'Out of quota' } });
		const once = async () =>
			await service.run(
				{ ...SEND, options: { sendOnceKey: 'order 1' } },
				{ workflowId: 'error in an answer' },
			);
		expect((await once()).json).toEqual([{ success: false, error: 'Out of quota' }]);
		expect((await once()).json).toEqual([
			{ skipped: true, sendOnceKey: 'order 1', mayHaveBeenSent: true },
		]);
	});

	it('is possibly sent also where it answers the send of a message intent', async () => {
		service.simulator.fault({
			kind: 'answer',
			path: '/send/text',
			body: { message: 'Queued', error: 'Out of quota' },
			times: 'always',
		});
		const once = async () =>
			await service.run(
				{
					resource: 'intent',
					operation: 'generateAndSend',
					toNumber: RECIPIENT,
					fromNumber: '+12025550100',
					options: { sendOnceKey: 'order 2' },
				},
				{ workflowId: 'error in an answer', input: [{}, {}] },
			);

		const { json, hints } = await once();
		expect(json[0]).toMatchObject({ message: { error: 'Out of quota' } });
		expect(json[1]).toEqual({ skipped: true, sendOnceKey: 'order 2', mayHaveBeenSent: true });
		expect(hints.join()).toContain('2 items: 2 possibly sent');
	});

	it('is asked for again where that changes nothing', async () => {
		service.simulator.fault({ kind: 'answer', body: { error: 'Not now' } });
		service.simulator.fault({ kind: 'answer', body: { number: '12025550101' } });
		const { json } = await service.run(
			{ resource: 'lease', operation: 'getStatus', number: '+12025550101' },
			{ node: retryOnFail },
		);
		expect(json).toEqual([{ number: '12025550101' }]);
	});

	it('asks a person once', async () => {
		answer({ message: 'Queued', crumbs: {}, error: 'none' });
		const { run } = await service.run(
			{
				resource: 'message',
				operation: 'sendAndWait',
				channel: 'sms',
				to: RECIPIENT,
				message: 'Shall I?',
			},
			{ node: retryOnFail },
		);

		expect(run.waitTill).toBeInstanceOf(Date);
		expect(service.simulator.messages).toHaveLength(1);
	});
});

describe('an item that failed', () => {
	it('is tried again by Retry On Fail', async () => {
		service.simulator.fault({ kind: 'answer', status: 400, body: { message: 'Not now' } });
		const { json } = await send({ ...retryOnFail, onError: 'continueRegularOutput' });
		expect(service.simulator.messages).toHaveLength(1);
		expect(json).toEqual([expect.objectContaining({ message: expect.any(String) as string })]);
	});
});
