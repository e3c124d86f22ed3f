import type { INodeProperties } from 'n8n-workflow';

import { COUNTRY_NAMES, FEATURE_NAMES } from '../service/numbers';
import type { PurchasableFilters } from '../service/client';
import type { ItemParameters } from './itemParameters';
import { asText } from './values';

const TYPES = ['imessage', 'text', 'whatsapp'];

/** The filters of the pool, every one optional (section 4.5). */
export const FILTERS: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Carrier',
			name: 'carrier',
			type: 'options',
			default: 'SERVICE',
			description: 'Only numbers of this carrier',
			options: [
				{ name: 'ATT', value: 'ATT' },
				{ name: "Service (the Service's Own Carrier)", value: 'SERVICE' },
				{ name: 'TMO', value: 'TMO' },
			],
		},
		{
			displayName: 'Country',
			name: 'country',
			type: 'options',
			default: 'US',
			description: 'Only numbers of this country',
			options: [...COUNTRY_NAMES].map(([value, name]) => ({ name, value })),
		},
		{
			displayName: 'Supports',
			name: 'supports',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Feature' },
			default: [],
			placeholder: 'e.g. sms',
			description:
				'Only numbers that support these features, one per entry. The only known feature is sms; others are sent as typed.',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'text',
			description: 'Only numbers of this type',
			options: TYPES.map((value) => ({ name: FEATURE_NAMES.get(value) ?? value, value })),
		},
	],
};

/** Reads the collection `filters` (section 4.5). @throws InputError */
export function readFilters(parameters: ItemParameters): PurchasableFilters {
	const filters = parameters.within('filters');
	return {
		supports: filters
			.list('supports')
			.map((entry) => asText(parameters.displayName('supports'), entry) ?? '')
			.filter(Boolean),
		type: filters.optionalText('type'),
		country: filters.optionalText('country'),
		carrier: filters.optionalText('carrier'),
	};
}
