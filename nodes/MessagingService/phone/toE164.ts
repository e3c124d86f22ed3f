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
function read(text: string, options: PhoneNumberOptions): Reading {
	const { defaultCountry, digitsHaveCountryCode } = options;
	// The (0) behind a country code is not dialled, except in Italy.
	const spellings = [...new Set([text.replace(/\(\s*0\s*\)/, ''), text].map(onlyDigits))];
	const withPlus = parseAll(spellings.map((digits) => `+${digits}`));
	if (text.includes('+')) return choose(withPlus) ?? PROBLEMS.impossible;

	// Digits alone, as the service prints them. The library must not drop any: it reads 4301234567 as +431234567.
	const printed = withPlus.find(({ number }) => number === `+${text}` && !isAmerican(text));
	if (printed && digitsHaveCountryCode) return printed;

	if (defaultCountry) return readByCountry(text, spellings, withPlus, defaultCountry);
	if (printed && isValid(printed)) return printed;
	return choose(behindZeros(spellings)) ?? PROBLEMS.noCountryCode;
}

/** Reads digits behind 00, as if a plus stood there. */
function behindZeros(spellings: string[]): PhoneNumber[] {
	const dialled = spellings.filter((digits) => digits.startsWith('00'));
	return parseAll(dialled.map((digits) => digits.replace('00', '+')));
}

/** Reads digits as a phone of the country would dial them, with its own country code or without. */
function readByCountry(
	text: string,
	spellings: string[],
	withPlus: PhoneNumber[],
	country: CountryCode,
): Reading {
	const isHome = (number: PhoneNumber) => isOf(country, number);
	const elsewhere = withPlus.find((number) => !isHome(number) && isMobile(number));
	// A spreadsheet drops the 0 with which the mobile numbers of some countries begin.
	const hasLostZero = /^[1-9]\d+$/.test(text) && !elsewhere;
	const withZero = hasLostZero ? parseAll([`0${text}`], country).filter(isMobile) : [];

	const dialled = parseAll(spellings, country);
	// The library reads another country code behind the dialling prefix alone.
	const abroad = [...dialled.filter((number) => !isHome(number)), ...behindZeros(spellings)];
	const atHome = [...dialled, ...withPlus, ...withZero].filter(isHome).filter(isValid);
	// 4915123456789 is a landline in Germany too, and hardly ever meant so.
	const mobile = atHome.filter(isMobile);
	const meant = choose(abroad) ?? choose(mobile) ?? choose(atHome);
	if (!meant) return notOf(countryName(country), elsewhere);

	const isDoubtful = isNumber(meant) && !(isHome(meant) && isMobile(meant));
	return isDoubtful && elsewhere ? ambiguous([meant, elsewhere]) : meant;
}

/** True where a number has the country code of a country: the United States and Canada share theirs. */
function isOf(country: CountryCode, number: PhoneNumber): boolean {
	return number.countryCallingCode === getCountryCallingCode(country);
}

const onlyDigits = (text: string) => text.replace(/\D/g, '');

function parseAll(spellings: string[], country?: CountryCode): PhoneNumber[] {
	return spellings.flatMap((digits) => parse(digits, country) ?? []);
}

/** Returns the one number that is meant, or the problem of several; undefined where there is none. */
function choose(numbers: PhoneNumber[]): Reading | undefined {
	const different = [...new Map(numbers.map((number) => [number.number, number])).values()];
	const valid = different.filter(isValid);
	const likely = valid.length > 0 ? valid : different;
	return likely.length > 1 ? ambiguous(likely) : likely.at(0);
}

/** True where ten digits are a North American number without its country code. */
function isAmerican(digits: string): boolean {
	const number = TEN_DIGITS.test(digits) ? parse(`+1${digits}`) : undefined;
	return number !== undefined && isValid(number);
}
