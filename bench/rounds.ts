/** One line of the bench's table: a ratio of two things that were measured in the same rounds. */
export interface Figure {
	measure: string;
	/** The ratio in each round. */
	ratios: number[];
	/** The median that is still good. */
	most: number;
	/** The medians of what was measured, in units of this machine. */
	numbers: string;
}

/** Returns the median, of an even number of values the mean of the middle two. */
export function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const last = sorted.length - 1;
	return (sorted[Math.floor(last / 2)] + sorted[Math.ceil(last / 2)]) / 2;
}

/**
 * Measures rivals in turns: each once in every round, in the opposite order in every second one, so that a machine that
 * becomes slower or faster does so for all of them.
 * @param rivals each measures one run of it
 * @returns the measurements by rival, one a round
 */
export async function inTurns<Name extends string, Measured>(
	rivals: Record<Name, () => Promise<Measured>>,
	rounds: number,
): Promise<Record<Name, Measured[]>> {
	const names = Object.keys(rivals) as Name[];
	const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Measured[]
	>;
	for (let round = 0; round < rounds; round++) {
		for (const name of round % 2 === 0 ? names : [...names].reverse()) {
			measured[name].push(await rivals[name]());
		}
	}
	return measured;
}

/** Returns the ratio of two rivals in each round. */
export const ratiosOf = (ours: number[], theirs: number[]): number[] =>
	ours.map((value, round) => value / theirs[round]);

/** True where the target was missed in every round, so that chance is no reason. */
export const isMissed = ({ ratios, most }: Figure) => Math.min(...ratios) > most;

/** Returns a figure as a line: its median, and in brackets the range over all rounds. */
export function lineOf(figure: Figure): string {
	const { measure, ratios, most, numbers } = figure;
	const [is, from, to] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) =>
		ratio.toFixed(2),
	);
	const verdict = isMissed(figure) ? 'MISSED' : 'ok';
	return `${verdict}: ${measure}: ${is} (${from} to ${to}; at most ${most}): ${numbers}`;
}
