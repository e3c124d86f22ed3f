import type { CountryCode, MetadataJson, PhoneNumber } from 'libphonenumber-js/core';
import { getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/core';
// All ranges of every country with their kinds: only those say whether digits can be a mobile number, and
// the smallest tables take +49 12025550123 for a number. The build leaves out how numbers are printed.
import maxMetadata from 'libphonenumber-js/metadata.max.json';

/** The numbering plans of all countries, as the library reads them. */
export const PLANS = maxMetadata as unknown as MetadataJson;

/** How far digits are a number: a length that is used; a range that is given out; one that gets messages. */
export enum Rank {
	Possible = 1,
	Valid,
	Mobile,
}

/** A number that a text may mean. */
export class Reading {
	readonly e164: string;

	/** Digits behind the country code. */
	readonly national: string;

	readonly callingCode: string;

	/** ISO 3166-1 alpha-2, where the number tells. */
	readonly country?: CountryCode;

	constructor(private readonly number: PhoneNumber) {
		this.e164 = number.number;
		this.national = number.nationalNumber;
		this.callingCode = number.countryCallingCode;
		this.country = number.country;
	}

	/** Takes as long as reading the number, and most numbers are read without. */
	get rank(): Rank {
		const type = this.number.getType();
		if (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return Rank.Mobile;
		return this.number.isValid() ? Rank.Valid : Rank.Possible;
	}
}

/** Reads a text of nothing but digits, with a plus or by a country; undefined where that gives no number. */
export function read(text: string, country?: CountryCode): Reading | undefined {
	const number = parse(text, country);
	if (!number || !isPossible(number)) return undefined;
	// What stands in E.164 must read as itself: some lengths are possible only within the country.
	if (number.number !== text && parse(number.number)?.number !== number.number) return undefined;
	return new Reading(number);
}

/** The country code by which a text is read, be it a number or not: what errors speak of. */
export function callingCodeOf(text: string, country?: CountryCode): string | undefined {
	return parse(text, country)?.countryCallingCode ?? (country && callingCode(country));
}

/** Whether a text carries an extension, as `x5`, `ext. 5` and `#5`. */
export function hasExtension(text: string): boolean {
	// Which country is read by does not matter to that.
	return parse(text, 'US')?.ext !== undefined;
}

/** The country code of a country, e.g. 49. */
export function callingCode(country: CountryCode): string {
	return getCountryCallingCode(country, PLANS);
}

/** The library's own number, from a text of any notation. */
export function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumberFromString(text, { defaultCountry, extract: false }, PLANS);
}

/** Some plans have numbers that are longer than E.164 can hold: 15 digits, after the plus. */
function isPossible(number: PhoneNumber): boolean {
	return number.isPossible() && number.number.length <= 16;
}
