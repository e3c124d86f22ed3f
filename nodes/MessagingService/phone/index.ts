export { COUNTRIES } from './countries';
export type { PhoneNumberOptions } from './e164';
export { toE164 } from './e164';
export { PhoneNumberError } from './phoneNumberError';
