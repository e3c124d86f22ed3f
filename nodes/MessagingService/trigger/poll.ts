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

/** Values of the parameter `event`, each with its watch. */
const WATCHES = { numberAvailable: watchPool, numberStatusChanged: watchStatuses };

/** The records that a poll is comparing with: n8n starts a poll without waiting for the one before. */
const inUse = new WeakSet<IDataObject>();

/** Polls the service once: returns the items that fire, null where none does. @throws NodeApiError or NodeOperationError */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const record = context.getWorkflowStaticData('node');
	// A poll that overlaps another one leaves everything to the next.
	if (inUse.has(record)) return null;

	inUse.add(record);
	try {
		const isTest = context.getMode() === 'manual';
		const items = isTest ? [await sampleOf(context)] : await compare(context, record);
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	} finally {
		inUse.delete(record);
	}
}

/** Returns one item of what is there now, and leaves the record as it is: a person tries the trigger. */
async function sampleOf(context: IPollFunctions): Promise<IDataObject> {
	const { sample, unreadable } = await look(context, {});
	if (unreadable) throw unreadable;
	if (sample) return sample;

	throw new InputError(
		'No available number fits the filters right now',
		'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
	);
}

/** Returns an item per event since the last poll. */
async function compare(context: IPollFunctions, record: IDataObject): Promise<IDataObject[]> {
	const { scope, known, fired, unreadable } = await look(context, record);
	if (unreadable) context.logger.warn(`${context.getNode().name}: ${unreadable.message}`);

	// Written last: a poll that fails leaves the record as it was, so that nothing is missed.
	Object.assign(record, { scope, known });
	return fired;
}

/** Reads the service, and compares it with the record if that is about the same. */
async function look(context: IPollFunctions, record: IDataObject) {
	const read = nodeReader(context);
	const event = read(EVENT);
	const service = await connect(context, DEFAULT_SETTINGS);

	// A renewed token in the same credential goes on; another account begins a new record. Numbers that stay keep theirs.
	const credential = context.getNode().credentials?.messagingServiceApi?.id;
	const scope = JSON.stringify([event, read(FILTERS_FIELD), credential, service.baseUrl]);
	const known = record.scope === scope ? record.known : undefined;
	return { scope, ...(await WATCHES[event](read, service, known)) };
}
