/**
 * A value that the user gave and that cannot be used: the message names the parameter and the value,
 * the description what to do next.
 * @param isFinal whether n8n's Retry On Fail must not repeat the item; false where no request was made yet
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
		readonly isFinal = false,
	) {
		super(message);
		this.name = 'InputError';
	}
}
