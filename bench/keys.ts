import type { Row, Runner } from './runner';
import type { Section, TableRow } from './section';
import { atMost, isClear, withSpread } from './section';
import { inTurns, middle } from './turns';

/** Messages of one execution at the same time. */
const CONCURRENCY = 10;

/** Targets: the time with keys / without, of many items and of some. */
const MOST_OF_MANY = 1.25;
const MOST = 1.3;

/** Executions of one workflow at the same time. */
const AT_ONCE = [1, 10, 100];

interface Round {
	without: Row;
	with: Row;
}

/**
 * Measures what Send Once Keys cost: the time of messages with keys / without, with a service that answers at once.
 * n8n's record of keys is kept in memory, as the same text as in the database; each call reads and writes all of it.
 * @param many items of one execution
 * @param some items that are divided among executions at the same time
 */
export async function keys(runner: Runner, many: number, some: number): Promise<Section> {
	const table: TableRow[] = [];
	const targets = [];

	for (const [items, atOnce] of [[many, 1], ...AT_ONCE.map((count) => [some, count])]) {
		const target = (rounds: Round[]) =>
			atMost(
				`time with keys / without, ${items} items in ${atOnce} executions at once`,
				middle(rounds.map((round) => round.with.time / round.without.time)),
				items === many ? MOST_OF_MANY : MOST,
			);

		const rounds = await runner.withRivals(async (start) => {
			const rules = {
				who: 'package',
				items,
				atOnce,
				concurrency: CONCURRENCY,
				latency: 0,
			} as const;

			return await inTurns<Round>(
				{ without: start(rules), with: start({ ...rules, hasKeys: true }) },
				// Rounds of many items take half a minute each, so two are enough.
				{ least: items > 10_000 ? 2 : 3, most: 7, settled: (all) => isClear(target(all)) },
			);
		});

		const time = (figure: (round: Round) => Row) =>
			withSpread(middle(rounds.map((round) => (figure(round).time * 1000) / items)));
		table.push({
			items,
			'executions at once': atOnce,
			'without keys (µs an item)': time((round) => round.without),
			'with keys (µs an item)': time((round) => round.with),
		});
		targets.push(target(rounds));
	}

	return { tables: { 'what Send Once Keys cost': table }, targets };
}
