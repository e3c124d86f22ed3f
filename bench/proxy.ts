import type { Row, Runner, Wanted } from './runner';
import type { Section } from './section';
import { atMost, isClear, withSpread } from './section';
import type { Middle } from './turns';
import { inTurns, middle } from './turns';

/** A service so far away that a proxy has its usual share of the time. */
const PLACE = { latency: 200, roundTrip: 20 };

const CONCURRENCY = 10;

type Round = Record<'package' | 'floor' | 'direct', Row>;

/** Measures what a proxy costs the node beyond what it costs n8n: one in n8n's HTTPS_PROXY, asked to CONNECT. */
export async function proxy(runner: Runner, items: number): Promise<Section> {
	const ratio = (rounds: Round[], to: 'floor' | 'direct'): Middle =>
		middle(rounds.map((round) => round.package.time / round[to].time));
	const target = (rounds: Round[]) =>
		atMost("time / n8n's helper alone, through a proxy", ratio(rounds, 'floor'), 1.05);

	const rounds = await runner.withRivals(async (start) => {
		const rival = (wanted: Pick<Wanted, 'who' | 'hasProxy'>) =>
			start({ ...PLACE, ...wanted, items, concurrency: CONCURRENCY });

		return await inTurns<Round>(
			{
				package: rival({ who: 'package', hasProxy: true }),
				floor: rival({ who: 'floor', hasProxy: true }),
				direct: rival({ who: 'package' }),
			},
			{ least: 6, most: 9, settled: (all) => isClear(target(all)) },
		);
	});

	return {
		tables: {
			[`through a proxy, ${CONCURRENCY} at the same time`]: [
				{
					messages: items,
					"package / n8n's helper alone": withSpread(ratio(rounds, 'floor'), 3),
					'package / package without a proxy': withSpread(ratio(rounds, 'direct'), 3),
				},
			],
		},
		targets: [target(rounds)],
	};
}
