import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { CountryCode } from '../phone';
import { COUNTRIES, PhoneNumberError, toE164 } from '../phone';
import type { ItemParameters } from './itemParameters';
import type { Option } from './options';
import { asCountry, asText } from './values';

/** What the description of every phone number field ends with. */
const PHONE_FORMAT =
	'With country code, e.g. +12025550123; without one, set Default Country in the options';

interface PhoneField {
	displayName: string;
	name: string;
	description: string;
	required?: boolean;
	displayOptions?: INodeProperties['displayOptions'];
}

/** A field for a phone number that the user types or maps. */
export function phoneField({ description, ...field }: PhoneField): INodeProperties {
	return {
		...field,
		type: 'string',
		default: '',
		placeholder: 'e.g. +12025550123',
		description: `${description}. ${PHONE_FORMAT}.`,
	};
}

/** The country by which numbers without a country code are read: ISO 3166-1 alpha-2. */
export const DEFAULT_COUNTRY: Option<CountryCode | undefined> = {
	field: {
		displayName: 'Default Country',
		name: 'defaultCountry',
		type: 'options',
		default: 'US',
		description: 'Country by which phone numbers without a country code are read',
		options: COUNTRIES as INodePropertyOptions[],
	},
	read(value) {
		const code = asText('Default Country', value)?.trim();
		return code ? asCountry('Default Country', code) : undefined;
	},
};

/**
 * Reads a phone number that must be there, in E.164.
 * @throws InputError
 */
export function requiredPhone(parameters: ItemParameters, name: string): string {
	parameters.requiredText(name);
	return asPhone(parameters, name, parameters.value(name, ''));
}

/**
 * Reads a phone number in E.164, undefined when it is empty; blanks alone are none.
 * @throws InputError
 */
export function optionalPhone(parameters: ItemParameters, name: string): string | undefined {
	return parameters.optionalText(name)?.trim()
		? asPhone(parameters, name, parameters.value(name, ''))
		: undefined;
}

/** A number that may not have been read. */
export interface TypedPhone {
	/** In E.164, or as the user typed it. */
	number: string;
	/** Why it is as the user typed it, in a sentence or two. */
	unread?: string;
}

/**
 * Reads a phone number in E.164 where it can be read, else as the user typed it, trimmed; undefined when it is
 * empty. Only for message.send, where the service converts numbers itself (section 4.1), and an iMessage may go
 * to an address.
 * @throws InputError for what has neither a digit nor an @, and so cannot be meant
 */
export function phoneOrAsTyped(parameters: ItemParameters, name: string): TypedPhone | undefined {
	const typed = parameters.optionalText(name)?.trim();
	if (!typed) return undefined;
	const outcome = readPhone(parameters, parameters.value(name, ''));
	if (typeof outcome === 'string') return { number: outcome };
	if (!/[\p{Nd}@]/u.test(typed)) throw notAPhone(parameters, name, outcome);
	const { reason, wayOut } = words(parameters, outcome);
	return {
		number: typed,
		unread: `This node could not read ${parameters.displayName(name)} itself: it ${reason}. ${wayOut}`,
	};
}

/**
 * Gives a value as a phone number in E.164.
 * @param digitsHaveCountryCode whether digits without a plus begin with the country code
 * @throws InputError that names the field
 */
export function asPhone(
	parameters: ItemParameters,
	name: string,
	value: unknown,
	digitsHaveCountryCode = false,
): string {
	const outcome = readPhone(parameters, value, digitsHaveCountryCode);
	if (typeof outcome === 'string') return outcome;
	throw notAPhone(parameters, name, outcome);
}

function readPhone(
	parameters: ItemParameters,
	value: unknown,
	digitsHaveCountryCode = false,
): string | PhoneNumberError {
	const defaultCountry = parameters.option(DEFAULT_COUNTRY);
	try {
		return toE164(value, { defaultCountry, digitsHaveCountryCode });
	} catch (error) {
		return asPhoneNumberError(error);
	}
}

function asPhoneNumberError(error: unknown): PhoneNumberError {
	if (error instanceof PhoneNumberError) return error;
	throw error;
}

function notAPhone(parameters: ItemParameters, name: string, error: PhoneNumberError): InputError {
	const { reason, wayOut } = words(parameters, error);
	return new InputError(
		`${parameters.displayName(name)} "${error.value}" is not a phone number that can be used: it ${reason}`,
		wayOut,
	);
}

/** Only where the operation shows Default Country does an error speak of it. */
function words(parameters: ItemParameters, error: PhoneNumberError) {
	const { reason, wayOut, wayOutByCountry } = error;
	return { reason, wayOut: parameters.offers(DEFAULT_COUNTRY) ? wayOutByCountry : wayOut };
}
