/** One line of a table. */
export type TableRow = Record<string, string | number>;

/** What has to be reached, and what was. */
export interface Target extends TableRow {
	measure: string;
	'must be': string;
	is: number;
	holds: 'yes' | 'NO';
}

/** What one kind of measurement gave: its tables by title, and how it stands to what must be reached. */
export interface Section {
	tables: Record<string, TableRow[]>;
	targets: Target[];
}

/** A target that a figure must not go above. */
export const atMost = (measure: string, value: number, most: number): Target => ({
	measure,
	'must be': `at most ${most}`,
	is: round(value, 3),
	holds: value <= most ? 'yes' : 'NO',
});

/** A target that a figure must not go below. */
export const atLeast = (measure: string, value: number, least: number): Target => ({
	measure,
	'must be': `at least ${least}`,
	is: round(value, 3),
	holds: value >= least ? 'yes' : 'NO',
});

/** Rounds a figure for a table. */
export const round = (value: number, digits = 0) => Number(value.toFixed(digits));
