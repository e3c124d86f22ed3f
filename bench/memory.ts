import type { Row, Runner } from './runner';
import type { Section, TableRow } from './section';
import { atMost, round, withSpread } from './section';
import { inTurns, middle } from './turns';

const CONCURRENCY = 10;

/** Measures how the peak of the process's memory grows with the items, in a new process for each run. */
export async function memory(runner: Runner, sizes: number[]): Promise<Section> {
	const table: TableRow[] = [];
	const targets = [];
	let before: { items: number; memory: number } | undefined;

	for (const items of sizes) {
		const run = (who: Row['who']) => async () =>
			await runner.once({ who, items, concurrency: CONCURRENCY, latency: 0, warmUp: 0 });

		const rounds = await inTurns<{ package: Row; http: Row }>(
			{ package: run('package'), http: run('httpRequest') },
			// Rounds hardly differ, and the largest size takes minutes.
			{ least: items > 10_000 ? 1 : 2 },
		);

		const own = middle(rounds.map((round) => round.package.memory));
		const http = middle(rounds.map((round) => round.http.memory));
		const ratio = middle(rounds.map((round) => round.package.memory / round.http.memory));

		table.push({
			items,
			'package (MB)': withSpread(own),
			'more than the line above (kB an item)': before
				? round(((own.value - before.memory) * 1000) / (items - before.items), 1)
				: '-',
			'HTTP Request (MB)': withSpread(http),
			'package / HTTP Request': withSpread(ratio, 2),
		});
		targets.push(atMost(`memory / HTTP Request's, ${items} items`, ratio, 1));
		before = { items, memory: own.value };
	}

	return { tables: { 'peak memory of the process': table }, targets };
}
