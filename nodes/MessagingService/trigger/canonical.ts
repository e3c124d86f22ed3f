import { isPlainObject } from '../object';

/** Returns a value as JSON with the fields of objects in order: the same text for the same value. */
export function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		isPlainObject(part) ? inOrder(part) : part,
	);
}

const inOrder = (fields: object) =>
	Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
