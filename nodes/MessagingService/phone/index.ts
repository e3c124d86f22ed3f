export type { CountryCode } from 'libphonenumber-js/max';
export { isSupportedCountry as isCountry } from 'libphonenumber-js/max';
export { COUNTRIES, countryName, countryOf, lineTypeOf } from './countries';
export type { PhoneProblem } from './problem';
export { emailIn, plainDigits } from './text';
export { type PhoneNumberOptions, toE164 } from './toE164';
