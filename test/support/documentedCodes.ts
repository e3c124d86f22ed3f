/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

/** What docs/failures.md says of a status code, as it stands there. */
export type DocumentedRow = [about: string, safeRetried: string, onceRetried: string, key: string];

/** Returns the rows of the table of status codes in docs/failures.md, by what stands in their first cell. */
export function documentedRows(): Map<string, DocumentedRow> {
	const page = readFileSync('docs/failures.md', 'utf8');
	const [, table] = /\n(\| Status code [^]*?)\n\n/.exec(page) ?? [];
	const rows = table
		.split('\n')
		.slice(2)
		.map((row) => row.split('|').slice(1, -1));

	return new Map(
		rows.map((row) => {
			const [codes, ...cells] = row.map((cell) => cell.trim());
			return [codes, cells as DocumentedRow];
		}),
	);
}

/** Returns the status codes that the table names one by one, each with its row. */
export function documentedCodes(): Array<[code: number, row: DocumentedRow]> {
	return [...documentedRows()].flatMap(([codes, row]) =>
		(codes.match(/\d{3}/g) ?? []).map((code): [number, DocumentedRow] => [Number(code), row]),
	);
}
