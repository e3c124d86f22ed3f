import { isMobile, isPlanned, parse } from './plans';

/** An Argentine number with the 9 of mobile numbers. It has the same digits without it, and no other line has them. */
const ARGENTINE_MOBILE = /^\+549(?=\d{10}$)/;

/** A Brazilian mobile number of before 2016, when all of them got a 9 behind the area code. */
const OLD_BRAZILIAN_MOBILE = /^(\+55\d\d)([6-9]\d{7})$/;

/**
 * Returns one number for all of those in E.164 that ring the same phone: nearly always the number itself. It serves
 * comparisons alone. A message goes to the number as it was written.
 */
export function identityOfNumber(e164: string): string {
	const number = e164.replace(ARGENTINE_MOBILE, '+54');
	const withNinthDigit = number.replace(OLD_BRAZILIAN_MOBILE, '$19$2');
	if (withNinthDigit === number) return number;

	// A few mobile numbers of eight digits got no 9, and the plan still has them.
	const isOld = !isPlanned(parse(number)) && isMobile(parse(withNinthDigit));
	return isOld ? withNinthDigit : number;
}
