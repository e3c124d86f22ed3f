export type { CountryCode } from 'libphonenumber-js/core';
export { COUNTRIES, countriesOf, countryName, countsAs, isCountry } from './countries';
export type { PhoneNumberOptions } from './digits';
export { toE164 } from './digits';
export type { Refusal } from './refusal';
