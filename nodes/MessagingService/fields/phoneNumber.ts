import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { emailIn, type PhoneNumberOptions, type PhoneProblem, toE164 } from '../phone';
import { isObject, memberOf } from '../util/members';
import {
	emptyError,
	type Field,
	option,
	type Parameter,
	type Read,
	text,
	trimmedText,
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
export const DEFAULT_COUNTRY = option({
	// A wrong one is refused where a number needs it.
	...trimmedText(
		countryField({
			displayName: 'Default Country',
			name: 'defaultCountry',
			default: 'US',
			description:
				'Country assumed for numbers without a country code. Write numbers of other countries with +.',
		}),
	),
	mayBeBlank: true,
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
	const defaultCountry = read(DEFAULT_COUNTRY);

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

/** Numbers of leases may be typed as the service prints them: digits with country code (section 2.1 of docs/service.md). */
const LEASED = { digitsHaveCountryCode: true };

// Within `modes`, as the linter expects them: they have no default.
const LOCATOR: { modes: INodePropertyMode[] } = {
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a number...',
			typeOptions: { searchListMethod: 'searchNumbers', searchable: true },
		},
		{ displayName: 'By Number', name: 'number', type: 'string', placeholder: 'e.g. +12025550123' },
	],
};

/** The ways to choose a number: from the list of those that can be adopted, or typed. The first one is shown. */
export const LISTED = LOCATOR.modes;
export const TYPED_OR_LISTED = [...LISTED].reverse();

/** Makes a parameter for the number of a lease operation in E.164. Without `modes` it is only typed. */
export function leasedNumber(
	description: string,
	modes: INodePropertyMode[] = [],
): Parameter<string> {
	const locator = modes.length > 0 && {
		type: 'resourceLocator' as const,
		default: { mode: modes[0].name, value: '' },
		modes,
	};

	return {
		field: {
			displayName: 'Number',
			name: 'number',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. +12025550123',
			description,
			...locator,
		},
		read(value, displayName, read) {
			const number = isObject(value) ? memberOf(value, 'value') : value;
			if (isBlank(number)) throw emptyError(displayName);
			return asPhone(number, displayName, read, LEASED);
		},
	};
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
		description:
			'The numbers to watch, with country code. Separate several in one entry with commas or line breaks.',
	},
	read(value, displayName, read) {
		const entries = asEntries(value);
		if (entries.length === 0) throw emptyError(displayName);

		const input = { ...LEASED, hasNoCountry: true };
		return [...new Set(entries.map((entry) => asPhone(entry, displayName, read, input)))];
	},
};
