import {
	type INodeProperties,
	type INodeTypeDescription,
	updateDisplayOptions,
} from 'n8n-workflow';

import { choice, emptyError, parameter } from '../fields/parameter';
import { asLeasedNumber } from '../fields/phoneNumber';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { asEntries } from '../fields/readValues';

export const EVENT = choice({
	displayName: 'Trigger On',
	path: 'event',
	noDataExpression: true,
	default: 'numberAvailable',
	options: [
		{
			name: 'Number Available',
			value: 'numberAvailable',
			description:
				"Triggers for each number that becomes available. Requires your provider's Enterprise plan.",
		},
		{
			name: 'Number Status Changed',
			value: 'numberStatusChanged',
			description:
				"Triggers for each watched number that changes or is gone. Requires your provider's Enterprise plan.",
		},
	],
});

/** The numbers that the trigger watches in E.164, each once, in the order given. */
export const WATCHED_NUMBERS = parameter(
	{
		displayName: 'Numbers',
		path: 'numbers',
		// A field of one line would join the lines of a pasted list.
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add number', rows: 2 },
		required: true,
		placeholder: 'e.g. +12025550123',
		displayOptions: { show: { event: ['numberStatusChanged'] } },
		description:
			'The numbers to watch, with country code. Separate several with commas or line breaks.',
		type: 'string',
		default: [],
	},
	(value, place) => {
		const entries = asEntries(value);
		if (entries.length === 0) throw emptyError(place);

		return [...new Set(entries.map((one) => asLeasedNumber(one, place)))];
	},
);

/** The fields of the trigger. */
export const triggerFields: INodeProperties[] = [
	EVENT.field,
	...updateDisplayOptions({ show: { event: ['numberAvailable'] } }, [FILTERS_FIELD.field]),
	WATCHED_NUMBERS.field,
];

/** Tells n8n's assistant what it cannot see in the fields. */
export const TRIGGER_BUILDER_HINT: INodeTypeDescription['builderHint'] = {
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.splitInBatches',
			relationHint: 'One execution of a poll may have several items: loop before a question',
		},
	],
	searchHint:
		"Polls the available phone numbers, or the status of watched numbers; requires the provider's Enterprise plan. It cannot start on incoming messages or delivery reports: the service reports neither. To ask a person and wait for the answer, use messagingService with message sendAndWait.",
};
