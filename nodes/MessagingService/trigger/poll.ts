import {
	type IDataObject,
	type INodeExecutionData,
	type INodeProperties,
	type IPollFunctions,
	updateDisplayOptions,
} from 'n8n-workflow';

import { InputError, nodeError } from '../errors';
import { WATCHED_NUMBERS } from '../fields/phoneNumber';
import { choice } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { nodeReader } from '../fields/reader';
import { connect, DEFAULT_SETTINGS } from '../service/connect';
import { watchPool, watchStatuses } from './watches';

const EVENT = choice({
	displayName: 'Trigger On',
	path: 'event',
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
	WATCHED_NUMBERS.field,
];

/** Values of the parameter `event`, each with its watch. */
const WATCHES = { numberAvailable: watchPool, numberStatusChanged: watchStatuses };

/** What n8n has saved for the triggers that are polling: it starts a poll without waiting for the one before. */
const inUse = new WeakSet<IDataObject>();

/** Polls the service once: returns the items that fire, null where none does. @throws NodeApiError or NodeOperationError */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items = await (context.getMode() === 'manual' ? example(context) : newItems(context));
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** Returns one item of what is there now, for a person who tries the trigger. What n8n has saved stays as it is. */
async function example(context: IPollFunctions): Promise<IDataObject[]> {
	const { examples, unread } = await look(context, {});
	if (unread) throw unread;
	if (examples.length > 0) return examples.slice(0, 1);

	throw new InputError(
		'No available number fits the filters right now',
		'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
	);
}

/** Returns what is new since the last poll. One that overlaps another poll leaves everything to the next. */
async function newItems(context: IPollFunctions): Promise<IDataObject[]> {
	const saved = context.getWorkflowStaticData('node');
	if (inUse.has(saved)) return [];

	inUse.add(saved);
	try {
		const { scope, known, fired, unread } = await look(context, saved);
		if (unread) context.logger.warn(`${context.getNode().name}: ${unread.message}`);

		// Written last: a poll that fails leaves it as it was, so that nothing is missed.
		Object.assign(saved, { scope, known });
		return fired;
	} finally {
		inUse.delete(saved);
	}
}

/** Reads the service, and compares it with what was saved if that is about the same. */
async function look(context: IPollFunctions, saved: IDataObject) {
	const read = nodeReader(context);
	const event = read(EVENT);
	const service = await connect(context, DEFAULT_SETTINGS);

	// A renewed token in the same credential changes nothing. The watched numbers are no part of it: those that stay in an
	// edited list keep what is known of them.
	const credential = context.getNode().credentials?.messagingServiceApi?.id;
	const filters = event === 'numberAvailable' && read(FILTERS_FIELD);
	const scope = JSON.stringify([event, filters, credential, service.baseUrl]);
	const known = saved.scope === scope ? saved.known : undefined;
	return { scope, ...(await WATCHES[event](read, service, known)) };
}
