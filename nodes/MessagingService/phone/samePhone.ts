import { isMobile, isPlanned, parse } from './plans';

/** An Argentine number. The 9 stands before those of mobile phones; ten digits belong to one phone, with it or without. */
const ARGENTINE = /^\+549?(\d{10})$/;

/** A Brazilian mobile number. Until 2016 it had eight digits behind the area code, then all got a 9 before them. */
const BRAZILIAN_MOBILE = /^(\+55\d\d)9?([6-9]\d{7})$/;

/**
 * Returns the numbers in E.164 that ring the same phone as one: nearly always that number alone. They serve comparisons;
 * a message goes to the number as it was written.
 */
export function numbersOfPhone(e164: string): string[] {
	const twins = argentineTwins(e164) ?? brazilianTwins(e164) ?? [];
	return twins.includes(e164) ? twins : [e164];
}

function argentineTwins(e164: string): string[] | undefined {
	const [, digits] = ARGENTINE.exec(e164) ?? [];
	const mobile = `+549${digits}`;
	return digits && isMobile(parse(mobile)) ? [mobile, `+54${digits}`] : undefined;
}

function brazilianTwins(e164: string): string[] | undefined {
	const [, area, digits] = BRAZILIAN_MOBILE.exec(e164) ?? [];
	const mobile = `${area}9${digits}`;
	const old = `${area}${digits}`;
	// The plan still has some mobile numbers of eight digits, which got no 9: they are phones of their own.
	return digits && isMobile(parse(mobile)) && !isPlanned(parse(old)) ? [mobile, old] : undefined;
}
