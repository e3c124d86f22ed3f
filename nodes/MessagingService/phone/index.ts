export type { CountryCode } from 'libphonenumber-js/max';
export { COUNTRIES, countryIn, countryName, countryOf, lineTypeOf } from './countries';
export type { PhoneProblem } from './problem';
export { subscriberOf } from './subscriber';
export { emailIn, plainDigits } from './typedText';
export { type PhoneNumberOptions, toE164 } from './toE164';
