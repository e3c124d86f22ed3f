import type { INodeProperties } from 'n8n-workflow';

import { enterpriseNotice } from '../parameters/enterpriseNotice';
import { FILTERS } from '../parameters/poolFilters';

/** The parameters of the trigger. */
export const triggerFields: INodeProperties[] = [
	enterpriseNotice('Leasing numbers'),
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'numberAvailable',
		options: [
			{
				name: 'Number Available',
				value: 'numberAvailable',
				description: 'Fires for each number that can be adopted and could not at the poll before',
			},
			{
				name: 'Number Status Changed',
				value: 'numberStatusChanged',
				description: 'Fires for each watched number whose status or health has changed',
			},
		],
	},
	{ ...FILTERS, displayOptions: { show: { event: ['numberAvailable'] } } },
	{
		displayName: 'Numbers',
		name: 'numbers',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Number' },
		required: true,
		default: [],
		placeholder: 'e.g. +12025550123',
		description: 'The numbers to watch, with country code, one in each entry',
		displayOptions: { show: { event: ['numberStatusChanged'] } },
	},
];
