import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';

import { countryName, placeOf } from './countries';
import { CUTS, DASHED, type Digits, headsOf, notationOf } from './notation';
import { isMobile, isValid, parse, planOf, read } from './plans';
import { ambiguous, CHECK_DIGITS, type PhoneProblem, PROBLEMS } from './problem';

/** How a number without a plus is read. */
export interface PhoneNumberOptions {
	/** The country whose phones would dial them, with or without its own country code. */
	defaultCountry?: CountryCode;
	/** Whether digits begin with a country code, as the service prints numbers (section 2.1). */
	digitsHaveCountryCode?: boolean;
}

/** Numbers that North Americans write without their country code, 1. */
const TEN_DIGITS = /^[2-9]\d{9}$/;

/** Area code 555, which examples use and nobody has: 15551234567 is read, since it can ring no wrong phone. */
const OF_EXAMPLES = /^\+1555\d{7}$/;

/** The rest that a spreadsheet leaves of a long number: at most six digits before zeros. */
const ROUNDED = /^(?=\d{11})[1-9]\d{0,5}0+$/;

/**
 * Returns a phone number in E.164, from any common notation, or why it is refused. What begins with a plus or a
 * dialling prefix is read by its country code, also in unassigned ranges. All else is read as a phone of the default
 * country would dial it; without one, by the country code that it begins with, in assigned ranges only.
 * @param value a text, or a whole number: spreadsheets make numbers of phone numbers
 */
export function toE164(value: unknown, options: PhoneNumberOptions = {}): string | PhoneProblem {
	const digits = notationOf(value);
	if ('reason' in digits) return digits;
	if (!options.digitsHaveCountryCode && ROUNDED.test(digits.text)) return PROBLEMS.rounded;
	const numbersBefore = (places: RegExp) =>
		headsOf(digits, places)
			.map((head) => readDigits(head, options))
			.filter((head) => 'number' in head);
	if (numbersBefore(CUTS).some(isValid) || numbersBefore(DASHED).some(isMobile))
		return PROBLEMS.several;
	const reading = readDigits(digits, options);
	if ('number' in reading) return reading.number;
	const hasCut = digits.text.search(CUTS) !== -1;
	return reading === PROBLEMS.noCountryCode && hasCut ? PROBLEMS.several : reading;
}

/** Reads digits behind a plus or a dialling prefix, else by the country, else by the country code they begin with. */
function readDigits(value: Digits, options: PhoneNumberOptions): PhoneNumber | PhoneProblem {
	const { text, spellings } = value;
	const { defaultCountry, digitsHaveCountryCode } = options;
	if (text.startsWith('+')) return choose(withPlus(spellings)) ?? impossible(spellings[0]);
	const dialled = readDialled(spellings, defaultCountry);
	if (dialled) return dialled;
	return defaultCountry && !digitsHaveCountryCode
		? readNational(value, defaultCountry)
		: readByCountryCode(value, options);
}

/** Reads digits behind 00, or behind what the country itself dials; undefined where they have neither. */
function readDialled(spellings: string[], country?: CountryCode) {
	const prefixes = country ? [/^00/, planOf(country).international] : [/^00/];
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

/** Reads digits as a phone of the country would dial them, with or without its own country code. */
function readNational({ text, spellings }: Digits, country: CountryCode) {
	const { code, trunk, form } = planOf(country);
	const withCode = spellings.filter((digits) => digits.startsWith(code));
	const dialled = [...spellings.map((digits) => read(digits, country)), ...withPlus(withCode)];
	// Spreadsheets drop a 0 at the start; they leave digits alone, without groups.
	const completed = /^[1-9]\d+$/.test(text) ? [read(`0${text}`, country)].filter(isMobile) : [];
	const isHome = (reading?: PhoneNumber) => reading?.countryCallingCode === code;
	const chosen = choose([...completed, ...dialled].filter(isHome), [isMobile, isValid]);
	if (chosen && 'reason' in chosen) return chosen;
	if (chosen && isMobile(chosen) && !completed.includes(chosen)) return chosen;
	const abroad = withPlus(spellings).filter((reading) => !isHome(reading));
	const elsewhere = abroad.find(isMobile) ?? abroad.find(isValid);
	if (chosen && isValid(chosen)) {
		const isOwn = !elsewhere || !isMobile(elsewhere) || trunk.test(spellings[0]);
		return isOwn ? chosen : ambiguous([chosen, elsewhere].map(show));
	}
	// Its range may be new.
	if (chosen && !elsewhere && form.test(chosen.nationalNumber)) return chosen;
	const written = elsewhere
		? `${elsewhere.number} if ${placeOf(elsewhere)} is meant`
		: 'it with + and its own country code';
	return {
		reason: `is not a number of the 'Default Country' (${countryName(country)})`,
		nextStep: `${CHECK_DIGITS}, or write ${written}`,
	};
}

/** Reads digits by the country code that they begin with. */
function readByCountryCode(value: Digits, options: PhoneNumberOptions) {
	const { text, spellings } = value;
	const { defaultCountry, digitsHaveCountryCode } = options;
	const chosen = choose(withPlus(spellings));
	if (chosen && 'reason' in chosen) return chosen;
	const [digits] = spellings;
	const american = TEN_DIGITS.test(digits) ? [read(`+1${digits}`)].find(isValid) : undefined;
	const isAssigned = chosen && (OF_EXAMPLES.test(chosen.number) || isValid(chosen));
	// Without any separator, or with one behind the country code: 131 2345 6789 is not +1 312 345 6789.
	const isWhole = [-1, chosen?.countryCallingCode.length].includes(text.search(/\D/));
	if (chosen && !american && (digitsHaveCountryCode || (isAssigned && isWhole))) return chosen;
	if (isAssigned) {
		const other = american
			? `${american.number} (area code ${digits.slice(0, 3)})`
			: 'a number without country code';
		return { ...ambiguous([show(chosen), other]), needsCountry: !defaultCountry };
	}
	if (defaultCountry) return readNational(value, defaultCountry);
	return /^\d{7,15}$/.test(digits) ? PROBLEMS.noCountryCode : PROBLEMS.impossible;
}

/**
 * Returns the one reading that is meant, or the problem of several; undefined where there is none.
 * @param likely tells which are meant rather than the rest: the first of these that holds for any
 */
function choose(readings: Array<PhoneNumber | undefined>, likely = [isValid]) {
	const all = [...new Map(readings.flatMap((one) => (one ? [[one.number, one]] : []))).values()];
	if (all.length < 2) return all.at(0);
	const best = likely.map((is) => all.filter(is)).find(({ length }) => length > 0);
	const [meant, ...others] = best ?? all;
	return others.length > 0 ? ambiguous([meant, ...others].map(show)) : meant;
}

function withPlus(spellings: string[]): Array<PhoneNumber | undefined> {
	return spellings.map((digits) => read(`+${digits}`));
}

function impossible(digits: string): PhoneProblem {
	const code = parse(`+${digits}`)?.countryCallingCode;
	if (code === undefined) return PROBLEMS.impossible;
	const reason = `is too short or too long for a number with the country code +${code}`;
	return { reason, nextStep: CHECK_DIGITS };
}

function show(reading: PhoneNumber): string {
	return `${reading.number} (${placeOf(reading)})`;
}
