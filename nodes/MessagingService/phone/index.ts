export type { CountryCode } from 'libphonenumber-js/max';
export { COUNTRIES, countryIn, countryName, lineOf } from './countries';
export { emailIn, type PhoneProblem, plainDigits, subscriberOf } from './typedText';
export { type PhoneNumberOptions, toE164 } from './toE164';
