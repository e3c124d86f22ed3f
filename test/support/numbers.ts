import fc from 'fast-check';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import plans from 'libphonenumber-js/metadata.max.json';
import examples from 'libphonenumber-js/mobile/examples';

/** A number and the country whose number it is. */
export interface Sample {
	country: CountryCode;
	number: PhoneNumber;
}

/** The library's example of a mobile number of every country. */
export const EXAMPLES: Sample[] = getCountries().flatMap((country) => {
	const number = getExampleNumber(country, examples);
	return number ? [{ country, number }] : [];
});

/** What getType calls numbers that get messages. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/** Where the kinds of numbers stand in a country's plan. */
const KINDS = 11;

/** Random valid mobile numbers, of every country alike, from all ranges that the library knows. */
export const mobileNumber: fc.Arbitrary<Sample> = fc.oneof(
	...EXAMPLES.map(({ country, number: { countryCallingCode } }) =>
		fc
			.stringMatching(new RegExp(`^(?:${rangesOf(country)})$`))
			.map((national) => ({ national, number: readAs(`+${countryCallingCode}${national}`) }))
			.filter(({ national, number }) => isMobile(number) && number.nationalNumber === national)
			.map(({ number }) => ({ country, number: number as PhoneNumber })),
	),
);

function rangesOf(country: CountryCode): string {
	const { countries } = plans as unknown as { countries: Record<string, Array<string[][] | 0>> };
	const [fixed, mobile] = countries[country][KINDS] as string[][];
	// Where there is no saying which of them are mobile, all of them may be.
	return mobile?.[0] || fixed[0];
}

/** Whether it is a valid number that gets messages. */
export function isMobile(number: PhoneNumber | undefined): number is PhoneNumber {
	return MOBILE.has(number?.getType() ?? '');
}

/** What the library itself makes of a text. */
export function readAs(text: string, defaultCountry?: CountryCode): PhoneNumber | undefined {
	return parsePhoneNumberFromString(text, { defaultCountry, extract: false });
}
