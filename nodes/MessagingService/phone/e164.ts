import type { CountryCode, MetadataJson, PhoneNumber } from 'libphonenumber-js/core';
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/core';
// The smallest metadata there is: calling codes and possible lengths are all that E.164 needs.
import minMetadata from 'libphonenumber-js/metadata.min.json';

import { quote } from '../errors/quote';
import { PhoneNumberError } from './phoneNumberError';

const metadata = minMetadata as unknown as MetadataJson;

/** Longer text is never a number; it is refused before anything looks at it. */
const MAX_LENGTH = 100;

/** Ten digits that North Americans write without their country code, 1. */
const NORTH_AMERICAN_NATIONAL = /^[2-9]\d\d[2-9]\d{6}$/;

const WITH_COUNTRY_CODE =
	'Write the number with + and country code, e.g. +12025550123, or set Default Country in the options.';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** ISO 3166-1 alpha-2: the country by which numbers without a country code are read. */
	defaultCountry?: string;
	/** Whether digits without a plus begin with the country code, as the service prints numbers (section 2.1). */
	digitsHaveCountryCode?: boolean;
}

/**
 * Gives a phone number in E.164, from any common notation.
 * Refused is only what cannot be E.164: other characters, an impossible length, an unknown country code.
 * A range that is not assigned to anyone is not refused.
 * @param value a text, or a whole number: spreadsheets lose the plus and make numbers of phone numbers
 * @throws PhoneNumberError, and nothing else
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string {
	const text = textOf(value);
	const { digitsHaveCountryCode = false } = options;
	const country = countryOf(options.defaultCountry, text);
	const isBare = /^\d+$/.test(text);
	if (isBare && (typeof value === 'number' || digitsHaveCountryCode)) {
		return fromDigits(text, country, digitsHaveCountryCode);
	}
	const number = parse(text, country);
	if (number) return checked(number, text);
	throw isBare || /^[\d\s().\-/]+$/.test(text)
		? withoutCountryCode(text)
		: new PhoneNumberError(
				text,
				'has characters or a country code that no phone number has',
				WITH_COUNTRY_CODE,
			);
}

function textOf(value: unknown): string {
	if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return String(value);
	if (typeof value !== 'string') {
		throw new PhoneNumberError(
			shownOf(value),
			'is neither text nor a whole number',
			WITH_COUNTRY_CODE,
		);
	}
	if (value.length > MAX_LENGTH) {
		throw new PhoneNumberError(value.slice(0, MAX_LENGTH), 'is too long', WITH_COUNTRY_CODE);
	}
	// Contact apps put invisible marks around numbers; NFKC makes full-width digits plain ones.
	const text = value
		.normalize('NFKC')
		.replace(/\p{Cf}/gu, '')
		.trim();
	if (!text) throw new PhoneNumberError(value, 'is empty', WITH_COUNTRY_CODE);
	// The context of RFC 3966 is a country code, which the library reads only with the scheme in front.
	return text.includes(';phone-context=') ? text : text.replace(/^tel:/i, '');
}

function shownOf(value: unknown): string {
	return typeof value === 'number' ? String(value) : typeof value;
}

function countryOf(code: string | undefined, text: string): CountryCode | undefined {
	if (code === undefined || isSupportedCountry(code as CountryCode, metadata)) {
		return code as CountryCode | undefined;
	}
	throw new PhoneNumberError(
		text,
		`cannot be read, since the Default Country "${quote(code, 20)}" is not known`,
		'Choose Default Country from the list, or give it as two letters (ISO 3166-1), e.g. US or GB.',
	);
}

function parse(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumberFromString(text, { defaultCountry, extract: false }, metadata);
}

/** Digits that may or may not begin with a country code: the likelier reading that is possible. */
function fromDigits(
	digits: string,
	country: CountryCode | undefined,
	hasCountryCode: boolean,
): string {
	const international = parse(`+${digits}`);
	const national = country && parse(digits, country);
	const isLikely = international?.isValid() || !NORTH_AMERICAN_NATIONAL.test(digits);
	const likely = isLikely ? international : undefined;
	const candidates = hasCountryCode ? [likely, national, international] : [national, likely];
	const number = candidates.find((candidate) => candidate && fits(candidate));
	if (number) return checked(number, digits);
	throw withoutCountryCode(digits);
}

/** Some plans have numbers that are longer than E.164 can hold: 15 digits, after the plus. */
function fits(number: PhoneNumber): boolean {
	return number.isPossible() && number.number.length <= 16;
}

function withoutCountryCode(text: string): PhoneNumberError {
	return new PhoneNumberError(text, 'has no country code', WITH_COUNTRY_CODE);
}

function checked(number: PhoneNumber, text: string): string {
	if (number.ext) {
		throw new PhoneNumberError(
			text,
			'has an extension, which cannot be reached by message',
			'Leave the extension out.',
		);
	}
	const { number: e164 } = number;
	if (!fits(number)) {
		throw new PhoneNumberError(
			text,
			`is too short or too long for a number with the country code +${number.countryCallingCode}`,
			'Check the number for missing or doubled digits.',
		);
	}
	// What stands in E.164 must read as itself: a trunk prefix behind the country code, as in
	// +44 (0)20, is dropped, and some lengths are possible only within the country.
	return e164 === text ? e164 : checked(parse(e164) ?? number, e164);
}
