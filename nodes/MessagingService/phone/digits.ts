import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';

import { countryName, isNumberOf, placeOf } from './countries';
import { type Digits, headsOf, notationOf } from './notation';
import { isMobile, isValid, parse, planOf, read } from './plans';
import { ambiguous, CHECK_DIGITS, type Refusal, REFUSALS } from './refusal';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose numbers they are, with or without its own country code. */
	defaultCountry?: CountryCode;
	/** Whether digits begin with a country code, as the service prints numbers (section 2.1). */
	digitsHaveCountryCode?: boolean;
}

/** What North Americans write without their country code, 1. */
const TEN_DIGITS = /^[2-9]\d{9}$/;

/** Area code 555, which examples use and nobody has: 15551234567 is read, since it can ring no wrong phone. */
const OF_EXAMPLES = /^\+1555\d{7}$/;

/**
 * Returns a phone number in E.164, from any common notation, or why it is refused. What begins with a plus or a
 * dialling prefix is read by its country code, whether its range is assigned or not. All else is a number of the
 * default country, or is refused; without one, it is read by the country code that it begins with, in assigned
 * ranges alone.
 * @param value a text, or a whole number: spreadsheets lose the plus and make numbers of phone numbers
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string | Refusal {
	const digits = notationOf(value);
	if ('reason' in digits) return digits;
	const heads = headsOf(digits).map((head) => readDigits(head, options));
	if (heads.some((head) => 'number' in head && isValid(head))) return REFUSALS.several;
	const reading = readDigits(digits, options);
	if ('number' in reading) return reading.number;
	if (reading !== REFUSALS.noCountryCode) return reading;
	return heads.length > 0 ? REFUSALS.several : { ...reading, typed: digits.text };
}

/** Reads digits behind a plus or a dialling prefix, else by the country, else by the country code they begin with. */
function readDigits(value: Digits, options: PhoneNumberOptions): PhoneNumber | Refusal {
	const { spellings, hasPlus } = value;
	const { defaultCountry, digitsHaveCountryCode } = options;
	if (hasPlus) return choose(withPlus(spellings)) ?? impossible(spellings[0]);
	const dialled = readDialled(spellings, defaultCountry);
	if (dialled) return dialled;
	return defaultCountry && !digitsHaveCountryCode
		? readNational(spellings, defaultCountry)
		: readByCountryCode(value, options);
}

/** Reads digits behind 00, or behind what the country itself dials; undefined where they have neither. */
function readDialled(
	spellings: string[],
	country?: CountryCode,
): PhoneNumber | Refusal | undefined {
	const prefixes = country ? [/^00/, planOf(country).prefix] : [/^00/];
	const behind = spellings.flatMap((digits) =>
		prefixes.filter((prefix) => prefix.test(digits)).map((prefix) => digits.replace(prefix, '')),
	);
	const chosen = choose(withPlus(behind));
	const [digits] = spellings;
	if (!chosen) return digits.startsWith('00') ? impossible(behind[0]) : undefined;
	if (!country || 'reason' in chosen) return chosen;
	if (chosen.countryCallingCode === planOf(country).code) return chosen;
	const home = [read(digits, country)].find(isValid) ?? beforeSlip(digits, country, chosen);
	return home ? ambiguous([chosen, home].map(show)) : chosen;
}

/**
 * Returns the number of the country of which one slip makes a dialling prefix: 0151… as 00151…, 0907… as 0097… or
 * 007…, 8910… as 810…. Only a mobile number casts doubt on a number abroad whose range is assigned.
 */
function beforeSlip(digits: string, country: CountryCode, abroad: PhoneNumber) {
	const undone = [0, 1, 2].flatMap((at) => {
		const [before, behind] = [digits.slice(0, at), digits.slice(at)];
		const complete = Array.from('0123456789', (missing) => before + missing + behind);
		return [before + behind.slice(1), before + behind.replace(/^(.)(.)/, '$2$1'), ...complete];
	});
	// None begins with 00, and in Mexico none has begun with 01 since 2019.
	const unlikely = country === 'MX' ? /^0[01]/ : /^00/;
	return undone
		.filter((meant) => !unlikely.test(meant))
		.map((meant) => read(meant, country))
		.find((meant) => isValid(meant) && (isMobile(meant) || !isValid(abroad)));
}

