/** Returns a count with its noun: "1 item", "3 items". */
export function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns "is" or "are", by a count. */
export const is = (count: number) => (count === 1 ? 'is' : 'are');

/** Returns "was" or "were", by a count. */
export const was = (count: number) => (count === 1 ? 'was' : 'were');

/** Returns "has" or "have", by a count. */
export const has = (count: number) => (count === 1 ? 'has' : 'have');

/** Returns "it" or "they", by a count. */
export const they = (count: number) => (count === 1 ? 'it' : 'they');

/** Returns "it" or "them", by a count. */
export const them = (count: number) => (count === 1 ? 'it' : 'them');

/** Returns a text as it begins a sentence. */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Returns the first entries of a list, separated by commas.
 * @param most entries that are named
 * @param more returns the end of a longer list, by how many others it has: " and 3 more"
 */
export function listUpTo(
	most: number,
	entries: string[],
	more: (others: number) => string,
): string {
	const named = entries.slice(0, most).join(', ');
	const others = entries.length - most;
	return others > 0 ? named + more(others) : named;
}
