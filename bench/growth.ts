import { atMost, type Figure, isClear } from './figures';
import type { Measurement } from './measure';
import type { Rival, Runner } from './runner';
import { inTurns, middle } from './turns';

/** One round: µs of the processor for a message, by the size of the batch. */
type Round = Record<number, number>;

/**
 * Measures how the processor time of a message grows with the size of the batch. One process runs all sizes, because V8
 * compiles the same code differently in each process. Small batches run in many executions.
 * @param least messages of one size, all of its executions together
 */
export async function growth(runner: Runner, sizes: number[], least: number): Promise<Figure[]> {
	const figure = (rounds: Round[]) => {
		const bySize = sizes
			.map((size) => ({ size, µs: middle(rounds.map((round) => round[size])).value }))
			.sort((one, other) => one.µs - other.µs);
		const [{ size: fastest }] = bySize;
		const slowest = bySize[bySize.length - 1].size;

		return atMost(
			'processor time of a message, slowest / fastest size of a batch',
			1.1,
			middle(rounds.map((round) => round[slowest] / round[fastest])),
			bySize.map(({ size, µs }) => `${size}: ${µs.toFixed()} µs`).join(', '),
		);
	};

	const rounds = await runner.withRivals(async (start) => {
		const rules = { concurrency: 10, items: least, warmUp: least };
		const own = start({ ...rules, who: 'package' });
		const empty = start({ ...rules, who: 'empty' });
		const rivals = sizes.map((size) => [size, timeOfMessage(own, empty, size, least)]);
		return await inTurns<Round>(
			Object.fromEntries(rivals) as Record<number, () => Promise<number>>,
			{
				least: 3,
				most: 5,
				settled: (all) => isClear(figure(all)),
			},
		);
	});
	return [figure(rounds)];
}

/** Returns a measurement of a message's processor time in µs, without that of n8n itself. */
function timeOfMessage(own: Rival, empty: Rival, items: number, least: number) {
	const repeats = Math.max(1, Math.round(least / items));
	const each = ({ cpu }: Measurement) => cpu / (items * repeats);

	return async () => each(await own({ items, repeats })) - each(await empty({ items, repeats }));
}
