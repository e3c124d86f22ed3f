import { atMost, type Figure, inWords } from './figures';
import type { Measurement } from './measure';
import type { Runner, Wanted } from './runner';
import { inTurns, middle } from './turns';

type Round = Record<'package' | 'httpRequest', Measurement>;

/** Measures the peak of the process's memory, in a new process for each run. */
export async function memory(runner: Runner, sizes: number[]): Promise<Figure[]> {
	const figures: Figure[] = [];

	for (const items of sizes) {
		const run = (who: Wanted['who']) => async () =>
			await runner.once({ who, items, concurrency: 10, warmUp: 0 });
		const rounds = await inTurns<Round>(
			{ package: run('package'), httpRequest: run('httpRequest') },
			// Rounds hardly differ, and the largest size takes minutes.
			{ least: items > 10_000 ? 1 : 2 },
		);

		const peak = (who: keyof Round) => inWords(middle(rounds.map((round) => round[who].memory)));
		figures.push(
			atMost(
				`memory / HTTP Request's, ${items} messages`,
				0.9,
				middle(rounds.map((round) => round.package.memory / round.httpRequest.memory)),
				`package ${peak('package')} MB, HTTP Request ${peak('httpRequest')} MB`,
			),
		);
	}

	return figures;
}
