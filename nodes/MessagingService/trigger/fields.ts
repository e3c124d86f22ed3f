import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { WATCHED_NUMBERS } from '../fields/phoneNumber';
import { choice } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';

export const EVENT = choice({
	displayName: 'Trigger On',
	name: 'event',
	noDataExpression: true,
	default: 'numberAvailable',
	options: [
		{
			name: 'Number Available',
			value: 'numberAvailable',
			description: 'Triggers for each number that becomes available (Enterprise plan)',
		},
		{
			name: 'Number Status Changed',
			value: 'numberStatusChanged',
			description:
				'Triggers for each watched number that changes status or health, or is gone (Enterprise plan)',
		},
	],
});

/** The fields of the trigger. */
export const triggerFields: INodeProperties[] = [
	EVENT.field,
	...updateDisplayOptions({ show: { event: ['numberAvailable'] } }, [FILTERS_FIELD.field]),
	...updateDisplayOptions({ show: { event: ['numberStatusChanged'] } }, [WATCHED_NUMBERS.field]),
];
