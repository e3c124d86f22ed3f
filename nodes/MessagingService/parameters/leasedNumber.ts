import type { INodeProperties } from 'n8n-workflow';

import { memberOf, isObject } from '../host/object';
import { empty, type Parameter } from './parameter';
import { asPhone } from './phoneNumber';
import { asEntries, isBlank } from './values';

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
	return {
		field: { ...LOCATOR, description, modes, default: { mode: modes[0].name, value: '' } },
		read(value, displayName, read) {
			const number = isObject(value) ? memberOf(value, 'value') : value;
			if (isBlank(number)) throw empty(displayName);
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
		if (entries.length === 0) throw empty(displayName);

		const input = { ...LEASED, hasNoCountry: true };
		return [...new Set(entries.map((entry) => asPhone(entry, displayName, read, input)))];
	},
};
