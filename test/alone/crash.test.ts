import type { N8nInstance } from '../../playground/src/n8nInstance';
import { rows } from '../support/rows';
import { crash, Machine } from '../n8n/support/install';
import { post, TestedN8n, until } from '../n8n/support/n8n';
import { ASK, askNode, inARow, node, SEND, sendNode, split, start } from '../n8n/support/workflow';

const MESSAGES = 200;
const CONCURRENCY = 5;

/** Most keys that are claimed at a time. */
const CLAIMED_AT_ONCE = 10 * CONCURRENCY;

const n8n = new TestedN8n();
let machine: Machine;
let instance: N8nInstance;

/** Starts n8n with what an earlier one has left. */
async function startN8n(): Promise<void> {
	instance = await machine.n8n();
	await n8n.connect(instance.url);
}

beforeAll(async () => {
	machine = await Machine.start();
	await startN8n();
});

afterAll(async () => {
	await machine?.stop();
	await n8n.simulator?.stop();
});

it('a question waits through a restart of n8n, and its link still answers it', async () => {
	const execution = await n8n.start(inARow(start(), askNode(), node('After', 'noOp')));
	const { pathname, search } = new URL(await n8n.link(execution));
	await instance.stop();
	await startN8n();

	await post(`${n8n.url}${pathname}${search}`, { approved: 'true' });
	const { status, json } = await n8n.ended(execution);
	expect(status).toBe('success');
	expect(json(ASK)).toMatchObject([{ data: { approved: true } }]);
});

describe('n8n that is killed in the middle of 200 messages with keys', () => {
	// Before the first answer, at any later one, and before the last.
	const moments = [0, 77, MESSAGES - 1];

	it.each(moments)('after %i of them: run again, it sends to the others', async (answered) => {
		n8n.simulator.reset();
		const options = { concurrency: CONCURRENCY, sendOnceKey: '={{ $json.text }}' };
		const workflow = await n8n.create(
			inARow(start(), ...split(rows(MESSAGES)), sendNode({ options })),
		);

		n8n.simulator.fault({ kind: 'delay', held: true, nth: answered + 1, times: 'always' });
		const execution = await n8n.start(workflow);
		await until(async () => n8n.simulator.stats.requests > answered);
		await crash(instance);
		await until(async () => n8n.simulator.stats.inFlight === 0);
		const before = n8n.texts;

		await startN8n();
		expect((await n8n.ended(execution)).status).toBe('crashed');
		expect(n8n.texts).toEqual(before);

		n8n.simulator.reset();
		const { status, json } = await n8n.run(workflow);
		expect(status).toBe('success');

		const all = [...before, ...n8n.texts];
		expect(new Set(all).size).toBe(all.length);

		const items = json(SEND);
		const possiblySent = items.flatMap((item, row) => (item.mayHaveBeenSent ? [`${row}`] : []));
		expect([...new Set([...all, ...possiblySent])]).toHaveLength(MESSAGES);
		// Those of the chunk that was under way, and of the one before.
		expect(possiblySent.length).toBeLessThanOrEqual(2 * CLAIMED_AT_ONCE);
		items.forEach(({ skipped, mayHaveBeenSent }, row) => {
			if (skipped && !mayHaveBeenSent) expect(before).toContain(`${row}`);
		});
	});
});
