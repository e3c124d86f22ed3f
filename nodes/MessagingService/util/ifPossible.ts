/** Returns what a function returns; undefined where it throws, since what it looks for need not be there. */
export function ifPossible<Value>(read: () => Value) {
	try {
		return read();
	} catch {
		return undefined;
	}
}
