import type { INode } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { withHeldTimeouts } from '../support/heldTimeouts';
import { KeyStore } from '../support/keyStore';
import { nextTurn } from '../support/nextTurn';
import { RequestWatch } from '../support/requestWatch';
import { simulated } from '../support/simulated';

const service = simulated();
const store = new KeyStore();

beforeAll(async () => await store.register());

let workflows = 0;
let workflowId: string;
beforeEach(() => {
	workflowId = `workflow ${workflows++}`;
});

const recipient = (index: number) => `+1202555${String(100 + index).padStart(4, '0')}`;
const key = (index: number) => `order ${index}`;
const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		to: recipient(index),
		text: String(index),
		order: key(index),
	}));
const keys = (count: number) => rows(count).map(({ order }) => order);
const recorded = (count: number) => store.recorded(workflowId, keys(count));
const sent = () => service.simulator.messages.map(({ text }) => text);
const ascending = (texts: string[]) => [...texts].sort((a, b) => Number(a) - Number(b));

const message = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text }}',
};

async function send(
	input = rows(5),
	node: Partial<INode> = {},
	options: Record<string, string | number> = {},
	{ beforeExecute }: Partial<RequestWatch> = {},
) {
	return await service.run(
		{
			...message,
			options: { concurrency: 1, maxRetries: 0, sendOnceKey: '={{ $json.order }}', ...options },
		},
		{ input, node, workflowId, beforeExecute },
	);
}

const skipped = (index: number) => ({ skipped: true, sendOnceKey: key(index) });
const done = expect.objectContaining({ crumbs: expect.any(Object) as unknown }) as unknown;

describe('with Retry On Fail, five messages of which the third fails once', () => {
	/** The shortest wait that n8n takes, in ms: 0 would be its own second. */
	const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const at2 = (fault: FaultSpec) =>
		service.simulator.fault({ ...fault, match: { to: recipient(2) } });

	it('are sent once each', async () => {
		at2({ kind: 'answer', status: 429, body: {} });
		const { json, error } = await send(rows(5), retryOnFail);
		expect(error).toBeUndefined();
		expect(sent()).toEqual(['0', '1', '2', '3', '4']);
		expect(json).toEqual([skipped(0), skipped(1), done, done, done]);
	});

	it('are sent once at most, when the third may have been sent', async () => {
		at2({ kind: 'reset', when: 'after' });
		const { json } = await send(rows(5), retryOnFail);
		expect(sent()).toEqual(['0', '1', '2', '3', '4']);
		expect(json).toEqual([skipped(0), skipped(1), skipped(2), done, done]);
	});

	it('are sent twice in part without a key', async () => {
		at2({ kind: 'answer', status: 429, body: {} });
		await send(rows(5), retryOnFail, { sendOnceKey: '' });
		expect(sent()).toEqual(['0', '1', '0', '1', '2', '3', '4']);
	});
});

