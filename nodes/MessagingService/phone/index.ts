export type { CountryCode } from 'libphonenumber-js/core';
export { COUNTRIES, countriesOf, countryName, countsAs, isCountry, lineTypeOf } from './countries';
export { emailIn, plainDigits } from './notation';
export type { PhoneProblem } from './problem';
export { numbersOfPhone } from './samePhone';
export { type PhoneNumberOptions, toE164 } from './toE164';
