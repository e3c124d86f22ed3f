import { type IDataObject, type IPollFunctions, updateDisplayOptions } from 'n8n-workflow';

import { nodeError } from '../errors';
import { choice } from '../fields/parameter';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { readerOf } from '../fields/reader';
import { DEFAULT_SETTINGS } from '../request/settings';
import { serviceFor } from '../service/service';
import { watchPool, WATCHED_NUMBERS, watchStatuses } from './watches';

const EVENT = choice({
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

/** The fields of the trigger. */
export const triggerFields = [
	EVENT.field,
	...updateDisplayOptions({ show: { event: ['numberAvailable'] } }, [FILTERS_FIELD.field]),
	WATCHED_NUMBERS.field,
];

/** Values of the parameter `event`, each with its watch. */
const WATCHES = { numberAvailable: watchPool, numberStatusChanged: watchStatuses };

/** What n8n has saved for the triggers that are polling: it starts a poll without waiting for the one before. */
const inUse = new WeakSet<IDataObject>();

/** Polls the service once: returns the items that fire, null where none does. @throws NodeApiError or NodeOperationError */
export async function poll(context: IPollFunctions) {
	const isTest = context.getMode() === 'manual';
	const saved = context.getWorkflowStaticData('node');
	// A poll that overlaps another one leaves everything to the next.
	if (inUse.has(saved)) return null;

	inUse.add(saved);
	try {
		const read = readerOf(context);
		const event = read(EVENT);
		const service = await serviceFor(context, DEFAULT_SETTINGS);

		// A renewed token in the same credential changes nothing. The watched numbers are no part of it: those that stay in an
		// edited list keep what is known of them.
		const credential = context.getNode().credentials?.messagingServiceApi?.id;
		const filters = event === 'numberAvailable' && read(FILTERS_FIELD);
		const scope = JSON.stringify([event, filters, credential, service.baseUrl]);
		const previous = !isTest && saved.scope === scope ? saved.known : undefined;
		const { fired, next, unread } = await WATCHES[event](read, service, previous, isTest);
		if (isTest) return [context.helpers.returnJsonArray(fired.slice(0, 1))];

		if (unread) context.logger.warn(`${context.getNode().name}: ${unread.message}`);
		// Written last: a poll that fails leaves it as it was, so that nothing is missed.
		Object.assign(saved, { scope, known: next });
		return fired.length > 0 ? [context.helpers.returnJsonArray(fired)] : null;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	} finally {
		inUse.delete(saved);
	}
}
