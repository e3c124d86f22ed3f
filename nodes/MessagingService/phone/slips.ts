import type { CountryCode, PhoneNumber } from 'libphonenumber-js/core';

import { isMobile, isPlanned, planOf, readDigits } from './plans';

/**
 * Returns the number of a country that digits may mean in place of one abroad; undefined where there is no doubt.
 * @param digits begin with a dialling prefix
 * @param abroad what they are read as behind it
 */
export function homeNumber(
	digits: string,
	country: CountryCode,
	abroad: PhoneNumber,
): PhoneNumber | undefined {
	const readAtHome = (dialled: string) => readDigits(dialled, country);
	const asTyped = readAtHome(digits);
	if (isPlanned(asTyped)) return asTyped;

	const withoutSlip = slipsOf(digits, country).map(readAtHome);
	// Only a mobile number casts doubt on a number abroad that its plan has.
	if (isPlanned(abroad)) return withoutSlip.find(isMobile);

	// The prefix may be too much: behind 011, (202) 555-0123 would be a number of Egypt that nobody has.
	const withoutPrefix = readAtHome(digits.replace(planOf(country).international, ''));
	return [withoutPrefix, ...withoutSlip].find(isPlanned);
}

/**
 * Returns the digits of which one slip makes others, within the length of a dialling prefix: 0151… becomes 00151…,
 * 0907… becomes 0097… or 007…, 8910… becomes 810….
 */
function slipsOf(digits: string, country: CountryCode): string[] {
	// No number begins with 00 at home, and in Mexico none has begun with 01 since 2019.
	const unlikely = country === 'MX' ? /^0[01]/ : /^00/;

	const meant = [0, 1, 2].flatMap((at) => {
		const before = digits.slice(0, at);
		const behind = digits.slice(at);
		const withoutDoubled = before + behind.slice(1);
		const swappedBack = before + behind.replace(/^(.)(.)/, '$2$1');
		const withMissing = Array.from('0123456789', (missing) => before + missing + behind);
		return [withoutDoubled, swappedBack, ...withMissing];
	});
	return meant.filter((one) => !unlikely.test(one));
}
