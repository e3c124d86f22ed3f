import type { INodeProperties } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { emailIn, type PhoneNumberOptions, type PhoneProblem, toE164 } from '../phone';
import { type Field, option, type Parameter, type Read, text } from './parameter';
import { asText, isBlank, notACountry } from './readValues';

/** Makes a field for countries. n8n loads their list when it is opened: in the node's description it would stand twelve times. */
export const countryField = (field: Field): INodeProperties => ({
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getCountries' },
	default: '',
	...field,
});

/** The country whose numbers are written without a plus: ISO 3166-1 alpha-2. */
export const DEFAULT_COUNTRY = option<string | undefined>({
	field: countryField({
		displayName: 'Default Country',
		name: 'defaultCountry',
		default: 'US',
		description:
			'Country assumed for numbers without a country code. Write numbers of other countries with +.',
	}),
	mayBeBlank: true,
	// A wrong one is refused where a number needs it.
	read: (value, displayName) => asText(value, displayName)?.trim() || undefined,
});

/** How a number may be written, where that is not the usual way. */
export interface PhoneInput extends Pick<PhoneNumberOptions, 'digitsHaveCountryCode'> {
	/** True where an e-mail address is accepted too, and sent as typed. */
	acceptsEmail?(read: Read): boolean;
	/** Whether there is no option Default Country, as in the trigger. */
	hasNoCountry?: boolean;
}

/** Makes a parameter for a phone number in E.164: undefined where it is empty, or only spaces. */
export function phone(field: Field, input?: PhoneInput): Parameter<string | undefined> {
	return {
		...text({ placeholder: 'e.g. +12025550123', ...field }),
		read: (value, displayName, read) =>
			isBlank(value) ? undefined : asPhone(value, displayName, read, input),
	};
}

/** Reads a value as a phone number in E.164. @throws InputError */
export function asPhone(
	value: unknown,
	displayName: string,
	read: Read,
	input: PhoneInput = {},
): string {
	const { digitsHaveCountryCode, acceptsEmail, hasNoCountry = false } = input;
	const defaultCountry = hasNoCountry ? undefined : read(DEFAULT_COUNTRY);

	const email = emailIn(value);
	if (email && acceptsEmail?.(read)) return email;

	const number = toE164(value, { defaultCountry, digitsHaveCountryCode });
	if (typeof number === 'string') return number;

	const problem = hasNoCountry ? { ...number, needsCountry: false } : number;
	throw notANumber(value, displayName, problem, defaultCountry);
}

/** Returns the error for a value that is not read as a phone number. @param defaultCountry by which it was not read */
export function notANumber(
	value: unknown,
	displayName: string,
	{ reason, nextStep, needsCountry }: PhoneProblem,
	defaultCountry?: string,
): InputError {
	if (needsCountry && defaultCountry) return notACountry(defaultCountry, 'Default Country');
	const orCountry = needsCountry ? ", or set 'Default Country' in the options" : '';

	return new InputError(
		`'${displayName}' "${quoteValue(value)}" is not a valid phone number: it ${reason}`,
		`${nextStep}${orCountry}.`,
	);
}
