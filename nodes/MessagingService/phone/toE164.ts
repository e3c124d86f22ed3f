import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { getCountryCallingCode } from 'libphonenumber-js/max';

import { countryName } from './countries';
import { isMobile, isValid, parse } from './library';
import { ambiguous, notOf, type PhoneProblem, PROBLEMS } from './problem';
import { numberText } from './text';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial them, with or without its own country code. */
	defaultCountry?: CountryCode;
	/** Whether digits alone begin with a country code, as the service prints numbers (section 2.1 of docs/service.md). */
	digitsHaveCountryCode?: boolean;
}

type Reading = PhoneNumber | PhoneProblem;

/** What a spreadsheet leaves of a long number. */
const ROUNDED = /^(?=\d{11})\d{1,6}0+$/;

/** What stands before 12345678/79, 12345678 (9) or 12345678 - 9. */
const BEFORE_CUT = /^(.+)(?:[/(]| \p{Pd} )/u;

/** Numbers that North Americans write without their country code, 1. */
const TEN_DIGITS = /^\d{10}$/;

/** Returns a phone number in E.164, or why it is refused: docs/phone-numbers.md has the rules. */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string | PhoneProblem {
	const text = numberText(value);
	if (typeof text !== 'string') return text;
	if (ROUNDED.test(text) && !options.digitsHaveCountryCode) return PROBLEMS.spreadsheet;

	const before = BEFORE_CUT.exec(text)?.at(1);
	const first = before === undefined ? undefined : read(before, options);
	if (first && isNumber(first) && isValid(first)) return PROBLEMS.several;

	const reading = read(text, options);
	return isNumber(reading) ? reading.number : reading;
}

const isNumber = (reading: Reading): reading is PhoneNumber => 'number' in reading;

/** Reads a text that holds one number. */
function read(
	text: string,
	{ defaultCountry, digitsHaveCountryCode }: PhoneNumberOptions,
): Reading {
	// The (0) behind a country code is not dialled, except in Italy.
	const spellings = [...new Set([text.replace(/\(\s*0\s*\)/, ''), text].map(onlyDigits))];
	const withPlus = parseAll(spellings.map((digits) => `+${digits}`));
	if (text.includes('+')) return choose(withPlus) ?? PROBLEMS.impossible;

	// Digits alone, as they stand: 4301234567 has a 0 that Austria's numbers lose.
	const printed = withPlus.find(({ number }) => number === `+${text}` && !isAmerican(text));
	if (printed && digitsHaveCountryCode) return printed;

	const behindZeros = spellings
		.filter((digits) => digits.startsWith('00'))
		.map((digits) => digits.replace('00', '+'));
	if (!defaultCountry) {
		const dialled = choose(parseAll(behindZeros));
		return dialled ?? (printed && isValid(printed) ? printed : PROBLEMS.noCountryCode);
	}

	const code = getCountryCallingCode(defaultCountry);
	const isHome = (number: PhoneNumber) => number.countryCallingCode === code;
	const asDialled = parseAll(spellings, defaultCountry);
	// Behind the country's own dialling prefix, the library reads another country code.
	const abroad = [...asDialled.filter((number) => !isHome(number)), ...parseAll(behindZeros)];
	const dialled = choose(abroad);
	if (dialled) return dialled;

	// A spreadsheet drops the 0 with which the numbers of some countries begin.
	const withZero = /^[1-9]\d+$/.test(text) ? parseAll([`0${text}`], defaultCountry) : [];
	const atHome = [...asDialled, ...withPlus, ...withZero.filter(isMobile)].filter(isHome);
	const meant = choose(atHome.filter(isValid));
	const elsewhere = withPlus.find((one) => !isHome(one) && isMobile(one));
	if (!meant) return notOf(countryName(defaultCountry), elsewhere);

	const isDoubtful = elsewhere && isNumber(meant) && !isMobile(meant);
	return isDoubtful ? ambiguous([meant, elsewhere]) : meant;
}

const onlyDigits = (text: string) => text.replace(/\D/g, '');

function parseAll(spellings: string[], country?: CountryCode): PhoneNumber[] {
	return spellings.flatMap((digits) => parse(digits, country) ?? []);
}

/** Returns the one number that is meant, or the problem of several; undefined where there is none. */
function choose(numbers: PhoneNumber[]): Reading | undefined {
	const different = [...new Map(numbers.map((number) => [number.number, number])).values()];
	const valid = different.filter(isValid);
	const mobile = valid.filter(isMobile);

	const likely = [mobile, valid, different].find(({ length }) => length > 0) ?? [];
	return likely.length > 1 ? ambiguous(likely) : likely.at(0);
}

/** True where ten digits are a North American number without its country code. */
function isAmerican(digits: string): boolean {
	const number = TEN_DIGITS.test(digits) ? parse(`+1${digits}`) : undefined;
	return number !== undefined && isValid(number);
}
