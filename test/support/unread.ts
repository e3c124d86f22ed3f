import type { RunResult } from './n8nCore';

const unread = new Set<RunResult>();

afterEach(() => {
	const messages = [...unread].map(({ error }) => error?.message);
	unread.clear();
	if (messages.length === 0) return;
	throw new Error(`The node failed, and the test does not read the error: ${messages.join('; ')}`);
});

/** Gives back a result, and fails the test if nobody reads the result's error. */
export function mustBeRead<Result extends RunResult>(result: Result): Result {
	const { error } = result;
	if (!error) return result;

	unread.add(result);
	return Object.defineProperty({ ...result }, 'error', {
		enumerable: true,
		get() {
			unread.delete(result);
			return error;
		},
	});
}
