import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { type ErrorSource, nodeError } from '../errors/nodeError';
import { Secrets } from '../errors/secrets';
import { DEFAULT_SETTINGS } from '../parameters/settings';
import { nodeReader } from '../parameters/source';
import { connect, createClient } from '../service/createClient';
import { pollBudget } from './budget';
import { EVENT } from './fields';
import { watchPool } from './poolWatch';
import { canonical } from './canonical';
import { recordOf, type StoredRecord } from './record';
import { watchStatus } from './statusWatch';
import type { Watch } from './watch';

/** Values of the parameter `event`, each with its watch. */
const WATCHES = { numberAvailable: watchPool, numberStatusChanged: watchStatus };

/** The poll of each trigger that has ended last, by workflow and node. */
const lastEnded = new Map<string, symbol>();

/**
 * Polls the service once.
 * Returns the items that fire, null where none does. The record is written last: a poll that fails
 * leaves it as it was, so that nothing is missed.
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const source = { node: context.getNode(), secrets: new Secrets() };
	const isTest = context.getMode() === 'manual';

	try {
		const items = isTest ? [await test(context, source)] : await compare(context, source);
		return items.length > 0 ? [context.helpers.returnJsonArray(items)] : null;
	} catch (error) {
		throw nodeError(source, error);
	}
}

/** Returns one item of what is there now, and leaves the record as it is: a person tries the trigger. */
async function test(context: IPollFunctions, source: ErrorSource): Promise<IDataObject> {
	const { sample, failures = new Map(), report } = await look(context, source);

	if (report && !sample) throw report;
	if (!sample) {
		throw new InputError(
			'No available number fits the filters right now',
			'Use fewer filters to see an example. The published workflow starts as soon as such a number is available.',
		);
	}

	if (failures.size === 0) return sample;
	// In front of all else, since a test can show nothing but its item.
	const cannotBeRead = [...failures].map(([number, { message }]) => ({ number, error: message }));
	return { cannotBeRead, ...sample };
}

/** Returns an item per event since the last poll, and writes down what there is now. */
async function compare(context: IPollFunctions, source: ErrorSource): Promise<IDataObject[]> {
	const place = `${context.getWorkflow().id} ${context.getNode().id}`;
	const last = lastEnded.get(place);
	const record = recordOf(context);

	const { scope, fired, findings, report } = await look(context, source, record);
	// n8n starts a poll without waiting for the one before. Where another one has ended since, this one has seen less.
	if (lastEnded.get(place) !== last) return [];
	lastEnded.set(place, Symbol());

	// The error makes a failed execution of its own; what was read fires all the same.
	if (report) context.__emitError(nodeError(source, report));
	record.write({ scope, known: findings });
	return fired;
}

/** Reads the service, for as long as n8n gives a poll, and compares it with the record. */
async function look(context: IPollFunctions, { secrets }: ErrorSource, record?: StoredRecord) {
	const { timeout, limits } = pollBudget(context);
	const connection = await connect(context, secrets);

	const read = nodeReader(context);
	const watch: Watch = WATCHES[read(EVENT)](read);
	const settings = { ...DEFAULT_SETTINGS, timeout };
	const service = createClient(context, connection, settings, limits);

	// A renewed token in the same credential goes on; another account begins a new record.
	const credential = context.getNode().credentials?.messagingServiceApi?.id;
	const scope = canonical([watch.scope, credential, service.baseUrl]);
	const result = await watch.look(service, limits.signal, record?.read(scope));
	return { scope, ...result };
}
