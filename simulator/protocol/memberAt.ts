/** Returns the member of a value that a path leads to; undefined where the path leads nowhere. */
export function memberAt(value: unknown, path: string[]): unknown {
	return path.reduce<unknown>(
		(outer, key) =>
			typeof outer === 'object' && outer !== null
				? (outer as Record<string, unknown>)[key]
				: undefined,
		value,
	);
}