/** Reads a number of the country, with or without its own country code. */
function readNational(spellings: string[], country: CountryCode): PhoneNumber | Refusal {
	const { code, form } = planOf(country);
	const withCode = spellings.filter((digits) => digits.startsWith(code));
	const national = spellings.map((digits) => read(digits, country));
	const completed = spellings.map((digits) => restored(digits, country));
	const readings = [...national, ...completed, ...withPlus(withCode)];
	const isOwn = (reading?: PhoneNumber) => reading && isNumberOf(country, reading);
	const chosen = choose(readings.filter(isOwn), [isMobile, isValid]);
	if (chosen && ('reason' in chosen || isValid(chosen))) return chosen;
	const foreign = [...readings, ...withPlus(spellings)].filter((reading) => !isOwn(reading));
	const elsewhere = foreign.find(isValid);
	// Its range may be new.
	if (chosen && !elsewhere && form.test(chosen.nationalNumber)) return chosen;
	const written = elsewhere
		? `${elsewhere.number} if ${placeOf(elsewhere)} is meant`
		: 'it with + and its own country code';
	return {
		reason: `is not a number of the 'Default Country' (${countryName(country)})`,
		remedy: `${CHECK_DIGITS}, or write ${written}`,
	};
}

/** Puts the 0 back that a spreadsheet drops; in some countries, such as Italy, it belongs to the number. */
function restored(digits: string, country: CountryCode): PhoneNumber | undefined {
	const reading = digits.startsWith('0') ? undefined : read(`0${digits}`, country);
	return reading?.nationalNumber === `0${digits}` && isValid(reading) ? reading : undefined;
}

/** Reads digits by the country code that they begin with. */
function readByCountryCode(
	{ spellings, leading }: Digits,
	{ defaultCountry, digitsHaveCountryCode }: PhoneNumberOptions,
): PhoneNumber | Refusal {
	const chosen = choose(withPlus(spellings));
	if (chosen && 'reason' in chosen) return chosen;
	const [digits] = spellings;
	const american = TEN_DIGITS.test(digits) ? [read(`+1${digits}`)].find(isValid) : undefined;
	if (chosen && (OF_EXAMPLES.test(chosen.number) || isValid(chosen))) {
		// Without any separator, or with one behind the country code: 131 2345 6789 is not +1 312 345 6789.
		const isWhole = [digits.length, chosen.countryCallingCode.length].includes(leading);
		if (!american && (isWhole || digitsHaveCountryCode)) return chosen;
		const other = american
			? `${american.number} (area code ${digits.slice(0, 3)})`
			: 'a number without country code';
		return { ...ambiguous([show(chosen), other]), needsCountry: !defaultCountry };
	}
	if (digitsHaveCountryCode && chosen && !american) return chosen;
	if (defaultCountry) return readNational(spellings, defaultCountry);
	return /^\d{7,15}$/.test(digits) ? REFUSALS.noCountryCode : REFUSALS.impossible;
}

/**
 * Returns the one reading that is meant, or the refusal of several; undefined where there is none.
 * @param likely what is meant rather than the rest: the first of these that any reading is
 */
function choose(
	readings: Array<PhoneNumber | undefined>,
	likely: Array<typeof isValid> = [isValid],
) {
	const all = [...new Map(readings.flatMap((one) => (one ? [[one.number, one]] : []))).values()];
	if (all.length < 2) return all.at(0);
	const best = likely.map((is) => all.filter(is)).find(({ length }) => length > 0);
	const [meant, ...others] = best ?? all;
	return others.length > 0 ? ambiguous([meant, ...others].map(show)) : meant;
}

function withPlus(spellings: string[]): Array<PhoneNumber | undefined> {
	return spellings.map((digits) => read(`+${digits}`));
}

function impossible(digits: string): Refusal {
	const code = parse(`+${digits}`)?.countryCallingCode;
	if (code === undefined) return REFUSALS.impossible;
	const reason = `is too short or too long for a number with the country code +${code}`;
	return { reason, remedy: CHECK_DIGITS };
}

function show(reading: PhoneNumber): string {
	return `${reading.number} (${placeOf(reading)})`;
}
