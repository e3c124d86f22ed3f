import type { FaultSpec } from '../../simulator';
import type { RunResult } from '../support/n8nCore';
import { SEND, simulated } from '../support/simulated';

const service = simulated({ requestLogLimit: 100_000, historyLimit: 100_000 });

const COUNT = 1000;
/** Each has three to five messages, so that their order can be told. */
const RECIPIENTS = 250;
/** Every twentieth item meets a fault: 5%. */
const EVERY = 20;

const recipient = (index: number) => `+1202555${String(1000 + (index % RECIPIENTS))}`;
const items = Array.from({ length: COUNT }, (_, index) => ({
	to: recipient(index),
	text: `Text ${index}`,
}));

/** What a fault leaves behind: whether the item is done in the end, was refused, or is possibly sent. */
type Status = 'done' | 'refused' | 'possiblySent';

const FAULTS: Array<[FaultSpec, Status, acted: boolean]> = [
	[{ kind: 'answer', status: 422, body: { message: 'Blocked' } }, 'refused', false],
	[{ kind: 'answer', status: 500, body: {}, when: 'after' }, 'possiblySent', true],
	[{ kind: 'reset', when: 'before' }, 'possiblySent', false],
	[{ kind: 'answer', status: 429, body: {}, headers: { 'retry-after': '0' } }, 'done', true],
	[{ kind: 'reset', when: 'after' }, 'possiblySent', true],
	[{ kind: 'truncatedBody', when: 'after' }, 'possiblySent', true],
	[{ kind: 'html', status: 502 }, 'possiblySent', false],
	[{ kind: 'answer', status: 403, body: {} }, 'refused', false],
	[{ kind: 'redirect', location: 'http://127.0.0.1:9/x', when: 'after' }, 'possiblySent', true],
	[{ kind: 'empty', when: 'after' }, 'possiblySent', true],
];

const faultOf = (index: number) =>
	index % EVERY === EVERY - 1 ? FAULTS[Math.floor(index / EVERY) % FAULTS.length] : undefined;

// A batch with these faults takes its seconds.
async function sendAll(
	concurrency: number,
	onError: 'stopWorkflow' | 'continueRegularOutput',
): Promise<RunResult> {
	items.forEach(({ text }, index) => {
		const fault = faultOf(index);
		if (fault) service.simulator.fault({ ...fault[0], match: { message: text } });
	});
	return await service.run(
		{
			...SEND,
			to: '={{ $json.to }}',
			message: '={{ $json.text }}',
			options: { concurrency, maxRetries: 2 },
		},
		{ input: items, node: { onError } },
	);
}

/** How often the service carried out each item. */
function actedOn(): number[] {
	const counts = new Array<number>(COUNT).fill(0);
	for (const { text } of service.simulator.messages) counts[Number(text.slice(5))]++;
	return counts;
}

function expectOrderWithinRecipients(): void {
	const last = new Map<string, number>();
	for (const { to, text } of service.simulator.messages) {
		const index = Number(text.slice(5));
		expect(index).toBeGreaterThan(last.get(to) ?? -1);
		last.set(to, index);
	}
}

/** Reads "0-3, 7" as indexes. */
const indexesIn = (list: string | undefined) =>
	(list ?? '').split(', ').flatMap((range) => {
		if (!range) return [];
		const [first, last = first] = range.split('-').map(Number);
		return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
	});

/** Reads which items the error of a stopped run names as what. */
function named(description: string) {
	const items = (what: string) =>
		indexesIn(new RegExp(`\\b${what}: items? ([\\d, -]+)[ .]`).exec(description)?.[1].trim());

	return {
		done: items('Sent'),
		alsoFailed: items('Also failed'),
		possiblySent: items('Possibly sent'),
		notTried: items('Not tried'),
		begun: items('Begun, but not finished'),
	};
}

describe.each([1, 10, 100])(
	'1,000 items, 5%% of which meet faults, %i at the same time',
	(concurrency) => {
		it('are each done once, refused, or reported as possibly sent, where the node continues', async () => {
			const { json, items: output } = await sendAll(concurrency, 'continueRegularOutput');
			const acted = actedOn();
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_, item) => ({ item })),
			);

			json.forEach((item, index) => {
				const [, status, isActed] = faultOf(index) ?? [undefined, 'done', true];
				const { mayHaveBeenSent } = (item.errorDetails ?? {}) as { mayHaveBeenSent?: boolean };
				const says = mayHaveBeenSent ? 'possiblySent' : 'refused';
				expect([index, 'error' in item ? says : 'done', acted[index]]).toEqual([
					index,
					status,
					isActed ? 1 : 0,
				]);
			});

			expectOrderWithinRecipients();
			expect(service.simulator.stats.maxInFlight).toBeLessThanOrEqual(concurrency);
		});

		it('stop at the first that fails, and the error tells what became of every item', async () => {
			const { json, error } = await sendAll(concurrency, 'stopWorkflow');
			const acted = actedOn();
			const { done, alsoFailed, possiblySent, notTried, begun } = named(error?.description ?? '');
			const failed = Number(error?.context?.itemIndex);

			expect(json).toEqual([]);
			expect(faultOf(failed)?.[1]).not.toBe('done');
			expect(done.length).toBeGreaterThan(0);
			for (const index of done) expect([index, acted[index]]).toEqual([index, 1]);
			for (const index of [failed, ...alsoFailed, ...possiblySent]) {
				expect([index, possiblySent.includes(index)]).toEqual([
					index,
					faultOf(index)?.[1] === 'possiblySent',
				]);
			}

			// Every item is named once, and whoever has a message as sent or as possibly sent.
			const rest = possiblySent.includes(failed) ? [] : [failed];
			expect(
				[...done, ...possiblySent, ...alsoFailed, ...begun, ...notTried, ...rest].sort(
					(a, b) => a - b,
				),
			).toEqual(items.map((_, index) => index));

			acted.forEach((count, index) => {
				expect(count).toBeLessThanOrEqual(1);
				if (count) expect([...done, ...possiblySent]).toContain(index);
			});
			// How many had left by then is the machine’s affair; the batch was not carried on.
			expect(acted.filter(Boolean).length).toBeLessThan(COUNT);
			expectOrderWithinRecipients();
		});
	},
);
