import type { Row, Runner } from './runner';
import type { Section, TableRow } from './section';
import { atMost, isClear, round, withSpread } from './section';
import { inTurns, middle } from './turns';

const IN_FLIGHT = 10;

/** What one round of one size took: the package's executions, and as many of an empty workflow. */
interface Sized {
	package: Row;
	empty: Row;
}

/** By the number of items. */
type Round = Record<number, Sized>;

/**
 * Measures how the processor time of an item and the memory grow with the items. The time is that of as many
 * executions as make up the same number of items, less the same executions of an empty workflow: one execution of
 * few items would measure how warm the process is.
 * @param least items that the executions of one size make up together
 */
export async function growth(runner: Runner, sizes: number[], least: number): Promise<Section> {
	const repeatsOf = (items: number) => Math.max(1, Math.round(least / items));
	/** µs an item */
	const time = (round: Round, items: number, figure: (row: Row) => number) =>
		(figure(round[items].package) - figure(round[items].empty)) / (items * repeatsOf(items));
	const processor = (row: Row) => row.cpu;
	const clock = (row: Row) => row.time * 1000;

	const target = (rounds: Round[]) => {
		const bySize = sizes
			.map((items) => ({
				items,
				time: middle(rounds.map((round) => time(round, items, processor))).value,
			}))
			.sort((a, b) => a.time - b.time);
		const [fastest, slowest] = [bySize[0].items, bySize[bySize.length - 1].items];
		return atMost(
			`processor time of an item, slowest / fastest size (${slowest} / ${fastest})`,
			middle(
				rounds.map((round) => time(round, slowest, processor) / time(round, fastest, processor)),
			),
			1.1,
		);
	};

	const rounds = await runner.withRivals(async (start) => {
		const rivals = sizes.map((items) => {
			const wanted = {
				items,
				inFlight: IN_FLIGHT,
				latency: 0,
				repeats: repeatsOf(items),
				warmUp: least,
			};
			const own = start({ ...wanted, who: 'package' });
			const empty = start({ ...wanted, who: 'empty' });
			return [items, async () => ({ package: await own(), empty: await empty() })];
		});
		return await inTurns<Round>(
			Object.fromEntries(rivals) as Record<number, () => Promise<Sized>>,
			{
				least: 3,
				most: 5,
				settled: (rounds) => isClear(target(rounds)),
			},
		);
	});
	const memory = await memories(runner, sizes);
	return {
		tables: {
			'time of an item': sizes.map((items) => ({
				items,
				executions: repeatsOf(items),
				'processor (µs an item)': withSpread(
					middle(rounds.map((round) => time(round, items, processor))),
				),
				'clock (µs an item)': withSpread(middle(rounds.map((round) => time(round, items, clock)))),
			})),
			...memory.tables,
		},
		targets: [target(rounds), ...memory.targets],
	};
}

async function memories(runner: Runner, sizes: number[]): Promise<Section> {
	const table: TableRow[] = [];
	const targets = [];
	let before: { items: number; memory: number } | undefined;
	for (const items of sizes) {
		const run = (who: Row['who']) => async () =>
			await runner.once({ who, items, inFlight: IN_FLIGHT, latency: 0, warmUp: 0 });
		const rounds = await inTurns<{ package: Row; http: Row }>(
			{ package: run('package'), http: run('httpRequest') },
			// They hardly differ, and the largest takes minutes.
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
