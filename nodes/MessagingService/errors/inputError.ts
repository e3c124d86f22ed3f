import { isOfClass } from './thrown';

/**
 * A value that the user gave and that cannot be used, found before any request: the message names the parameter and
 * the value, the description what to do next.
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'InputError';
	}

	/** Recognizes an error from before an update of the package, too. */
	static [Symbol.hasInstance](error: unknown): boolean {
		return isOfClass(error, 'InputError');
	}
}
