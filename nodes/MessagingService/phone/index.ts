export type { CountryCode } from 'libphonenumber-js/core';
export { COUNTRIES, countriesOf, countryName, countsAs, isCountry } from './countries';
export type { PhoneNumberOptions } from './digits';
export { PhoneNumberError, toE164 } from './e164';
