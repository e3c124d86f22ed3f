import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { Parameter } from './parameter';
import { asPhone } from './phoneNumber';
import { asList } from './values';

/** The service prints numbers as digits with country code (section 2.1). */
const LEASED = { digitsHaveCountryCode: true };

const LOCATOR = {
	displayName: 'Number',
	name: 'number',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
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
} satisfies INodeProperties;

/**
 * Makes a parameter for the number of a lease operation in E.164, from the resource locator or plain.
 * @param isListed whether it is in the list of the service; by number alone otherwise, such as one's own
 */
export function leasedNumber(description: string, { isListed = true } = {}): Parameter<string> {
	const modes = isListed ? LOCATOR.modes : LOCATOR.modes.slice(1);
	return {
		field: { ...LOCATOR, description, modes, default: { mode: modes[0].name, value: '' } },
		read(value, name, read) {
			const isLocator = typeof value === 'object' && value !== null && 'value' in value;
			const number: unknown = isLocator ? value.value : value;
			if (number !== '' && number !== null && number !== undefined) {
				return asPhone(number, name, read, LEASED);
			}
			throw new InputError(
				`'${name}' is empty`,
				'Enter the number with country code, e.g. +12025550123, or choose it from the list where there is one.',
			);
		},
	};
}

/**
 * The numbers that the trigger watches in E.164, each once, in the order given. An entry may hold several, separated by
 * commas, semicolons or line breaks.
 */
export const WATCHED_NUMBERS: Parameter<string[]> = {
	field: {
		displayName: 'Numbers',
		name: 'numbers',
		type: 'string',
		// A field of one line would join the lines of a pasted list.
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Number', rows: 2 },
		required: true,
		default: [],
		placeholder: 'e.g. +12025550123',
		description:
			'The numbers to watch, with country code. An entry may hold several, separated by commas, semicolons or line breaks.',
	},
	read(value, name, read) {
		const entries = asList(value)
			.flatMap((entry) => (typeof entry === 'string' ? entry.split(/[,;\r\n]/) : [entry]))
			.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
		if (entries.length === 0) {
			throw new InputError(
				`'${name}' is empty`,
				'Add at least one number with country code, e.g. +12025550123.',
			);
		}
		const input = { ...LEASED, inTrigger: true };
		return [...new Set(entries.map((entry) => asPhone(entry, name, read, input)))];
	},
};
