import type { IDataObject } from 'n8n-workflow';

import { SENDING } from '../support/operations';
import type { Sending } from '../support/send';
import { at, recipient, REFUSED, row, rows } from '../support/rows';
import { CONTINUE, outcomes, refusedItem, RETRY, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const sendAtMost = async (
	maxMessages: number | string,
	items: IDataObject[] | undefined,
	{ options, rules, ...more }: Sending = {},
) =>
	await send(service, {
		items,
		rules: { maxMessages, ...rules },
		options: { concurrency: 1, maxRetries: 0, ...options },
		...more,
	});

const sent = () => service.sent().length;

describe('Max Messages', () => {
	it.each(SENDING)('of %s refuses a run of more before its first request', async (operation) => {
		const { error } = await sendAtMost(3, rows(4), { operation });
		expect(error?.message).toBe(
			"'Max Messages' is 3, but this execution has 4 items to send (0 of 4 items were sent)",
		);
		expect(service.asked()).toEqual([]);
		await sendAtMost(3, rows(3), { operation });
		expect(service.asked().length).toBeGreaterThanOrEqual(3);
	});

	it('of 0 is no limit', async () => {
		await sendAtMost(0, rows(3));
		expect(sent()).toBe(3);
	});

	it('fails every item where the node continues', async () => {
		const { json } = await sendAtMost(1, rows(2), { node: CONTINUE });
		expect(json).toEqual([refusedItem(), refusedItem()]);
		expect(sent()).toBe(0);
	});

	it('holds over all rounds of a loop, and each execution counts anew', async () => {
		const rounds = [0, 2, 4].map((from) => [row(from), row(from + 1)]);
		const { error } = await sendAtMost(5, undefined, { rounds });
		expect(error?.message).toContain("'Max Messages' is 5, but this execution has 6 items to send");
		expect(sent()).toBe(4);

		await sendAtMost(5, rows(5));
		expect(sent()).toBe(9);
	});

	it('holds over the calls of an agent in one execution', async () => {
		const rounds = [0, 1, 2, 3].map((index) => [row(index)]);
		const { error } = await sendAtMost(3, undefined, { rounds, asTool: true });
		expect(error?.message).toContain("'Max Messages' is 3");
		expect(sent()).toBe(3);
	});

	it('looks up no keys of earlier runs', async () => {
		const options = { sendOnceKey: '={{ $json.to }}' };
		await sendAtMost(2, rows(2), { options });
		const { error } = await sendAtMost(2, rows(3), { options });
		expect(error?.message).toContain('this execution has 3 items to send');
		expect(sent()).toBe(2);
	});

	it('counts an item whose key was used once, however often n8n tries', async () => {
		const options = { sendOnceKey: '={{ $json.to }}' };
		await sendAtMost(0, rows(3), { options });

		const refusedOnce = { kind: 'answer', status: 422, path: '/send/text', times: 1 } as const;
		service.simulator.fault(at(3, refusedOnce));
		const { error } = await sendAtMost(5, rows(5), { options, node: RETRY });
		expect(error).toBeUndefined();
		expect(sent()).toBe(5);
	});

	it('counts the tries of Retry On Fail once', async () => {
		service.simulator.fault(at(1, REFUSED));
		const { error } = await sendAtMost(3, rows(3), { node: RETRY });
		expect(error).toBeUndefined();
		expect(sent()).toBe(3);
	});

	it('does not count items with mistakes and those of Do Not Send To, which are skipped', async () => {
		const items = [{ to: 'nobody' }, ...rows(3)];
		const rules = { doNotSendTo: recipient(0) };
		const fits = await sendAtMost(2, items, { rules, node: CONTINUE });
		expect(outcomes(fits.json)).toEqual(['failed', 'skipped', 'done', 'done']);
		const refused = await sendAtMost(1, items, { rules, node: CONTINUE });
		expect(outcomes(refused.json)).toEqual(['failed', 'skipped', 'failed', 'failed']);
	});

	it('refuses no Dry Run', async () => {
		const { json } = await sendAtMost(3, rows(4), { options: { dryRun: true } });
		expect(json).toHaveLength(4);
	});

	it.each(['={{ -1 }}', '={{ 1.5 }}', '={{ "many" }}', -1])('is refused as %s', async (limit) => {
		const { error } = await sendAtMost(limit, rows(1));
		expect(error?.message).toContain("'Max Messages'");
		expect(sent()).toBe(0);
	});
});
