export type { CountryCode } from 'libphonenumber-js/max';
export { callingCodeOf, COUNTRIES, countryIn, countryName } from './countries';
export { plainDigits } from './digits';
export { lineOf, recipientIdOf } from './numbers';
export type { PhoneProblem } from './problems';
export { type PhoneNumberOptions, toE164 } from './toE164';
