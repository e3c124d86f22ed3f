import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { enterpriseNotice } from '../parameters/fields';
import { FILTERS } from '../parameters/poolFilters';

const EVENTS: INodePropertyOptions[] = [
	{
		name: 'Number Available',
		value: 'numberAvailable',
		description: 'Fires for each number that was not available at the previous check',
	},
	{
		name: 'Number Status Changed',
		value: 'numberStatusChanged',
		description: 'Fires for each watched number whose status or health has changed',
	},
];

const EVENT_NAMES = Object.fromEntries(EVENTS.map(({ value, name }) => [value, name]));

/** The expression that shows the event below the name of the trigger. */
export const triggerSubtitle = `={{ (${JSON.stringify(EVENT_NAMES)}[$parameter.event] || "") }}`;

/** The parameters of the trigger. */
export const triggerFields: INodeProperties[] = [
	enterpriseNotice('This trigger'),
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
		// A field of one line would join the lines of a pasted list.
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Number', rows: 2 },
		required: true,
		default: [],
		placeholder: 'e.g. +12025550123',
		description:
			'The numbers to watch, with country code. An entry may hold several, separated by commas, semicolons or line breaks.',
		displayOptions: { show: { event: ['numberStatusChanged'] } },
	},
];
