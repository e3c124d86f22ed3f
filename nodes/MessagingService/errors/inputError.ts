/**
 * A value that the user gave and that cannot be used: the message names the parameter and the value,
 * the description what to do next. Thrown before any request.
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
