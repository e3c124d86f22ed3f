import type { ContestantName } from './contestants';
import type { Row, Runner } from './runner';
import type { Section } from './section';
import { atMost, isClear, together, withSpread } from './section';
import { inTurns, middle } from './turns';

/** Target: the processor time with the options / without. */
const MOST = 1.05;

const CONCURRENCY = 10;

interface Round {
	without: Row;
	with: Row;
}

/** Options whose price is measured. */
interface Limit {
	who: ContestantName;
	/** Names the options: "Max Messages and a Do Not Send To of 5,000". */
	options: string;
	items: number;
}

/**
 * Measures what lists of 5,000 numbers cost: the processor time of messages with them / without, with a service that
 * answers at once. Only Send To lets 5,000 recipients through, each with one message.
 * @param items most items of a run
 */
export async function limited(runner: Runner, items: number): Promise<Section> {
	const leftOut = {
		who: 'limited',
		options: 'Max Messages and a Do Not Send To of 5,000',
	} as const;
	const allowed = { who: 'onlySendTo', options: 'an Only Send To of 5,000' } as const;

	return together([
		await priceOf({ ...leftOut, items }, runner),
		await priceOf({ ...allowed, items: Math.min(items, 5_000) }, runner),
	]);
}

async function priceOf({ who, options, items }: Limit, runner: Runner): Promise<Section> {
	const target = (rounds: Round[]) =>
		atMost(
			`processor time with ${options} / without, ${items} items`,
			middle(rounds.map((round) => round.with.cpu / round.without.cpu)),
			MOST,
		);

	const rounds = await runner.withRivals(async (start) => {
		const batch = { items, concurrency: CONCURRENCY, latency: 0 } as const;
		return await inTurns<Round>(
			{
				without: start({ ...batch, who: 'package' }),
				with: start({ ...batch, who }),
			},
			{ least: 3, most: 7, settled: (all) => isClear(target(all)) },
		);
	});

	const time = (figure: (round: Round) => Row) =>
		withSpread(middle(rounds.map((round) => figure(round).cpu / items)));

	return {
		tables: {
			[`what ${options} costs`]: [
				{
					items,
					'without (µs an item)': time((round) => round.without),
					'with (µs an item)': time((round) => round.with),
				},
			],
		},
		targets: [target(rounds)],
	};
}
