import type { FaultSpec } from '../../simulator';
import type { Outcome } from '../support/send';
import { CONTINUE, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated({ historyLimit: 100_000 });

const COUNT = 1000;
/** Each has three to five messages, so that their order can be told. */
const RECIPIENTS = 250;
/** Every twentieth item meets a fault: 5%. */
const EVERY = 20;

const items = Array.from({ length: COUNT }, (_, index) => ({
	to: `+1202555${String(1000 + (index % RECIPIENTS))}`,
	text: String(index),
}));

const FAULTS: Array<[FaultSpec, Outcome, acted: number]> = [
	[{ kind: 'answer', status: 422, body: { message: 'Blocked' } }, 'failed', 0],
	[{ kind: 'answer', status: 500, body: {}, when: 'after' }, 'possibly sent', 1],
	[{ kind: 'reset', when: 'before' }, 'possibly sent', 0],
	[{ kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '0' } }, 'done', 1],
	[{ kind: 'reset', when: 'after' }, 'possibly sent', 1],
	[{ kind: 'truncatedBody', when: 'after' }, 'possibly sent', 1],
	[{ kind: 'html', status: 502 }, 'possibly sent', 0],
	[{ kind: 'answer', status: 403, body: {} }, 'failed', 0],
	[{ kind: 'redirect', location: 'http://127.0.0.1:9/x', when: 'after' }, 'possibly sent', 1],
	[{ kind: 'empty', when: 'after' }, 'possibly sent', 1],
];

const faultOf = (index: number) =>
	index % EVERY === EVERY - 1 ? FAULTS[Math.floor(index / EVERY) % FAULTS.length] : undefined;

/** How often the service carried out each item. */
function actedOn(): number[] {
	const counts = new Array<number>(COUNT).fill(0);
	for (const text of service.texts()) counts[Number(text)]++;
	return counts;
}

function expectOrderWithinRecipients(): void {
	const last = new Map<string, number>();
	for (const { to, text } of service.simulator.messages) {
		expect(Number(text)).toBeGreaterThan(last.get(to) ?? -1);
		last.set(to, Number(text));
	}
}

it.each([1, 10, 100])(
	'1,000 items, %i at a time, of which every 20th meets a fault, are each done once, refused, or reported as possibly sent',
	async (concurrency) => {
		items.forEach(({ text }, index) => {
			const fault = faultOf(index);
			if (fault) service.simulator.fault({ ...fault[0], match: { message: text } });
		});
		const options = { concurrency, maxRetries: 2 };
		const { json, items: output } = await send(service, { items, options, node: CONTINUE });
		const acted = actedOn();
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(outcomes(json).map((outcome, index) => [outcome, acted[index]])).toEqual(
			items.map((_, index) => faultOf(index)?.slice(1) ?? ['done', 1]),
		);
		expectOrderWithinRecipients();
		expect(service.simulator.stats.maxInFlight).toBeLessThanOrEqual(concurrency);
	},
);
