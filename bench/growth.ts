import type { Rival, Row, Runner } from './runner';
import type { Section } from './section';
import { atMost, isClear, withSpread } from './section';
import { inTurns, middle } from './turns';

const CONCURRENCY = 10;

/** One round of one size. */
interface Sized {
	package: Row;
	/** As many executions of a node that does nothing. */
	empty: Row;
}

/** Sizes by their number of items. */
type Round = Record<number, Sized>;

/**
 * Measures how the processor time of an item grows with the number of items. One process runs all sizes, because V8
 * compiles the same code differently in each process. Small sizes run in many executions, so that the first ones, when
 * the process is not warm yet, hardly count.
 * @param least items of one size, all of its executions together
 */
export async function growth(runner: Runner, sizes: number[], least: number): Promise<Section> {
	const repeatsOf = (items: number) => Math.max(1, Math.round(least / items));
	const target = (rounds: Round[]) => {
		const bySize = sizes
			.map((items) => ({
				items,
				time: middle(rounds.map((round) => timeOfItem(round[items]))).value,
			}))
			.sort((a, b) => a.time - b.time);

		const [fastest, slowest] = [bySize[0].items, bySize[bySize.length - 1].items];
		return atMost(
			`processor time of an item, slowest / fastest size (${slowest} / ${fastest})`,
			middle(rounds.map((round) => timeOfItem(round[slowest]) / timeOfItem(round[fastest]))),
			1.1,
		);
	};

	const rounds = await runner.withRivals(async (start) => {
		const rules = { concurrency: CONCURRENCY, latency: 0, items: least, warmUp: least };
		const own = start({ ...rules, who: 'package' });
		const empty = start({ ...rules, who: 'empty' });
		const rivals = sizes.map((items) => [items, sized(own, empty, items, repeatsOf(items))]);
		return await inTurns<Round>(
			Object.fromEntries(rivals) as Record<number, () => Promise<Sized>>,
			{ least: 3, most: 5, settled: (rounds) => isClear(target(rounds)) },
		);
	});

	const table = sizes.map((items) => {
		const runs = rounds.map((round) => round[items]);
		return {
			items,
			executions: repeatsOf(items),
			'processor (µs an item)': withSpread(middle(runs.map(timeOfItem))),
			'clock (µs an item)': withSpread(
				middle(runs.map((run) => (run.package.time * 1000) / itemsOf(run.package))),
			),
		};
	});
	return { tables: { 'time of an item': table }, targets: [target(rounds)] };
}

const sized =
	(own: Rival, empty: Rival, items: number, repeats: number) => async (): Promise<Sized> => ({
		package: await own({ items, repeats }),
		empty: await empty({ items, repeats }),
	});

/** Returns the processor time of an item, in µs, without that of n8n itself. */
const timeOfItem = ({ package: own, empty }: Sized) => (own.cpu - empty.cpu) / itemsOf(own);

const itemsOf = ({ items, repeats = 1 }: Row) => items * repeats;
