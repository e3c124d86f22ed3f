import type { Middle } from './turns';

/** One line of the bench's table: a ratio of two rivals that were measured in the same rounds. */
export interface Figure {
	measure: string;
	/** The ratio, with its range. */
	is: string;
	rounds: string;
	'must be': string;
	/** Whether the target holds; with a question mark where the range reaches over its bound. */
	holds: 'yes' | 'NO' | 'yes?' | 'NO?';
	/** What the ratio was made of, in units of this machine. */
	'in numbers': string;
}

/** Returns a figure that must not be above its target. */
export function atMost(measure: string, most: number, ratio: Middle, numbers: string): Figure {
	const { value, from, to } = ratio;
	const verdict = value <= most ? 'yes' : 'NO';
	const isClear = from <= most === to <= most;

	return {
		measure,
		is: inWords(ratio, 2),
		rounds: String(ratio.rounds),
		'must be': `at most ${most}`,
		holds: isClear ? verdict : `${verdict}?`,
		'in numbers': numbers,
	};
}

/** True where more rounds would not change whether the target holds. */
export const isClear = ({ holds }: Figure) => !holds.endsWith('?');

/** Returns a figure with its range. */
export const inWords = ({ value, from, to }: Middle, digits = 0) =>
	`${value.toFixed(digits)} (${from.toFixed(digits)} to ${to.toFixed(digits)})`;

/** True where a target was missed in every round, or in so many that chance is no reason. */
export const fails = ({ holds }: Figure) => holds === 'NO';

/** Says what the ranges of the table are. */
export const LEGEND =
	'In brackets: the range of the true median with 95 % confidence; of fewer than six rounds, all that was measured.';

/** Returns figures as a table in plain text. */
export function table(figures: Figure[]): string {
	const keys = ['measure', 'is', 'rounds', 'must be', 'holds', 'in numbers'] as const;
	const lines = [keys, ...figures.map((figure) => keys.map((key) => figure[key]))];
	const widths = keys.map((_, column) => Math.max(...lines.map((line) => line[column].length)));

	const padded = (line: readonly string[]) =>
		line.map((cell, column) => cell.padEnd(widths[column]));
	return lines.map((line) => padded(line).join('  ').trimEnd()).join('\n');
}
