import { MAY_HAVE_BEEN_SENT } from '../support/mayHaveBeenSent';
import type { Cell, Seen } from './cell';

/** A cell that was run, and whether all that is expected of it held. */
export interface Verdict {
	cell: Cell;
	seen: Seen;
	held: boolean;
}

const COLUMNS = ['Fault', 'Cells', 'Held', 'Attempts', 'Acted', 'Repeated', 'Possibly done'];

/** Gives the summary table of the matrix: one row a fault, and what it adds up to. */
export function summaryOf(verdicts: Verdict[]): string {
	const faults = [...new Set(verdicts.map(({ cell }) => cell.row.name))];
	const rows = faults.map((name) =>
		rowOf(
			name,
			verdicts.filter(({ cell }) => cell.row.name === name),
		),
	);

	const table = [COLUMNS, ...rows, rowOf('all', verdicts)];
	const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => row[column].length)));
	const lines = table.map((row) =>
		row
			.map((text, column) => (column ? text.padStart(widths[column]) : text.padEnd(widths[column])))
			.join('  '),
	);

	const rule = '-'.repeat(lines[0].length);
	return [lines[0], rule, ...lines.slice(1, -1), rule, lines[lines.length - 1]].join('\n');
}

function rowOf(name: string, verdicts: Verdict[]): string[] {
	const sum = (value: (verdict: Verdict) => number) =>
		String(verdicts.reduce((total, verdict) => total + value(verdict), 0));
	return [
		name,
		String(verdicts.length),
		sum(({ held }) => (held ? 1 : 0)),
		sum(({ seen }) => seen.attempts),
		sum(({ seen }) => seen.acted),
		sum(({ seen }) => Math.max(0, seen.attempts - 1)),
		sum(({ seen }) => (MAY_HAVE_BEEN_SENT.test(seen.result.error?.message ?? '') ? 1 : 0)),
	];
}
