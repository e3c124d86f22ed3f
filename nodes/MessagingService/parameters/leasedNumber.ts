import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { isObject } from '../object';
import { missing, type Parameter } from './parameter';
import { asPhone } from './phoneNumber';
import { asList, isBlank, SEPARATORS } from './values';

/** Numbers of leases may be typed as the service prints them: digits with country code (section 2.1 of docs/service.md). */
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

/** How the panel shows the number of a lease operation. */
interface LeasedNumberField {
	description: string;
	/** Whether it is in the service's list, which holds what can be adopted; otherwise it is only typed. */
	isListed: boolean;
}

/** Makes a parameter for the number of a lease operation in E.164, from the resource locator or plain. */
export function leasedNumber({ description, isListed }: LeasedNumberField): Parameter<string> {
	const modes = isListed ? LOCATOR.modes : LOCATOR.modes.slice(1);
	const orChoose = isListed ? ', or choose it from the list' : '';

	const parameter: Parameter<string> = {
		field: { ...LOCATOR, description, modes, default: { mode: modes[0].name, value: '' } },
		read(value, name, read) {
			const number = inLocator(value);
			if (!isBlank(number)) return asPhone(number, name, read, LEASED);

			const nextStep = `Enter the number with country code, e.g. +12025550123${orChoose}.`;
			throw missing(inLocator(read.raw(parameter)), name, nextStep);
		},
	};
	return parameter;
}

/** Returns the value that a resource locator holds, or a plain value as it is. */
function inLocator(value: unknown): unknown {
	const isLocator = isObject(value) && 'value' in value;
	return isLocator ? value.value : value;
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
			.flatMap((entry) => (typeof entry === 'string' ? entry.split(SEPARATORS) : [entry]))
			.filter((entry) => typeof entry !== 'string' || !isBlank(entry));
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
