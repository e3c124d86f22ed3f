import type { Row, Runner } from './runner';
import type { Section } from './section';
import { atMost, isClear, withSpread } from './section';
import { inTurns, middle } from './turns';

const IN_FLIGHT = 10;

/** What every size is compared with: executions of few items, by the same node, at the same time. */
const SMALL = { items: 100, repeats: 10 };

/** What one round of one size took. */
interface Sized {
	package: Row;
	/** As many executions of an empty workflow. */
	empty: Row;
	/** Of small executions, while that of this size stood still. */
	small: Row[];
	smallEmpty: Row;
}

/** By the number of items. */
type Round = Record<number, Sized>;

/**
 * Measures how the processor time of an item grows with the items. An execution of 100,000 items takes long enough
 * for the machine to grow slower or faster meanwhile, so it is halted every few seconds, and small executions are
 * measured in between: the time of an item is compared with theirs. Of few items so many executions make up a run that
 * it is not of how warm the process is.
 * @param least items that the executions of one size make up together
 */
export async function growth(runner: Runner, sizes: number[], least: number): Promise<Section> {
	const repeatsOf = (items: number) => Math.max(1, Math.round(least / items));
	const target = (rounds: Round[]) => {
		const bySize = sizes
			.map((items) => ({
				items,
				time: middle(rounds.map((round) => relative(round[items]))).value,
			}))
			.sort((a, b) => a.time - b.time);
		const [fastest, slowest] = [bySize[0].items, bySize[bySize.length - 1].items];
		return atMost(
			`processor time of an item, slowest / fastest size (${slowest} / ${fastest})`,
			middle(rounds.map((round) => relative(round[slowest]) / relative(round[fastest]))),
			1.1,
		);
	};

	const rounds = await runner.withRivals(async (start) => {
		const rules = { inFlight: IN_FLIGHT, latency: 0, warmUp: least };
		const small = start({ ...rules, ...SMALL, who: 'package' });
		const empty = start({ ...rules, ...SMALL, who: 'empty' });
		const rivals = sizes.map((items) => {
			const repeats = repeatsOf(items);
			const own = start({ ...rules, items, repeats, who: 'package' });
			const measured = async (): Promise<Sized> => {
				// Warms its process up, which must not be interrupted.
				await own(SMALL);
				const smallOnes: Row[] = [];
				return {
					package: await own({}, async () => smallOnes.push(await small())),
					empty: await empty({ items, repeats }),
					small: smallOnes,
					smallEmpty: await empty(),
				};
			};
			return [items, measured];
		});
		return await inTurns<Round>(
			Object.fromEntries(rivals) as Record<number, () => Promise<Sized>>,
			{ least: 2, most: 5, settled: (rounds) => isClear(target(rounds)) },
		);
	});
	const table = sizes.map((items) => {
		const sized = rounds.map((round) => round[items]);
		return {
			items,
			executions: repeatsOf(items),
			[`processor time / that of ${SMALL.items} at the same time`]: withSpread(
				middle(sized.map(relative)),
				3,
			),
			'processor (µs an item)': withSpread(
				middle(sized.map((round) => timeOfItem(round.package, round.empty))),
			),
			'clock (µs an item)': withSpread(
				middle(sized.map((round) => (round.package.time * 1000) / itemsOf(round.package))),
			),
		};
	});
	return { tables: { 'time of an item': table }, targets: [target(rounds)] };
}

/** How long an item takes, as a ratio to one of small executions at the same time. */
function relative({ package: own, empty, small, smallEmpty }: Sized): number {
	const times = small.map((row) => timeOfItem(row, smallEmpty));
	return timeOfItem(own, empty) / (times.reduce((sum, time) => sum + time, 0) / times.length);
}

/** Gives the processor time of an item, in µs, less that of n8n itself. */
const timeOfItem = (own: Row, empty: Row) => (own.cpu - empty.cpu) / itemsOf(own);

const itemsOf = ({ items, repeats = 1 }: Row) => items * repeats;
