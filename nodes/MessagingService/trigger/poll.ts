import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { nodeError } from '../errors/nodeError';
import type { ServiceError } from '../errors/serviceError';
import { ItemParameters } from '../parameters/itemParameters';
import { DEFAULT_SETTINGS } from '../parameters/options';
import { connect } from '../service/createClient';
import { pollBudget } from './budget';
import { watchPool } from './poolWatch';
import { canonical, readRecord, type RecordStore, writeRecord } from './record';
import { watchStatus } from './statusWatch';
import type { Watch } from './watch';

/** Values of the parameter `event`, each with its watch. */
const WATCHES = {
	numberAvailable: watchPool,
	numberStatusChanged: watchStatus,
};

/** Which poll of a trigger has ended last, by workflow and node. */
const lastEnded = new Map<string, symbol>();

/**
 * Polls the service once.
 * Returns the items that fire, null where none does. The record is written last: a poll that fails
 * leaves it as it was, so that nothing is missed.
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(
	context: IPollFunctions,
	fields: INodeProperties[],
): Promise<INodeExecutionData[][] | null> {
	try {
		const items =
			context.getMode() === 'manual'
				? [await test(context, fields)]
				: await compare(context, fields);
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw nodeError(context.getNode(), error);
	}
}

/** Returns one item of what is there now, and leaves the record as it is: a person tries the trigger. */
async function test(context: IPollFunctions, fields: INodeProperties[]): Promise<IDataObject> {
	const { sample, failures } = await look(context, fields);
	if (!sample) throw nothingToShow(failures);
	if (failures.size === 0) return sample;
	// In front of all else, since a test can show nothing but its item.
	const cannotBeRead = [...failures].map(([number, { message }]) => ({ number, error: message }));
	return { cannotBeRead, ...sample };
}

function nothingToShow([failure]: Map<string, ServiceError>): Error {
	if (failure) return failure[1];
	return new InputError(
		'No available number fits the filters right now',
		'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
	);
}

/** Returns an item per event since the last poll, and notes what there is now. */
async function compare(context: IPollFunctions, fields: INodeProperties[]): Promise<IDataObject[]> {
	const place = `${context.getWorkflow().id} ${context.getNode().id}`;
	const last = lastEnded.get(place);
	const store = context.getWorkflowStaticData('node') as RecordStore;
	const { scope, fired, known, failures } = await look(context, fields, store);
	// n8n starts a poll without waiting for the one before: what this one saw is older than what is known.
	if (lastEnded.get(place) !== last) return [];
	lastEnded.set(place, Symbol());
	report(context, failures);
	writeRecord(store, { scope, known });
	return fired;
}

function readWatch(context: IPollFunctions, fields: INodeProperties[]): Watch<unknown> {
	const parameters = new ItemParameters(
		(name, fallback) => context.getNodeParameter(name, fallback),
		fields,
	);
	return WATCHES[parameters.choice<keyof typeof WATCHES>('event')](parameters);
}

/** Reads the service, for as long as n8n gives a poll, and compares it with the record. */
async function look(context: IPollFunctions, fields: INodeProperties[], store: RecordStore = {}) {
	const { timeout, limits } = pollBudget(context);
	const clientWith = await connect(context);
	const watch = readWatch(context, fields);
	const service = clientWith({ ...DEFAULT_SETTINGS, timeout }, limits);
	// A renewed token in the same credential goes on; another account begins a new record.
	const credential = context.getNode().credentials?.messagingServiceApi?.id;
	const scope = canonical([watch.scope, credential, service.baseUrl]);
	const findings = await watch.look(service, limits.signal, readRecord(store, scope));
	return { scope, ...findings };
}

/** Reports a number that cannot be read as a failed execution; the others fire all the same. */
function report(context: IPollFunctions, failures: Map<string, ServiceError>): void {
	for (const [number, error] of failures) {
		const addition = `The other watched numbers are not affected. This is reported once; ${number} stays watched.`;
		context.__emitError(nodeError(context.getNode(), error, { addition }));
	}
}
