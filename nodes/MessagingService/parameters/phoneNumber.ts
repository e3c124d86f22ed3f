import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import { COUNTRIES, PhoneNumberError, toE164 } from '../phone';
import type { ItemParameters } from './itemParameters';
import { textOption } from './options';

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
export const DEFAULT_COUNTRY = textOption({
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: 'US',
	description: 'Country by which phone numbers without a country code are read',
	options: COUNTRIES as INodePropertyOptions[],
});

/**
 * Reads a phone number that must be there, in E.164.
 * @throws InputError
 */
export function requiredPhone(parameters: ItemParameters, name: string): string {
	parameters.requiredText(name);
	return asPhone(parameters, name, parameters.value(name, ''));
}

/**
 * Reads a phone number in E.164, undefined when it is empty.
 * @throws InputError
 */
export function optionalPhone(parameters: ItemParameters, name: string): string | undefined {
	return parameters.optionalText(name) === undefined
		? undefined
		: asPhone(parameters, name, parameters.value(name, ''));
}

/**
 * Reads a phone number in E.164 where it can be read, else as the user typed it, trimmed.
 * Only for POST /send/text, where the service converts numbers itself (section 4.1).
 */
export function phoneOrAsTyped(parameters: ItemParameters, name: string): string | undefined {
	const typed = parameters.optionalText(name)?.trim();
	if (!typed) return undefined;
	try {
		return toE164(parameters.value(name, ''), {
			defaultCountry: parameters.option(DEFAULT_COUNTRY),
		});
	} catch {
		// Not ours to refuse: the service tries to convert it and answers with an error if it cannot.
		return typed;
	}
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
	const defaultCountry = parameters.option(DEFAULT_COUNTRY);
	try {
		return toE164(value, { defaultCountry, digitsHaveCountryCode });
	} catch (error) {
		throw phoneProblem(parameters.displayName(name), value, error);
	}
}

function phoneProblem(displayName: string, value: unknown, error: unknown): unknown {
	if (!(error instanceof PhoneNumberError)) return error;
	return new InputError(
		`${displayName} "${shown(value)}" is not a phone number that can be used: it ${error.reason}`,
		error.wayOut,
	);
}
