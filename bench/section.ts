import type { Middle } from './turns';

/** One line of a table. */
export type TableRow = Record<string, string | number>;

/** A target, and the figure that was measured. */
export interface Target extends TableRow {
	measure: string;
	'must be': string;
	is: number;
	/** Range of the figure; empty where it was measured once. */
	spread: string;
	/** Whether the target holds; with a question mark where the spread reaches over its bound. */
	holds: 'yes' | 'NO' | 'yes?' | 'NO?';
}

/** Result of one kind of measurement: its tables by title, and its targets. */
export interface Section {
	tables: Record<string, TableRow[]>;
	targets: Target[];
}

/** Joins sections into one. */
export const together = (sections: Section[]): Section => ({
	tables: Object.assign({}, ...sections.map(({ tables }) => tables)) as Section['tables'],
	targets: sections.flatMap(({ targets }) => targets),
});

/** Returns a target that a figure must not go above. */
export const atMost = (measure: string, figure: number | Middle, most: number): Target =>
	target(measure, `at most ${most}`, figure, (value) => value <= most);

/** Returns a target that a figure must not go below. */
export const atLeast = (measure: string, figure: number | Middle, least: number): Target =>
	target(measure, `at least ${least}`, figure, (value) => value >= least);

function target(
	measure: string,
	mustBe: string,
	figure: number | Middle,
	holds: (value: number) => boolean,
): Target {
	const isSingle = typeof figure === 'number';
	const { value, from, to } = isSingle ? { value: figure, from: figure, to: figure } : figure;
	const verdict = holds(value) ? 'yes' : 'NO';

	return {
		measure,
		'must be': mustBe,
		is: round(value, 3),
		spread: isSingle ? '' : spread(figure, 3),
		holds: holds(from) === holds(to) ? verdict : `${verdict}?`,
	};
}

/** Tells whether the rounds so far are enough to say whether a target holds. */
export const isClear = ({ holds }: Target) => !holds.endsWith('?');

/** Returns a figure for a table, with its spread. */
export const withSpread = (figure: Middle, digits = 0) =>
	`${round(figure.value, digits)} (${spread(figure, digits)})`;

const spread = ({ from, to }: Middle, digits: number) =>
	`${round(from, digits)} to ${round(to, digits)}`;

/** Returns a figure with so many digits after the point. */
export const round = (value: number, digits = 0) => Number(value.toFixed(digits));
