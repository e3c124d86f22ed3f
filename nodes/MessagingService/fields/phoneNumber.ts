import type { INodeProperties } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { countryIn, emailIn, type PhoneNumberOptions, type PhoneProblem, toE164 } from '../phone';
import { memberOf } from '../util/members';
import {
	emptyError,
	entry,
	type Field,
	type Parameter,
	type Read,
	required,
	text,
} from './parameter';
import { asEntries, isBlank, notACountry } from './readValues';

/** Makes a field for countries. n8n loads their list when it is opened: in the node's description it would stand twelve times. */
export const countryField = (field: Field): INodeProperties => ({
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getCountries' },
	default: '',
	...field,
});

/** The country whose numbers are written without a plus: ISO 3166-1 alpha-2. */
export const DEFAULT_COUNTRY = entry(
	'options',
	// A wrong one is refused where a number needs it.
	text(
		countryField({
			displayName: 'Default Country',
			name: 'defaultCountry',
			default: 'US',
			description:
				'Country assumed for numbers without a country code. Write numbers of other countries with +.',
		}),
	),
	'harmless',
);

/** How a number may be written, where that is not the usual way. */
export interface PhoneInput extends Pick<PhoneNumberOptions, 'digitsHaveCountryCode'> {
	/** True where an e-mail address is accepted too, and sent as typed. */
	acceptsEmail?(read: Read): boolean;
}

/** Makes a parameter for a phone number in E.164: undefined where it is empty, or only spaces. */
export function phone(field: Field, input?: PhoneInput): Parameter<string | undefined> {
	return {
		...text({ placeholder: 'e.g. +12025550123', ...field }),
		read(value, displayName, read) {
			// What a resource locator keeps.
			const number = memberOf(value, 'value') ?? value;
			return isBlank(number) ? undefined : asPhone(number, displayName, read, input);
		},
	};
}

/** Reads a value as a phone number in E.164. @throws InputError */
function asPhone(value: unknown, displayName: string, read: Read, input: PhoneInput = {}): string {
	const email = emailIn(value);
	if (email && input.acceptsEmail?.(read)) return email;

	const defaultCountry = read(DEFAULT_COUNTRY);
	const number = toE164(value, { ...input, defaultCountry });
	if (typeof number === 'string') return number;

	if (defaultCountry && !countryIn(defaultCountry)) {
		throw notACountry(defaultCountry, 'Default Country');
	}
	throw notANumber(value, displayName, number);
}

/** Returns the error for a value that is not read as a phone number. */
export function notANumber(
	value: unknown,
	displayName: string,
	{ reason, nextStep }: PhoneProblem,
): InputError {
	return new InputError(
		`'${displayName}' "${quoteValue(value)}" is not a valid phone number: it ${reason}`,
		nextStep,
	);
}

/** Numbers of leases may be typed as the service prints them: digits with country code (section 2.1 of docs/service.md). */
const LEASED = { digitsHaveCountryCode: true };

/**
 * Makes a parameter for the number of a lease operation in E.164.
 * @param firstMode how it is chosen at first, where it can be chosen from those that can be adopted
 */
export function leasedNumber(
	description: string,
	firstMode?: 'list' | 'number',
): Parameter<string> {
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
		phone({ displayName: 'Number', name: 'number', description, ...locator }, LEASED),
	);
}

/** The numbers that the trigger watches in E.164, each once, in the order given. */
export const WATCHED_NUMBERS: Parameter<string[]> = {
	field: {
		displayName: 'Numbers',
		name: 'numbers',
		type: 'string',
		// A field of one line would join the lines of a pasted list.
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add number', rows: 2 },
		required: true,
		default: [],
		placeholder: 'e.g. +12025550123',
		displayOptions: { show: { event: ['numberStatusChanged'] } },
		description:
			'The numbers to watch, with country code. Separate several in one entry with commas or line breaks.',
	},
	read(value, displayName, read) {
		const entries = asEntries(value);
		if (entries.length === 0) throw emptyError(displayName);

		return [...new Set(entries.map((one) => asPhone(one, displayName, read, LEASED)))];
	},
};
