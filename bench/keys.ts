import { atMost, type Figure, inWords, isClear } from './figures';
import type { Measurement } from './measure';
import type { Runner } from './runner';
import { inTurns, middle } from './turns';

type Round = Record<'with' | 'without', Measurement>;

/**
 * Measures what Send Once Keys cost a batch: its time with keys / without, with a service that answers at once. The
 * record is in memory here; `oneKey` measures n8n's own.
 */
export async function keys(runner: Runner, items: number): Promise<Figure[]> {
	const figure = (rounds: Round[]) => {
		const µs = (who: keyof Round) =>
			inWords(middle(rounds.map((round) => (round[who].time * 1000) / items)));
		return atMost(
			'time of a batch with keys / without',
			1.2,
			middle(rounds.map((round) => round.with.time / round.without.time)),
			`${items} messages: with ${µs('with')} µs, without ${µs('without')} µs each`,
		);
	};

	const rounds = await runner.withRivals(async (start) => {
		const rules = { who: 'package', items, concurrency: 10 } as const;
		return await inTurns<Round>(
			{ with: start({ ...rules, hasKeys: true }), without: start(rules) },
			{ least: 3, most: 7, settled: (all) => isClear(figure(all)) },
		);
	});
	return [figure(rounds)];
}
