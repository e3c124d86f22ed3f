import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import { COUNTRIES, type CountryCode, toE164 } from '../phone';
import type { ItemParameters } from './itemParameters';
import type { Option } from './options';
import { asCountry, asText } from './values';

/** What the description of every phone number field ends with. */
const PHONE_FORMAT =
	"With country code, e.g. +12025550123; without one, set 'Default Country' in the options";

type PhoneField = Pick<INodeProperties, 'displayName' | 'name' | 'required' | 'displayOptions'> & {
	description: string;
};

/** Returns a field for a phone number that the user types or maps. */
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
		options: COUNTRIES,
	},
	read(value) {
		const code = asText('Default Country', value)?.trim();
		return code ? asCountry('Default Country', code) : undefined;
	},
};

/** How a number may be written, where that is not the usual way. */
export interface Writing {
	/** Whether digits without a plus begin with the country code. */
	digitsHaveCountryCode?: boolean;
	/** Tells whether a national number, or an e-mail address, is passed on as typed (section 4.1). */
	passesOn?: (typed: string) => boolean;
}

/** Reads a phone number that must be there, in E.164. @throws InputError */
export function requiredPhone(parameters: ItemParameters, name: string, writing?: Writing): string {
	parameters.requiredText(name);
	return asPhone(parameters, name, parameters.value(name, ''), writing);
}

/** Reads a phone number in E.164, undefined when it is empty or only spaces. @throws InputError */
export function optionalPhone(
	parameters: ItemParameters,
	name: string,
	writing?: Writing,
): string | undefined {
	return parameters.optionalText(name)?.trim()
		? asPhone(parameters, name, parameters.value(name, ''), writing)
		: undefined;
}

/** Reads a value as a phone number in E.164. @throws InputError that names the field */
export function asPhone(
	parameters: ItemParameters,
	name: string,
	value: unknown,
	{ digitsHaveCountryCode, passesOn }: Writing = {},
): string {
	const defaultCountry = parameters.option(DEFAULT_COUNTRY);
	const outcome = toE164(value, { defaultCountry, digitsHaveCountryCode });
	if (typeof outcome === 'string') return outcome;
	const { typed, reason, remedy, needsCountry } = outcome;
	if (typed && passesOn?.(typed)) return typed;
	// Only where the operation shows Default Country does an error speak of it.
	const country = needsCountry && parameters.offers(DEFAULT_COUNTRY);
	throw new InputError(
		`'${parameters.displayName(name)}' "${shown(value)}" is not a valid phone number: it ${reason}`,
		`${remedy}${country ? ", or set 'Default Country' in the options" : ''}.`,
	);
}
