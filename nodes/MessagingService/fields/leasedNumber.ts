import type { INodePropertyMode } from 'n8n-workflow';

import { memberOf, isObject } from '../util/members';
import { empty, type Parameter } from './parameter';
import { asPhone } from './phoneNumber';
import { asEntries, isBlank } from './readValues';

/** Numbers of leases may be typed as the service prints them: digits with country code (section 2.1 of docs/service.md). */
const LEASED = { digitsHaveCountryCode: true };

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
