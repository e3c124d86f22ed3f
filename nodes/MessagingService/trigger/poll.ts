import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { InputError, nodeError, type ServiceError } from '../errors';
import { FILTERS_FIELD } from '../fields/poolFilters';
import { nodeReader } from '../fields/reader';
import { DEFAULT_SETTINGS } from '../request/settings';
import { connect } from '../service/connect';
import { EVENT } from './fields';
import { watchPool, watchStatuses } from './watches';

/** Values of the parameter `event`, each with its watch. */
const WATCHES = { numberAvailable: watchPool, numberStatusChanged: watchStatuses };

/** What n8n has saved for the triggers that are polling: it starts a poll without waiting for the one before. */
const inUse = new WeakSet<IDataObject>();

/** Polls the service once: returns the items that fire, null where none does. @throws NodeApiError or NodeOperationError */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isTest = context.getMode() === 'manual';
	const saved = context.getWorkflowStaticData('node');
	// A poll that overlaps another one leaves everything to the next.
	if (inUse.has(saved)) return null;

	inUse.add(saved);
	try {
		const { scope, known, fired, unread } = await look(context, isTest ? undefined : saved);
		if (isTest) return [context.helpers.returnJsonArray(exampleOf(fired, unread))];

		if (unread) context.logger.warn(`${context.getNode().name}: ${unread.message}`);
		// Written last: a poll that fails leaves it as it was, so that nothing is missed.
		Object.assign(saved, { scope, known });
		return fired.length > 0 ? [context.helpers.returnJsonArray(fired)] : null;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	} finally {
		inUse.delete(saved);
	}
}

/** Reads the service, and compares it with what was saved if that is about the same; in a test by hand, with nothing. */
async function look(context: IPollFunctions, saved?: IDataObject) {
	const read = nodeReader(context);
	const event = read(EVENT);
	const service = await connect(context, DEFAULT_SETTINGS);

	// A renewed token in the same credential changes nothing. The watched numbers are no part of it: those that stay in an
	// edited list keep what is known of them.
	const credential = context.getNode().credentials?.messagingServiceApi?.id;
	const filters = event === 'numberAvailable' && read(FILTERS_FIELD);
	const scope = JSON.stringify([event, filters, credential, service.baseUrl]);
	const known = saved?.scope === scope ? saved.known : undefined;
	return { scope, ...(await WATCHES[event](read, service, known, !saved)) };
}

/** Returns one item of what is there now, for a person who tries the trigger. @throws where a number cannot be read */
function exampleOf([item]: IDataObject[], unread?: ServiceError): IDataObject {
	if (unread) throw unread;
	if (item) return item;

	throw new InputError(
		'No available number fits the filters right now',
		'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
	);
}
