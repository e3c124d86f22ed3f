import { atMost, type Figure, inWords, isClear } from './figures';
import type { Measurement } from './measure';
import type { Runner } from './runner';
import { inTurns, middle } from './turns';

/** How many requests run at the same time, and the target: time of a batch / that of Node.js alone. */
const CASES = [
	{ concurrency: 1, most: 1.05 },
	{ concurrency: 10, most: 1.05 },
	{ concurrency: 50, most: 1.15 },
];

/** ms that the service takes for an answer. */
const LATENCY = 100;

type Round = Record<'package' | 'bare', Measurement>;

/**
 * Measures the time of a batch beside that of Node.js alone, which sends the same messages, as many at the same time, in the
 * same round. No node can be faster.
 * @param answers that each of the places at the same time gets in a run, one after the other
 */
export async function limits(runner: Runner, answers: number): Promise<Figure[]> {
	const figures: Figure[] = [];

	for (const { concurrency, most } of CASES) {
		const wanted = { items: answers * concurrency, concurrency, latency: LATENCY };
		const figure = (rounds: Round[]) => {
			const time = (who: keyof Round) => inWords(middle(rounds.map((round) => round[who].time)));
			return atMost(
				`time of a batch / that of Node.js alone, ${concurrency} at the same time`,
				most,
				middle(rounds.map((round) => round.package.time / round.bare.time)),
				`${wanted.items} messages: ${time('package')} ms, Node.js alone ${time('bare')} ms`,
			);
		};

		const rounds = await runner.withRivals(
			async (start) =>
				await inTurns<Round>(
					{
						package: start({ ...wanted, who: 'package' }),
						bare: start({ ...wanted, who: 'bare' }),
					},
					{ least: 6, most: 12, settled: (all) => isClear(figure(all)) },
				),
		);
		figures.push(figure(rounds));
	}

	return figures;
}
