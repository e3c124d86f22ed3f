import type { IDataObject } from 'n8n-workflow';

/**
 * Checks what a second run made of rows whose first run was cut off by a crash: nobody got two messages, and
 * whoever got none is named as possibly sent.
 * @param before texts that were sent before the crash; the text is the row's index
 * @param now texts that the second run sent
 * @param items output of the second run
 */
export function expectNobodyForgotten(before: string[], now: string[], items: IDataObject[]): void {
	const all = [...before, ...now];
	const got = new Set(all);
	expect(got.size).toBe(all.length);

	const possiblySent = items.flatMap(({ mayHaveBeenSent }, index) =>
		mayHaveBeenSent ? index : [],
	);
	expect(items.flatMap((_, index) => (got.has(String(index)) ? [] : index))).toEqual(
		possiblySent.filter((index) => !got.has(String(index))),
	);

	items.forEach(({ skipped, mayHaveBeenSent }, index) => {
		if (skipped && !mayHaveBeenSent) expect(before).toContain(String(index));
	});
	// Possibly sent are those that were under way or claimed for the next: a stretch of the rows, no more.
	const [first, last] = [Math.min(...possiblySent), Math.max(...possiblySent)];
	expect(possiblySent.length).toBeGreaterThan(0);

	items.forEach(({ skipped }, index) => {
		if (index < first) expect(skipped).toBe(true);
		if (index > last) expect(skipped).toBeUndefined();
	});
}
