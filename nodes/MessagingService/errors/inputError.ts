/**
 * What keeps an item from being done, found before any request, such as a value that cannot be used: the message names
 * the parameter and the value, the description says what to do next.
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
		/** One word for the reason, for programs. */
		readonly code?: string,
	) {
		super(message);
		this.name = 'InputError';
	}
}
