import { InputError, quoteValue } from '../errors';
import { type PhoneNumberOptions, type PhoneProblem, toE164 } from '../phone';
import { memberOf } from '../util/members';
import { holdsExpression } from './expressions';
import { type Description, parameter, type Parameter, type Place, required } from './parameter';
import { asText, isBlank, notACountryError, onlyOne } from './readValues';

/** Makes a field for countries. n8n loads their list when it is opened: in the node's description it would stand several times. */
export const countryField = (description: Description) => ({
	type: 'options' as const,
	typeOptions: { loadOptionsMethod: 'getCountries' },
	default: '',
	...description,
});

/** The country whose numbers are written without a plus, and whether it may be another for each item. */
export const DEFAULT_COUNTRY = parameter(
	countryField({
		displayName: 'Default Country',
		path: 'options.defaultCountry',
		default: 'US',
		// A blank one by expression means none: nothing is guarded by it.
		whenEmpty: 'ignore',
		description:
			'Country of numbers without a plus, as an ISO code such as US or GB, or by name. Write numbers of other countries with +.',
	}),
	// A wrong one is refused where a number needs it.
	(value, place) => ({
		country: asText(value, place),
		isByExpression: holdsExpression(place.raw),
	}),
);

/** How a number may be written, where that is not the usual way. */
type PhoneInput = Pick<PhoneNumberOptions, 'digitsHaveCountryCode'>;

/** Makes a parameter for a phone number in E.164: undefined where it is empty, or only spaces. */
export function phone(description: Description, input?: PhoneInput): Parameter<string | undefined> {
	return parameter(
		{ type: 'string', default: '', placeholder: 'e.g. +12025550123', ...description },
		(value, place) => {
			// What a resource locator keeps.
			const given = onlyOne(memberOf(value, 'value') ?? value, place.displayName);
			// A plus alone is what +{{ $json.phone }} gives for an empty column.
			if (isBlank(given) || given === '+') return undefined;
			// The marks of a text are looked at, since they may hide who is meant.
			return asPhone(typeof given === 'string' ? given : asText(given, place), place, input);
		},
	);
}

/** Reads a value as a phone number in E.164. @throws InputError */
function asPhone(value: unknown, { displayName, read }: Place, input?: PhoneInput): string {
	const { country } = read(DEFAULT_COUNTRY);
	const number = toE164(value, { ...input, defaultCountry: country });
	if (typeof number === 'string') return number;

	if (country && number.code === 'noCountryCode') {
		throw notACountryError(country, 'Default Country');
	}
	throw notANumberError(value, displayName, number);
}

/** Returns the error for a value that is not read as a phone number. @param nextStep where the usual one does not help */
export const notANumberError = (
	value: unknown,
	displayName: string,
	problem: PhoneProblem,
	nextStep = problem.nextStep,
) =>
	new InputError(
		`'${displayName}' "${quoteValue(value)}" is not a valid phone number: it ${problem.reason}`,
		nextStep,
		problem.code,
	);

/** Numbers of leases may be typed as the service prints them: digits with country code (section 2.1 of docs/service.md). */
const LEASED = { digitsHaveCountryCode: true };

/** Reads a value as the number of a lease in E.164. @throws InputError */
export const asLeasedNumber = (value: unknown, place: Place) => asPhone(value, place, LEASED);

/**
 * Makes a parameter for the number of a lease operation in E.164.
 * @param firstMode how it is chosen at first, where it can be chosen from those that can be adopted
 */
export function leasedNumber(description: string, firstMode?: 'list'): Parameter<string> {
	const locator = firstMode && {
		type: 'resourceLocator' as const,
		default: { mode: firstMode, value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list' as const,
				placeholder: 'Select a number...',
				typeOptions: { searchListMethod: 'searchNumbers', searchable: true },
			},
			{
				displayName: 'By Number',
				name: 'number',
				type: 'string' as const,
				placeholder: 'e.g. +12025550123',
			},
		],
	};
	return required(
		phone({ displayName: 'Number', path: 'number', description, ...locator }, LEASED),
	);
}
