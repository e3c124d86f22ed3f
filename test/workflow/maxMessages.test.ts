import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inEngine2 } from '../support/engine2';
import { KeyStore } from '../support/keyStore';
import { loop } from '../support/loop';
import type { RunOptions } from '../support/n8nCore';
import { NODE_NAME } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import { recipient, workflowOfEachTest } from './support/rows';
import { CONTINUE, INTENT, MESSAGE, OTP } from './support/sending';

const service = simulated();
beforeAll(async () => await new KeyStore().register());

const workflow = workflowOfEachTest();

const rows = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ to: recipient(from + index) }));

async function send(
	maxMessages: unknown,
	input: IDataObject[],
	options: INodeParameters = {},
	more: Partial<RunOptions> = {},
) {
	const limit = maxMessages as number;
	return await service.run(
		{ ...MESSAGE, options: { maxMessages: limit, concurrency: 1, maxRetries: 0, ...options } },
		{ input, workflowId: workflow.id, ...more },
	);
}

const sent = () => service.simulator.messages.length;

describe('Max Messages', () => {
	it.each([
		['Message → Send', MESSAGE],
		['One-Time Password → Send', OTP],
		['Message Intent → Generate and Send', INTENT],
	])(
		'of %s refuses a run of more before its first request, with both figures',
		async (_, parameters) => {
			const options = { maxMessages: 3 };
			const { error } = await service.run({ ...parameters, options }, { input: rows(4) });
			expect(error?.message).toBe("'Max Messages' is 3, but there would be 4 messages");
			expect(error?.description).toContain("raise 'Max Messages' in the options");
			expect(service.asked()).toEqual([]);
			await service.run({ ...parameters, options }, { input: rows(3) });
			expect(service.asked().length).toBeGreaterThanOrEqual(3);
		},
	);

	it('of 0, or that was not added, is no limit', async () => {
		await send(0, rows(3));
		expect(sent()).toBe(3);
	});

	it('fails every item where the node continues on errors', async () => {
		const { json } = await send(3, rows(4), {}, { node: CONTINUE });
		expect(json).toHaveLength(4);
		for (const item of json) {
			expect(item.error).toBe("'Max Messages' is 3, but there would be 4 messages");
			expect(item.errorDetails).toMatchObject({ about: 'input', mayHaveBeenSent: false });
		}
		expect(sent()).toBe(0);
	});

	it.each<[string, () => RunOptions['beforeExecute']]>([
		['in the first engine', () => undefined],
		['in Engine 2.0', () => inEngine2()],
	])('holds over all rounds of a loop, %s', async (_, engine) => {
		const again = loop(3, (_items, round) => rows(2, 2 * round).map((json) => ({ json })));
		const beforeExecute = engine();
		const { error } = await send(5, rows(2), {}, { ...again, beforeExecute });

		expect(error?.message).toContain(
			"'Max Messages' is 5, but there would be 6 messages with this round: 4 so far, and 2 more",
		);
		expect(error?.message + String(error?.description)).not.toContain('Nothing was sent');
		expect(sent()).toBe(4);

		// Each execution counts anew.
		await send(5, rows(5));
		expect(sent()).toBe(9);
	});

	it('counts a key once that is repeated within the run, also in another round of a loop', async () => {
		const options = { sendOnceKey: '={{ $json.to }}' };
		const again = loop(3, () => rows(2).map((json) => ({ json })));
		const { error } = await send(2, [...rows(2), ...rows(2)], options, again);
		expect(error).toBeUndefined();
		expect(sent()).toBe(2);
	});

	it('looks up no keys of earlier runs', async () => {
		const options = { sendOnceKey: '={{ $json.to }}' };
		await send(2, rows(2), options);
		const { error } = await send(2, rows(3), options);
		expect(error?.message).toContain('there would be 3 messages');
		expect(sent()).toBe(2);
	});

	it('counts the tries of Retry On Fail once', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: {},
			match: { to: recipient(1) },
		});
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { error } = await send(3, rows(3), {}, { node });
		expect(error).toBeUndefined();
		expect(sent()).toBe(3);
	});

	it('counts what was possibly sent, and not what the service refused', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(0) } });
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: {},
			match: { to: recipient(1) },
		});
		const again = loop(2, () => rows(3, 5).map((json) => ({ json })));
		const { run } = await send(3, rows(2), {}, { ...again, node: CONTINUE });
		const [items] = run.data.resultData.runData[NODE_NAME]?.at(-1)?.data?.main ?? [];

		expect(items?.[0].json.error).toContain(
			'would be 4 messages with this round: 1 so far, and 3 more',
		);
	});

	it('does not count items with mistakes and those of Do Not Send To', async () => {
		const input = [{ to: 'nobody' }, ...rows(3)];
		const options = { doNotSendTo: recipient(0) };
		const { json } = await send(2, input, options, { node: CONTINUE });
		expect(json.map((item) => 'crumbs' in item)).toEqual([false, false, true, true]);
	});

	it('lets those of Do Not Send To be skipped where the others are refused', async () => {
		const options = { doNotSendTo: recipient(0) };
		const { json } = await send(1, rows(3), options, { node: CONTINUE });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: recipient(0) });
		expect(json[1].error).toContain("'Max Messages' is 1, but there would be 2 messages");
	});

	it('refuses no Dry Run, which says that the run would be refused', async () => {
		const { json, hints } = await send(3, rows(4), { dryRun: true });
		expect(json).toHaveLength(4);
		expect(hints).toContain(
			"Dry Run: this run would be refused. 'Max Messages' is 3, but there would be 4 messages.",
		);
	});

	it('counts no item of a Dry Run', async () => {
		const input = rows(4).map((item, index) => ({ ...item, dry: index > 1 }));
		const { error } = await send(2, input, { dryRun: '={{ $json.dry }}' });
		expect(error).toBeUndefined();
		expect(sent()).toBe(2);
	});

	it.each(['={{ null }}', '={{ "" }}', '={{ -1 }}', '={{ 1.5 }}', '={{ "many" }}'])(
		'is refused before any request as %s',
		async (maxMessages) => {
			const { error } = await send(maxMessages, rows(1));
			expect(error?.message).toContain("'Max Messages'");
			expect(sent()).toBe(0);
		},
	);
});
