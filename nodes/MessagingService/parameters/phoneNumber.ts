import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import type { CountryCode, Refusal } from '../phone';
import { COUNTRIES, toE164 } from '../phone';
import type { ItemParameters } from './itemParameters';
import type { Option } from './options';
import { asCountry, asText } from './values';

/** What the description of every phone number field ends with. */
const PHONE_FORMAT =
	"With country code, e.g. +12025550123; without one, set 'Default Country' in the options";

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

/** The country whose numbers are written without a plus: ISO 3166-1 alpha-2. */
export const DEFAULT_COUNTRY: Option<CountryCode | undefined> = {
	field: {
		displayName: 'Default Country',
		name: 'defaultCountry',
		type: 'options',
		default: 'US',
		description:
			'Country assumed for numbers without a country code. Write numbers of other countries with +.',
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
 * Reads a phone number in E.164, undefined when it is empty; spaces alone are none.
 * @throws InputError
 */
export function optionalPhone(parameters: ItemParameters, name: string): string | undefined {
	return parameters.optionalText(name)?.trim()
		? asPhone(parameters, name, parameters.value(name, ''))
		: undefined;
}

/**
 * Reads a phone number in E.164; undefined when it is empty. Only for message.send: the service converts numbers
 * itself (section 4.1), so a national number that has no other reading is passed on as typed, and over iMessage an
 * e-mail address.
 * @throws InputError
 */
export function phoneOrAsTyped(
	parameters: ItemParameters,
	name: string,
	channel: string,
): string | undefined {
	if (!parameters.optionalText(name)?.trim()) return undefined;
	const value = parameters.value(name, '');
	const outcome = readPhone(parameters, value);
	if (typeof outcome === 'string') return outcome;
	const { typed } = outcome;
	if (typed && (channel === 'imessage' || !typed.includes('@'))) return typed;
	throw notAPhone(parameters, name, value, outcome);
}

/**
 * Reads a value as a phone number in E.164.
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
	throw notAPhone(parameters, name, value, outcome);
}

function readPhone(
	parameters: ItemParameters,
	value: unknown,
	digitsHaveCountryCode = false,
): string | Refusal {
	const defaultCountry = parameters.option(DEFAULT_COUNTRY);
	return toE164(value, { defaultCountry, digitsHaveCountryCode });
}

function notAPhone(
	parameters: ItemParameters,
	name: string,
	value: unknown,
	{ reason, remedy, needsCountry }: Refusal,
): InputError {
	// Only where the operation shows Default Country does an error speak of it.
	const country = needsCountry && parameters.offers(DEFAULT_COUNTRY);
	return new InputError(
		`'${parameters.displayName(name)}' "${shown(value)}" is not a valid phone number: it ${reason}`,
		`${remedy}${country ? ", or set 'Default Country' in the options" : ''}.`,
	);
}
