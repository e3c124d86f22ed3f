import { InputError, quoteValue } from '../errors';
import { type PhoneNumberOptions, toE164 } from '../phone';
import { type Description, parameter, type Place, required, text } from './parameter';
import { asGiven, notACountryError } from './readValues';

/**
 * Describes a field for a country. n8n loads their list when it is opened: in the node's description it would stand
 * several times.
 */
export const COUNTRY_FIELD: Partial<Description> = {
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getCountries' },
};

/** The country whose numbers are written without a plus. A wrong one is refused where a number needs it. */
export const DEFAULT_COUNTRY = text({
	...COUNTRY_FIELD,
	displayName: 'Default Country',
	path: 'options.defaultCountry',
	default: 'US',
	// A blank one by expression means none: nothing is guarded by it.
	mayBeEmpty: true,
	description:
		'Country of numbers without a plus, as an ISO code such as US or GB, or by name. Write numbers of other countries with +.',
});

/** Makes a parameter for a phone number in E.164: undefined where it is empty, or only spaces. */
export const phone = (description: Description, options?: PhoneNumberOptions) =>
	parameter({ placeholder: 'e.g. +12025550123', ...description }, (value, place) => {
		// The marks of a text are looked at, since they may hide who is meant.
		const given = asGiven(value, place);
		// A plus alone is what +{{ $json.phone }} gives for an empty column.
		return given && given !== '+' ? asPhone(given, place, options) : undefined;
	});

/** Reads a value as a phone number in E.164. @throws InputError */
export function asPhone(
	value: unknown,
	{ displayName, read }: Place,
	options?: PhoneNumberOptions,
) {
	const defaultCountry = read(DEFAULT_COUNTRY);
	const reading = toE164(value, { defaultCountry, ...options });
	if (typeof reading === 'string') return reading;

	if (defaultCountry && reading.code === 'noCountryCode') {
		throw notACountryError(defaultCountry, 'Default Country');
	}
	throw new InputError(
		`'${displayName}' "${quoteValue(value)}" is not a valid phone number: it ${reading.reason}`,
		reading.nextStep,
		reading.code,
	);
}

/** Numbers of leases may be typed as the service prints them: digits with country code (section 2.1 of docs/service.md). */
export const LEASED: PhoneNumberOptions = { digitsHaveCountryCode: true };

/** Lets a number be chosen from those that can be adopted. */
export const NUMBER_LIST_FIELD: Partial<Description> = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a number...',
			typeOptions: { searchListMethod: 'searchNumbers', searchable: true },
		},
		{
			displayName: 'By Number',
			name: 'number',
			type: 'string',
			placeholder: 'e.g. +12025550123',
		},
	],
};

/** Makes a parameter for the number of a lease operation in E.164. @param field of the panel, where it is not one for a text */
export const leasedNumber = (description: string, field?: Partial<Description>) =>
	required(phone({ displayName: 'Number', path: 'number', description, ...field }, LEASED));
