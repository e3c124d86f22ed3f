export type { CountryCode } from 'libphonenumber-js/max';
export { callingCodeOf, COUNTRIES, countryIn, countryName, lineOf } from './countries';
export { emailIn, type PhoneProblem, plainDigits, subscriberOf } from './typedText';
export { type PhoneNumberOptions, toE164 } from './toE164';
