import type { TableRow } from './section';

/** Returns rows of the same keys as a table in plain text. */
export function table(rows: TableRow[]): string {
	const keys = Object.keys(rows[0] ?? {});
	const lines = [keys, ...rows.map((row) => keys.map((key) => String(row[key])))];
	const widths = keys.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
	return lines
		.map((line) =>
			`  ${line.map((cell, column) => cell.padEnd(widths[column])).join('  ')}`.trimEnd(),
		)
		.join('\n');
}
