export type { CountryCode } from 'libphonenumber-js/core';
export { COUNTRIES, countriesOf, countryName, isCountry } from './countries';
export type { PhoneNumberOptions } from './e164';
export { PhoneNumberError, toE164 } from './e164';
