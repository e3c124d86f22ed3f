import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { ItemParameters } from './itemParameters';
import { asPhone } from './phoneNumber';

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
		{
			displayName: 'By Number',
			name: 'number',
			type: 'string',
			placeholder: 'e.g. +12025550123',
		},
	],
} satisfies INodeProperties;

/**
 * Returns the field for the number of a lease operation.
 * @param isListed whether it is in the list of the service; by number alone otherwise, such as one's own
 */
export function numberLocator(description: string, isListed = true): INodeProperties {
	const modes = isListed ? LOCATOR.modes : LOCATOR.modes.slice(1);
	return { ...LOCATOR, description, modes, default: { mode: modes[0].name, value: '' } };
}

/** Reads the number of a lease operation in E.164, from the resource locator or plain. @throws InputError */
export function leasedNumber(parameters: ItemParameters): string {
	const value = parameters.value('number', '');
	const isLocator = typeof value === 'object' && value !== null && 'value' in value;
	const number: unknown = isLocator ? value.value : value;
	if (number === '' || number === null || number === undefined) {
		throw new InputError(
			`'${parameters.displayName('number')}' is empty`,
			'Enter the number with country code, e.g. +12025550123, or choose it from the list where there is one.',
		);
	}
	return asPhone(parameters, 'number', number, LEASED);
}

/**
 * Reads the numbers that the trigger watches in E.164, each once, in the order given. An entry may hold
 * several, separated by commas, semicolons or line breaks.
 * @throws InputError
 */
export function leasedNumbers(parameters: ItemParameters, name: string): string[] {
	const entries = parameters
		.list(name)
		.flatMap((entry) => (typeof entry === 'string' ? entry.split(/[,;\r\n]/) : [entry]))
		.filter((entry) => typeof entry !== 'string' || entry.trim() !== '');
	if (entries.length === 0) {
		throw new InputError(
			`'${parameters.displayName(name)}' is empty`,
			'Add at least one number with country code, e.g. +12025550123.',
		);
	}
	const writing = { ...LEASED, isOfTrigger: true };
	return [...new Set(entries.map((entry) => asPhone(parameters, name, entry, writing)))];
}
