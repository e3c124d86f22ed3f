import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';

import { countryName, placeOf } from './countries';
import { isMobile, isPlanned, planOf, readDigits, readWithPlus } from './plans';
import { ambiguous, CHECK_DIGITS, type PhoneProblem } from './problem';
import { choose, isNumber, type Reading, show } from './reading';
import type { Written } from './written';

/**
 * Reads digits as a phone of the country would dial them, with or without its own country code. The country's plan must
 * have the number: a local one without its area code would become a number that nobody has.
 */
export function readNational({ text, spellings }: Written, country: CountryCode): Reading {
	const { code, trunk } = planOf(country);
	const isAtHome = (number?: PhoneNumber) => number?.countryCallingCode === code;

	const dialled = spellings.map((digits) => readDigits(digits, country));
	const withCode = readWithPlus(spellings.filter((digits) => digits.startsWith(code)));
	const asTyped = [...dialled, ...withCode];
	const atHome = [withLostZero(text, country), ...asTyped].filter(isAtHome);

	const mobile = choose(atHome.filter(isMobile));
	if (mobile && (!isNumber(mobile) || asTyped.includes(mobile))) return mobile;
	const meant = mobile ?? choose(atHome.filter(isPlanned));
	if (meant && !isNumber(meant)) return meant;

	const abroad = readWithPlus(spellings).filter((number) => !isAtHome(number));
	const elsewhere = abroad.find(isMobile) ?? abroad.find(isPlanned);
	if (!meant) return notOf(country, elsewhere);

	const isDoubtful = isMobile(elsewhere) && !trunk.test(spellings[0]);
	return isDoubtful ? ambiguous([meant, elsewhere].map(show)) : meant;
}

/** Reads digits behind the 0 that a spreadsheet dropped: such digits have no groups, and are a mobile number. */
function withLostZero(text: string, country: CountryCode): PhoneNumber | undefined {
	if (!/^[1-9]\d+$/.test(text)) return undefined;

	const number = readDigits(`0${text}`, country);
	return isMobile(number) ? number : undefined;
}

/** Says that digits are no number of the country, and how to write the one that may be meant. */
function notOf(country: CountryCode, elsewhere?: PhoneNumber): PhoneProblem {
	return {
		reason: `is not a number of the 'Default Country' (${countryName(country)})`,
		nextStep: `${CHECK_DIGITS}, or write ${wayToWrite(elsewhere)}`,
	};
}

function wayToWrite(elsewhere?: PhoneNumber): string {
	if (!elsewhere) return 'it with its area code, or with + and its own country code';

	const abroad = `${elsewhere.number} if ${placeOf(elsewhere)} is meant`;
	// A mobile number abroad lacks no area code.
	return isMobile(elsewhere) ? abroad : `it with its area code, or ${abroad}`;
}
