/**
 * A value that the user gave and that cannot be used, found before any request: the message names the parameter and
 * the value, the description says what to do next.
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'InputError';
	}
}
