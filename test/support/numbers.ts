import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
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
