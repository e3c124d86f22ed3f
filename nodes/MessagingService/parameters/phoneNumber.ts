import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import {
	COUNTRIES,
	type CountryCode,
	emailIn,
	type PhoneNumberOptions,
	type PhoneProblem,
	toE164,
} from '../phone';
import { type Field, option, type Parameter, type Read, text } from './parameter';
import { asCountry, asText, noCountry } from './values';

/** The country whose numbers are written without a plus: ISO 3166-1 alpha-2. */
export const DEFAULT_COUNTRY = option<CountryCode | undefined>({
	field: {
		displayName: 'Default Country',
		name: 'defaultCountry',
		type: 'options',
		default: '',
		description:
			'Country assumed for numbers without a country code. Write numbers of other countries with +.',
		options: COUNTRIES,
	},
	read(value, name, read) {
		const code = asText(value, name)?.trim();
		if (code) return asCountry(code, name);
		if (read.raw(DEFAULT_COUNTRY) === '') throw noCountry(name);
		return undefined;
	},
});

/** How a number may be written, where that is not the usual way. */
export interface PhoneInput extends Pick<PhoneNumberOptions, 'digitsHaveCountryCode'> {
	/** Tells whether an e-mail address is accepted too, and sent as typed. */
	acceptsEmail?(read: Read): boolean;
	/** Whether it is read in the trigger, which has no options and so no Default Country. */
	inTrigger?: boolean;
}

/** Makes a parameter for a phone number in E.164: undefined where it is empty, or only spaces. */
export function phone(field: Field, input?: PhoneInput): Parameter<string | undefined> {
	const description = `${field.description}. With country code, e.g. +12025550123; without one, set 'Default Country' in the options.`;
	return {
		...text({ placeholder: 'e.g. +12025550123', ...field, description }),
		read: (value, name, read) =>
			asText(value, name)?.trim() ? asPhone(value, name, read, input) : undefined,
	};
}

/** Reads a value as a phone number in E.164. @throws InputError */
export function asPhone(value: unknown, name: string, read: Read, input: PhoneInput = {}): string {
	const { digitsHaveCountryCode, acceptsEmail, inTrigger } = input;
	const defaultCountry = inTrigger ? undefined : read(DEFAULT_COUNTRY);

	const email = emailIn(value);
	if (email && acceptsEmail?.(read)) return email;

	const number = toE164(value, { defaultCountry, digitsHaveCountryCode });
	if (typeof number === 'string') return number;

	throw notANumber(value, name, inTrigger ? { ...number, needsCountry: false } : number);
}

/** Returns the error for a value that is not read as a phone number. */
export function notANumber(value: unknown, name: string, problem: PhoneProblem): InputError {
	const { reason, nextStep, needsCountry } = problem;
	const orCountry = needsCountry ? ", or set 'Default Country' in the options" : '';

	return new InputError(
		`'${name}' "${quoteValue(value)}" is not a valid phone number: it ${reason}`,
		`${nextStep}${orCountry}.`,
	);
}
