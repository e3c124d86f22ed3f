import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { enterpriseNotice } from '../parameters/enterpriseNotice';
import { FILTERS } from '../parameters/poolFilters';

const EVENTS: INodePropertyOptions[] = [
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
];

const EVENT_NAMES = Object.fromEntries(EVENTS.map(({ value, name }) => [value, name]));

/** The expression by which n8n shows the event below the name of the trigger. */
export const triggerSubtitle = `={{ (${JSON.stringify(EVENT_NAMES)}[$parameter.event] || "") }}`;

/** The parameters of the trigger. */
export const triggerFields: INodeProperties[] = [
	enterpriseNotice('Leasing numbers'),
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		default: 'numberAvailable',
		options: EVENTS,
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
