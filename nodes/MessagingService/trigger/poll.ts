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
	WATCHED_NUMBERS.field,
];

/** Values of the parameter `event`, each with its watch. */
const WATCHES = { numberAvailable: watchPool, numberStatusChanged: watchStatuses };

/** The records that a poll is comparing with: n8n starts a poll without waiting for the one before. */
const inUse = new WeakSet<IDataObject>();

/**
 * Polls the service once: returns the items that fire, null where none does. Where a person tries the trigger, it returns
 * one item of what is there now, and leaves the record as it is.
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	const record = isTest ? {} : context.getWorkflowStaticData('node');
	// A poll that overlaps another one leaves everything to the next.
	if (inUse.has(record)) return null;

	inUse.add(record);
	try {
		const { scope, known, fired, examples, unreadable } = await look(context, record);
		if (isTest && unreadable) throw unreadable;
		if (unreadable) context.logger.warn(`${context.getNode().name}: ${unreadable.message}`);

		// Written last: a poll that fails leaves the record as it was, so that nothing is missed.
		Object.assign(record, { scope, known });
		const items = isTest ? examples : fired;
		if (items.length > 0) return [context.helpers.returnJsonArray(items)];
		if (!isTest) return null;

		throw new InputError(
			'No available number fits the filters right now',
			'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
		);
	} catch (error) {
		throw nodeError(context.getNode(), error);
	} finally {
		inUse.delete(record);
	}
}

/** Reads the service, and compares it with the record if that is about the same. */
async function look(context: IPollFunctions, record: IDataObject) {
	const read = nodeReader(context);
	const event = read(EVENT);
	const service = await connect(context, DEFAULT_SETTINGS);

	// A renewed token in the same credential goes on; another account begins a new record. Numbers that stay keep theirs.
	const credential = context.getNode().credentials?.messagingServiceApi?.id;
	const filters = event === 'numberAvailable' && read(FILTERS_FIELD);
	const scope = JSON.stringify([event, filters, credential, service.baseUrl]);
	const known = record.scope === scope ? record.known : undefined;
	return { scope, ...(await WATCHES[event](read, service, known)) };
}
