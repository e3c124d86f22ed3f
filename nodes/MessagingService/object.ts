/** The members of an object, of which nothing else is known. */
export type Members = Readonly<Record<string, unknown>>;

/** Tells an object, or a list. */
export const isObject = (value: unknown): value is Members =>
	typeof value === 'object' && value !== null;
