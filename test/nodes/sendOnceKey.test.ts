import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { nextTurn } from '../support/clock';
import { keys, NODE_NAME } from '../support/n8nCore';
import { stoppable } from '../support/observed';
import { refuseFirst } from '../support/requestWatch';
import { at, LOST, recipient, recipients, REFUSED, row, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, outcomes, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const keyed = (count: number) => rows(count, (index) => ({ key: `order ${index}` }));

const once = async (items: IDataObject[] = keyed(5), { options, ...more }: Sending = {}) =>
	await send(service, {
		items,
		options: { sendOnceKey: '={{ $json.key }}', concurrency: 1, maxRetries: 0, ...options },
		...more,
	});

const sent = () => service.sent().sort();

describe('a Send Once Key', () => {
	it('is kept over runs, and by its node alone', async () => {
		await once(keyed(3));
		const { json, hints } = await once(keyed(4));
		expect(json[0]).toEqual({ skipped: true, sendOnceKey: 'order 0', to: recipient(0) });
		expect(outcomes(json)).toEqual(['skipped', 'skipped', 'skipped', 'done']);
		// Stands above the output, where most rows would have to be scrolled through.
		expect(hints).toEqual(['Skipped 3: sent before (items 0-2). Sent 1 (item 3).']);
		await once(keyed(1), { node: { id: 'another-node' } });
		expect(service.sent()).toEqual(recipients(0, 1, 2, 3, 0));
	});

	it('that was used is told as information, and one of a message that may have been sent as a warning', async () => {
		const kinds = [];
		service.simulator.fault(at(1, LOST));
		for (const index of [0, 1, 0, 1]) {
			const { run } = await once([row(index, { key: 'one' })], { node: CONTINUE });
			kinds.push(run.data.resultData.runData[NODE_NAME][0].hints?.[0]?.type);
		}
		expect(kinds).toEqual([undefined, undefined, 'info', 'warning']);
	});

	it('is recorded twenty at a time where two are sent at once, and each is known to later runs', async () => {
		await once(keyed(1));
		const gate = service.simulator.hold();
		const running = once(keyed(30), { options: { concurrency: 2 } });
		await gate.holds(2);
		// Each but the first with its mark: after a crash, these count as possibly sent.
		expect(keys.entriesOf(service.workflowId)).toHaveLength(39);
		gate.open();
		await running;
		expect(outcomes((await once(keyed(30))).json)).toEqual(Array(30).fill('skipped'));
	});

	it('is free again after a refusal, and stays used where nobody knows what was done', async () => {
		service.simulator.fault(at(0, REFUSED));
		expect(outcomes((await once(keyed(1), { node: CONTINUE })).json)).toEqual(['failed']);
		service.simulator.fault(at(0, REFUSED));
		await once(keyed(1), { fails: true });

		service.simulator.fault(at(0, LOST));
		const { error } = await once(keyed(1), { fails: true });
		expect(error.context).toMatchObject({ outcome: 'possiblySent' });
		const { json, hints } = await once(keyed(1));
		const skipped = { skipped: true, sendOnceKey: 'order 0', to: recipient(0) };
		expect(json).toEqual([{ ...skipped, mayHaveBeenSent: true }]);
		expect(hints).toEqual(['Skipped 1: possibly sent before (item 0).']);
		expect(sent()).toEqual(recipients(0));
	});

	it('of which n8n has forgotten what stands first is new, and goes before its mark again', async () => {
		service.simulator.fault({ ...at(0, LOST), times: 2 });
		await once(keyed(1), { node: CONTINUE });
		const entries = keys.entriesOf(service.workflowId);
		const workflowId = `${service.workflowId} later`;
		keys.restore(workflowId, entries.slice(1));
		const { json } = await once(keyed(1), { workflowId, node: CONTINUE });
		expect(outcomes(json)).toEqual(['possibly sent']);
		expect(keys.entriesOf(workflowId)).toEqual(entries);
	});

	it('on several items of a run is sent for the first, or for the next where that was refused', async () => {
		const to = ['+1 (202) 555-0143', '+12025550143'];
		const items = rows(4, (index) => ({ to: to[index % 2], key: 'one' }));
		service.simulator.fault({ ...REFUSED, match: { to: to[1] } });
		const { json } = await once(items, { node: CONTINUE, options: { concurrency: 4 } });
		expect(outcomes(json)).toEqual(['failed', 'done', 'skipped', 'skipped']);
		expect(service.texts()).toEqual(['1']);
	});

	it('belongs to a recipient: another one gets a message with the same key', async () => {
		const items = rows(4, (index) => ({ to: recipient(index % 2), key: 'July' }));
		expect(outcomes((await once(items)).json)).toEqual(['done', 'done', 'skipped', 'skipped']);
	});

	it('is trimmed, and may be a number', async () => {
		const key = [' a ', 'a', 'a\n', 7, '7', 'true love', 'nullable', 'order undefined'];
		const items = rows(key.length, (index) => ({ to: recipient(0), key: key[index] }));
		const { json } = await once(items);
		const none = { to: recipient(0), skipped: true };
		expect(json[1]).toEqual({ ...none, sendOnceKey: 'a' });
		expect(json[2]).toEqual({ ...none, sendOnceKey: 'a' });
		expect(json[4]).toEqual({ ...none, sendOnceKey: '7' });
		expect(outcomes(json).slice(5)).toEqual(['done', 'done', 'done']);
	});

	it.each([
		...['={{ false }}', ' true ', '={{ `${$json.typo}` }}', 'null', '={{ String($json) }}', 'NaN'],
		...['={{ new Date("x").toString() }}', '={{ DateTime.fromISO("x").toString() }}'],
		...['order-{{ $json.key }}', '={{ 2 ** 53 }}', '={{ [2 ** 53] }}'],
	])('that a broken expression gives, %s, is refused before any request', async (sendOnceKey) => {
		const { json } = await once(keyed(2), { options: { sendOnceKey }, node: CONTINUE });
		expect(json).toEqual([refusedItem(), refusedItem()]);
		expect(json[0].error).toContain("'Send Once Key'");
		expect(service.asked()).toEqual([]);
	});

	it('of a one-time password sends once too', async () => {
		const sending = { operation: 'otp.send', node: CONTINUE };
		service.simulator.fault(REFUSED);
		const came = [];
		for (let run = 0; run < 3; run++) came.push(...outcomes((await once(keyed(1), sending)).json));
		expect(came).toEqual(['failed', 'done', 'skipped']);
	});
});

it('the next run sends what was not started when a run stopped at an item', async () => {
	const answers = refuseFirst(service, recipient(0));
	const running = once(keyed(10), { fails: true, options: { concurrency: 4 }, ...answers });
	await answers.onceUnderWay(4);
	const { error } = await running;
	expect(error.context).toMatchObject({ itemIndex: 0 });
	expect(sent()).toEqual(recipients(1, 2, 3));

	// In another process too, which knows nothing but the record: what was claimed and not started is free again.
	const workflowId = `${service.workflowId} elsewhere`;
	keys.restore(workflowId, keys.entriesOf(service.workflowId));
	await once(keyed(10), { workflowId });
	expect(sent()).toEqual(keyed(10).map(({ to }) => to));
});

it('executions at the same time send each key once, and wait for each other', async () => {
	const gate = service.simulator.hold({ times: 10 });
	const first = once(keyed(30), { options: { concurrency: 10 } });
	await gate.holds(10);
	// Its first key is new, and those behind it are not to be claimed once more.
	const second = once(keyed(31).reverse(), { options: { concurrency: 10 } });
	gate.open();
	const [one, two] = await Promise.all([first, second]);

	expect(sent()).toEqual(keyed(31).map(({ to }) => to));
	const came = [...outcomes(one.json), ...outcomes(two.json)];
	expect(came.filter((outcome) => outcome === 'done')).toHaveLength(31);
	expect(came.filter((outcome) => outcome === 'skipped')).toHaveLength(30);
	// n8n would lose one of two calls to its record at the same time.
	expect([...one.hints, ...two.hints].join()).not.toContain('database');
});

it('a run that is stopped while it waits for a key of another execution ends at once, and sends nothing', async () => {
	const gate = service.simulator.hold();
	const first = once(keyed(1));
	await gate.holds(1);
	const { options, stop } = stoppable();
	const second = once(keyed(1), options);
	for (let turn = 0; turn < 200; turn++) await nextTurn();
	expect(await stop()).toContain('The execution was stopped');
	gate.open();
	await Promise.all([first, second]);
	expect(sent()).toEqual(recipients(0));
});

it("where n8n's database fails while a key is given back, no run fails, and another process skips its item as possibly sent until a later run has written it", async () => {
	service.simulator.fault(at(1, REFUSED));
	keys.fault = (_, call) => (call === 'remove' ? 'before' : undefined);
	const { json } = await once(keyed(3), { node: CONTINUE });
	expect(outcomes(json)).toEqual(['done', 'failed', 'done']);
	await once([row(3, { key: 'order 3' })]);
	keys.fault = () => undefined;

	// Nothing but the record tells another process of the key.
	const workflowId = `${service.workflowId} elsewhere`;
	keys.restore(workflowId, keys.entriesOf(service.workflowId));
	const again = await once(keyed(3), { node: CONTINUE, workflowId });
	expect(outcomes(again.json)[1]).toBe('skipped, possibly sent');
	await once([row(4, { key: 'order 4' })]);
	keys.restore(workflowId, keys.entriesOf(service.workflowId));
	const later = await once(keyed(3), { workflowId });
	expect(outcomes(later.json)).toEqual(['skipped', 'done', 'skipped']);
});

/** A run of a random history: its items, what the service does with each of them, and which call of the database fails. */
interface RandomRun {
	items: number[];
	faults: Array<'fine' | 'refused' | 'lost'>;
	failing: number;
	concurrency: number;
}

const randomRun = fc.record<RandomRun>({
	items: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
	faults: fc.array(fc.constantFrom('fine', 'fine', 'refused', 'lost'), {
		minLength: 4,
		maxLength: 4,
	}),
	failing: fc.oneof({ weight: 3, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(5) }),
	concurrency: fc.constantFrom(1, 3),
});

it('whatever happens, nobody is sent to twice, and nothing that was not sent counts as sent', async () => {
	let histories = 0;
	const holds = async (history: RandomRun[]) => {
		service.simulator.reset();
		const workflowId = `history ${histories++} of ${service.workflowId}`;
		const isOpen = new Set<number>();
		for (const { items, faults, failing, concurrency } of history) {
			faults.forEach((fault, index) => {
				if (fault !== 'fine')
					service.simulator.fault(at(index, { refused: REFUSED, lost: LOST }[fault]));
			});
			const { calls } = keys;
			const when = failing % 2 ? 'after' : 'before';
			keys.fault = (call) => (call - calls === failing ? when : undefined);
			const before = service.sent();
			const { json } = await once(
				items.map((index) => row(index, { key: `order ${index}` })),
				{ node: CONTINUE, options: { concurrency }, workflowId },
			);
			service.simulator.clearFaults();

			const now = service.sent();
			expect(new Set(now).size).toBe(now.length);
			outcomes(json).forEach((outcome, position) => {
				const index = items[position];
				if (outcome.endsWith('possibly sent')) isOpen.add(index);
				if (outcome === 'done') expect(before).not.toContain(recipient(index));
				if (outcome === 'done' || outcome === 'skipped') expect(now).toContain(recipient(index));
			});
		}

		// In the end, everybody has a message whose message is not open.
		keys.fault = () => undefined;
		const { json } = await once(keyed(4), { node: CONTINUE, workflowId });
		outcomes(json).forEach((outcome, index) => {
			expect(outcome).not.toMatch('failed');
			if (outcome !== 'skipped, possibly sent') expect(service.sent()).toContain(recipient(index));
		});
	};

	await fc.assert(fc.asyncProperty(fc.array(randomRun, { maxLength: 4 }), holds), { numRuns: 15 });
});