describe('a key', () => {
	it('is recorded before its request leaves, and no more keys than there are requests in flight', async () => {
		service.simulator.fault({ kind: 'hang', times: 'always' });
		let stop: () => void = () => undefined;
		const running = service.run(
			{ ...message, options: { concurrency: 3, sendOnceKey: '={{ $json.order }}' } },
			{
				input: rows(9),
				workflowId,
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

	it.each<[string, FaultSpec]>([
		...[400, 401, 403, 404, 409, 410, 413, 415, 422, 429].map((status): [string, FaultSpec] => [
			String(status),
			{ kind: 'answer', status, body: {} },
		]),
	])('is free again after %s, which refuses the request', async (_, fault) => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			service.simulator.fault(fault);
			await send(rows(1), { onError });
			expect(recorded(1)).toEqual([]);
		}
		await send(rows(1));
		expect(sent()).toEqual(['0']);
	});

	it('is free again when nothing listens', async () => {
		await service.run(
			{ ...message, options: { maxRetries: 0, sendOnceKey: '={{ $json.order }}' } },
			{
				input: rows(1),
				workflowId,
				credentials: { ...service.credentials(), baseUrl: 'http://127.0.0.1:9' },
			},
		);
		expect(recorded(1)).toEqual([]);
	});

	it.each<[string, FaultSpec]>([
		...[500, 501, 502, 503, 504].map((status): [string, FaultSpec] => [
			String(status),
			{ kind: 'answer', status, body: {}, when: 'after' },
		]),
		['a lost connection', { kind: 'reset', when: 'after' }],
		['half an answer', { kind: 'truncatedBody', when: 'after' }],
		['half of a JSON', { kind: 'truncatedJson', when: 'after' }],
		['a web page', { kind: 'html', when: 'after' }],
		['an empty answer', { kind: 'empty', when: 'after' }],
		['a redirect', { kind: 'redirect', location: '/elsewhere', when: 'after' }],
		['a time-out', { kind: 'hang', when: 'after' }],
	])('stays used after %s, which leaves open what was done', async (_, fault) => {
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			service.simulator.fault(fault);
			await withHeldTimeouts(
				async () => await send(rows(1), { onError }),
				() => fault.kind === 'hang' && sent().length > 0,
			);
			service.simulator.clearFaults();
			expect(recorded(1)).toEqual(keys(1));
		}
		expect((await send(rows(1))).json).toEqual([skipped(0)]);
		expect(sent()).toEqual(['0']);
	});

	it('is kept over runs, and by its node alone', async () => {
		await send(rows(3));
		const { json } = await send(rows(4));
		expect(json).toEqual([skipped(0), skipped(1), skipped(2), done]);
		await send(rows(1), { id: 'another-node' });
		expect(sent()).toEqual(['0', '1', '2', '3', '0']);
	});

	it.each([1, 2, 10])(
		'that stands on several items of a run is sent for the first, at concurrency %i',
		async (concurrency) => {
			const input = rows(6).map((row, index) => ({ ...row, order: key(index % 2) }));
			const { json } = await send(input, {}, { concurrency });
			expect(ascending(sent())).toEqual(['0', '1']);
			expect(json).toEqual([done, done, skipped(0), skipped(1), skipped(0), skipped(1)]);
		},
	);

	it('may be a number, and an item without one is sent as often as it is asked', async () => {
		const input = rows(3).map((row, index) => ({ ...row, order: [7, '', '7'][index] as string }));
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
		const watch = new RequestWatch();
		const refused = service.simulator.hold({
			kind: 'answer',
			status: 422,
			body: {},
			match: { to: recipient(0) },
			times: 1,
		});
		const others = service.simulator.hold();
		const running = send(rows(10), {}, { concurrency: 4 }, watch);
		await Promise.all([refused.holds(1), others.holds(3)]);
		refused.open();
		await watch.ended(1);
		others.open();
		const { error } = await running;
		expect(error?.context).toMatchObject({ itemIndex: 0 });
		expect(ascending(sent())).toEqual(['1', '2', '3']);
		expect(recorded(10)).toEqual([1, 2, 3].map(key));
		await send(rows(10), {}, { concurrency: 4 });
		expect(ascending(sent())).toEqual(rows(10).map(({ text }) => text));
	});

	it('the keys of an execution that is stopped are free again, but for what is in flight', async () => {
		service.simulator.fault({ kind: 'hang', nth: 3, times: 'always' });
		let stop: () => void = () => undefined;
		const running = service.run(
			{ ...message, options: { concurrency: 2, sendOnceKey: '={{ $json.order }}' } },
			{
				input: rows(8),
				workflowId,
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
	expect(second.json).toEqual([skipped(0), done, skipped(2), skipped(3), done, skipped(5)]);
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
			await service.run({ ...parameters, options }, { input: rows(1), workflowId });
		}
		expect(service.asked().filter((request) => request.path === path)).toHaveLength(2);
	});
});
