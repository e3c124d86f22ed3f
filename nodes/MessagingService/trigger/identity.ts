import type { PurchasableFilters } from '../service/types';

/** Names the watch of a pool. The order in which features were added to Supports means nothing. */
export function available({ supports = [], type, country, carrier }: PurchasableFilters): string {
	const features = [...new Set(supports)].sort();
	return canonical(['numberAvailable', { supports: features, type, country, carrier }]);
}

/** Names the watch of numbers, whatever their order. */
export function statusOf(numbers: string[]): string {
	return canonical(['numberStatusChanged', [...numbers].sort()]);
}

/**
 * Gives the name that a watch has today, from one that an earlier version wrote into its record.
 * @param watched as it stands in the record
 */
export function renamed(watched: string): string {
	const [event, what] = JSON.parse(watched) as [string, PurchasableFilters | string[]];
	return Array.isArray(what)
		? statusOf(what)
		: event === 'numberAvailable'
			? available(what)
			: watched;
}

/**
 * Tells whether a value is what it was. Objects are compared as a whole, whatever the order of their fields.
 * A value that is now given as another type with the same text is the same: earlier versions kept texts alone.
 */
export function sameValue(before: unknown, now: unknown): boolean {
	return canonical(before) === canonical(now) || before === String(now);
}

/** JSON with the fields of objects in order. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
