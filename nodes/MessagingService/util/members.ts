/** The members of an object that nothing else is known about. */
export type Members = Readonly<Record<string, unknown>>;

/** True where a value is an object or a list. */
export const isObject = (value: unknown): value is Members =>
	typeof value === 'object' && value !== null;

/** True where a value is an object and no list. */
export const isPlainObject = (value: unknown): value is Members =>
	isObject(value) && !Array.isArray(value);

/** Returns a member of anything; undefined where it has none. */
export const memberOf = (value: unknown, name: string) =>
	isObject(value) ? value[name] : undefined;
