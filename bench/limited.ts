import type { Row, Runner } from './runner';
import type { Section } from './section';
import { atMost, isClear, withSpread } from './section';
import { inTurns, middle } from './turns';

/** Target: the time with both options / without. */
const MOST = 1.05;

const CONCURRENCY = 10;

interface Round {
	without: Row;
	with: Row;
}

/**
 * Measures what Max Messages and a Do Not Send To of 5,000 numbers cost: the time of messages with both options / without,
 * with a service that answers at once.
 */
export async function limited(runner: Runner, items: number): Promise<Section> {
	const target = (rounds: Round[]) =>
		atMost(
			`time with Max Messages and a list of 5,000 / without, ${items} items`,
			middle(rounds.map((round) => round.with.time / round.without.time)),
			MOST,
		);

	const rounds = await runner.withRivals(async (start) => {
		const rules = { items, concurrency: CONCURRENCY, latency: 0 } as const;
		return await inTurns<Round>(
			{
				without: start({ ...rules, who: 'package' }),
				with: start({ ...rules, who: 'limited' }),
			},
			{ least: 3, most: 7, settled: (all) => isClear(target(all)) },
		);
	});

	const time = (figure: (round: Round) => Row) =>
		withSpread(middle(rounds.map((round) => (figure(round).time * 1000) / items)));

	return {
		tables: {
			'what Max Messages and Do Not Send To cost': [
				{
					items,
					'without (µs an item)': time((round) => round.without),
					'with both (µs an item)': time((round) => round.with),
				},
			],
		},
		targets: [target(rounds)],
	};
}
