import { QUICK } from './arguments';

/** How many rounds rivals are measured in. */
export interface Rounds<Round> {
	least: number;
	/** By default as many as `least`. */
	most?: number;
	/** Asked after `least` rounds and after each further one. Once it is true, no more rounds are run. */
	settled?: (rounds: Round[]) => boolean;
}

/**
 * Measures rivals in turns: each once in every round, in the opposite order in every second one. So a
 * machine that becomes slower or faster does so for all of them. Compare within a round, then take the
 * middle of the rounds:
 *
 *     const rounds = await inTurns({ ours: timeOfOurs, theirs: timeOfTheirs }, { least: 7 });
 *     const ratio = middle(rounds.map(({ ours, theirs }) => ours / theirs));
 *
 * @param rivals each measures one run of it
 * @returns the measurements, by round
 */
export async function inTurns<Round extends object>(
	rivals: { [Name in keyof Round]: () => Promise<Round[Name]> },
	wanted: Rounds<Round>,
): Promise<Round[]> {
	const { least, most = least, settled = () => false } = QUICK ? { least: 3 } : wanted;
	const names = Object.keys(rivals) as Array<keyof Round>;
	const rounds: Round[] = [];

	while (rounds.length < least || (rounds.length < most && !settled(rounds))) {
		const order = rounds.length % 2 === 0 ? names : [...names].reverse();
		const round: Partial<Round> = {};
		for (const name of order) round[name] = await rivals[name]();
		rounds.push(round as Round);
	}

	return rounds;
}

/** One figure over several rounds. */
export interface Middle {
	/** The median of the rounds. */
	value: number;
	/** From six rounds on, the true median lies in this range with 95 % confidence. Of fewer, it is all that was measured. */
	from: number;
	to: number;
	/** Number of rounds. */
	rounds: number;
}

/** Chance that the true median lies outside the range. */
const DOUBT = 0.05;

/**
 * Returns the median of the rounds, and its spread. Each round lies as likely above the true median as below it, like
 * heads and tails. So the number of rounds says how far their median can be from the true one.
 */
export function middle(values: number[]): Middle {
	const sorted = [...values].sort((a, b) => a - b);
	const last = sorted.length - 1;

	let cut = 0;
	while (chanceOfAtMost(cut + 1, sorted.length) * 2 <= DOUBT) cut++;

	return {
		value: (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2,
		from: sorted[cut],
		to: sorted[last - cut],
		rounds: sorted.length,
	};
}

/** Returns the chance that at most so many of the thrown coins show heads. */
function chanceOfAtMost(heads: number, coins: number): number {
	let ways = 1;
	let sum = 1;
	for (let count = 1; count <= heads; count++) {
		ways *= (coins - count + 1) / count;
		sum += ways;
	}
	return sum / 2 ** coins;
}
