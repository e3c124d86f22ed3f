import type { INodeProperties } from 'n8n-workflow';

import type { PurchasableFilters } from '../service/types';
import type { ItemParameters } from './itemParameters';
import { asList } from './values';

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
			options: [
				{ name: 'Canada', value: 'CA' },
				{ name: 'France', value: 'FR' },
				{ name: 'United Kingdom', value: 'UK' },
				{ name: 'United States', value: 'US' },
			],
		},
		{
			displayName: 'Supports',
			name: 'supports',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Feature' },
			default: [],
			placeholder: 'e.g. sms',
			description: 'Only numbers that support these features, one feature in each entry',
		},
		{
			displayName: 'Type',
			name: 'type',
			type: 'options',
			default: 'text',
			description: 'Only numbers of this type',
			options: [
				{ name: 'iMessage', value: 'imessage' },
				{ name: 'Text', value: 'text' },
				{ name: 'WhatsApp', value: 'whatsapp' },
			],
		},
	],
};

/**
 * Reads the collection `filters` (section 4.5).
 * @throws InputError
 */
export function readFilters(parameters: ItemParameters): PurchasableFilters {
	const filters = parameters.group('filters');
	const text = (name: string) => parameters.asText(name, filters[name]);
	return {
		supports: asList(filters.supports)
			.map((entry) => parameters.asText('supports', entry) ?? '')
			.filter(Boolean),
		type: text('type'),
		country: text('country'),
		carrier: text('carrier'),
	};
}
