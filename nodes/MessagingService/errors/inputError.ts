import type { Fate } from './serviceError';

/**
 * A value that the user gave and that cannot be used: the message names the parameter and the value,
 * the description what to do next.
 * @param fate of what the item asks for; it is thrown before any request, unless it says otherwise
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
		readonly fate: Fate = 'notSent',
	) {
		super(message);
		this.name = 'InputError';
	}
}
