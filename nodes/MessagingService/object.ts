/** The members of an object, of which nothing else is known. */
export type Members = Readonly<Record<string, unknown>>;

/** Tells an object, or a list. */
export const isObject = (value: unknown): value is Members =>
	typeof value === 'object' && value !== null;

/** Tells an object that is no list. */
export const isPlainObject = (value: unknown): value is Members =>
	isObject(value) && !Array.isArray(value);

/** Returns a member of anything; undefined where it has none, or where reading it fails. */
export function memberOf(value: unknown, name: string): unknown {
	if (!isObject(value)) return undefined;
	try {
		return value[name];
	} catch {
		return undefined;
	}
}
