import { quote } from '../errors/quote';

/** Most characters of the number that the error keeps. */
const MAX_SHOWN = 40;

/** A value that cannot be sent as E.164. */
export class PhoneNumberError extends Error {
	/** The value, shortened and without control characters. */
	readonly value: string;

	/**
	 * @param reason what is wrong with it, to follow "it": "has no country code"
	 * @param wayOut how to get on
	 */
	constructor(
		value: string,
		readonly reason: string,
		readonly wayOut: string,
	) {
		const shown = quote(value, MAX_SHOWN);
		super(`"${shown}" ${reason}`);
		this.name = 'PhoneNumberError';
		this.value = shown;
	}
}
