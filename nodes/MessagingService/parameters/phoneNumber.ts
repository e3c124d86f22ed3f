import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import { COUNTRIES, type CountryCode, type PhoneNumberOptions, toE164 } from '../phone';
import type { ItemParameters } from './itemParameters';
import type { Option } from './options';
import { asCountry, asText } from './values';

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
export interface Writing extends Pick<PhoneNumberOptions, 'digitsHaveCountryCode'> {
	/** Tells whether a national number, or an e-mail address, is passed on as typed (section 4.1). */
	passesOn?: (typed: string) => boolean;
	/** Whether there is no Default Country to set. */
	isOfTrigger?: boolean;
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
	{ digitsHaveCountryCode, passesOn, isOfTrigger }: Writing = {},
): string {
	const defaultCountry = parameters.option(DEFAULT_COUNTRY);
	const outcome = toE164(value, { defaultCountry, digitsHaveCountryCode });
	if (typeof outcome === 'string') return outcome;
	const { typed, reason, remedy, needsCountry } = outcome;
	if (typed && passesOn?.(typed)) return typed;
	throw new InputError(
		`'${parameters.displayName(name)}' "${shown(value)}" is not a valid phone number: it ${reason}`,
		`${remedy}${needsCountry && !isOfTrigger ? ", or set 'Default Country' in the options" : ''}.`,
	);
}
