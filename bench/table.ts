import type { TableRow } from './section';

/** Returns rows as a table in plain text. All of them have the keys of the first. */
export function table(rows: TableRow[]): string {
	const keys = Object.keys(rows[0] ?? {});
	const lines = [keys, ...rows.map((row) => keys.map((key) => String(row[key])))];
	const widths = keys.map((_, column) => Math.max(...lines.map((line) => line[column].length)));

	const padded = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column]));
	return lines.map((line) => `  ${padded(line).join('  ')}`.trimEnd()).join('\n');
}
