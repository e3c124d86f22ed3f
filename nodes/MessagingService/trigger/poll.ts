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
import { createClient } from '../service/createClient';
import { pollBudget } from './budget';
import { oneAtATime } from './oneAtATime';
import { watchPool } from './poolWatch';
import type { PollRecord, RecordStore } from './record';
import { readRecord, writeRecord } from './record';
import { failureOfPoll } from './failureOfPoll';
import { watchStatus } from './statusWatch';
import type { Observed, Watch } from './watch';

/** Values of the parameter `event`, each with its watch. */
const WATCHES = {
	numberAvailable: watchPool,
	numberStatusChanged: watchStatus,
};

/**
 * Polls the service once.
 * Gives the items that fire, null where none does. The record is written last: a poll that fails
 * leaves it as it was, so that nothing is missed.
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(
	context: IPollFunctions,
	fields: INodeProperties[],
): Promise<INodeExecutionData[][] | null> {
	const outcome = await pollOnce(context, fields).catch((error: unknown) => ({ error }));
	if ('error' in outcome) throw nodeError(context.getNode(), outcome.error);
	const { items } = outcome;
	if (items.length === 0) return null;
	return [context.helpers.returnJsonArray(items)];
}

async function pollOnce(
	context: IPollFunctions,
	fields: INodeProperties[],
): Promise<{ items: IDataObject[] }> {
	const watch = readWatch(context, fields);
	if (context.getMode() === 'manual') return { items: [await test(context, watch)] };
	const place = [context.getWorkflow().id, context.getNode().id, watch.watched].join(' ');
	const items = await oneAtATime(place, async () => await compare(context, watch));
	return { items: items ?? [] };
}

function readWatch(context: IPollFunctions, fields: INodeProperties[]): Watch {
	const source = {
		getNodeParameter: (name: string, _itemIndex: number, fallback?: unknown) =>
			context.getNodeParameter(name, fallback),
	};
	const parameters = new ItemParameters(source, 0, fields);
	return WATCHES[parameters.choice<keyof typeof WATCHES>('event')](parameters);
}

/** What there is now, one number of it, and the record as it is: a person tries the trigger. */
async function test(context: IPollFunctions, watch: Watch): Promise<IDataObject> {
	const { numbers, failures } = await observe(context, watch);
	const [number] = numbers;
	if (!number) throw nothingToShow(failures);
	if (failures.size === 0) return watch.shows(number);
	// In front of all else, since a test can show nothing but its item.
	const cannotBeRead = [...failures].map(([key, { message }]) => ({ number: key, error: message }));
	return { cannotBeRead, ...watch.shows(number) };
}

function nothingToShow([failure]: Map<string, ServiceError>): Error {
	if (failure) return failure[1];
	return new InputError(
		'No number that fits the filters can be adopted at present',
		'Use fewer filters to see an example. The published workflow starts as soon as there is such a number.',
	);
}

/** Compares what there is with the record of the poll before, and writes the new one. */
async function compare(context: IPollFunctions, watch: Watch): Promise<IDataObject[]> {
	const store = context.getWorkflowStaticData('node') as RecordStore;
	const { record } = store;
	const before = readRecord(store, watch.watched);
	const observed = await observe(context, watch, before?.first);
	// Another poll has gone on in the meantime: what this one saw is older than what is known.
	if (store.record !== record) return [];
	report(context, observed, before);
	writeRecord(store, nextRecord(watch, observed, before));
	if (!before) return [];
	const items = observed.numbers.map((number) => watch.fires(number, before));
	return items.filter((item) => item !== undefined);
}

/**
 * Reads the service, for as long as n8n gives a poll.
 * @param first key to begin with
 * @throws ServiceError where nothing could be read
 */
async function observe(context: IPollFunctions, watch: Watch, first?: string): Promise<Observed> {
	const { timeout, limits } = pollBudget(context);
	const service = await createClient(context, { ...DEFAULT_SETTINGS, timeout }, limits);
	const observed = await watch.observe(service, { first, signal: limits.signal });
	const failure = failureOfPoll(observed);
	if (failure) throw failure;
	return observed;
}

/** A number that cannot be read is told once, as a failed execution; the others fire all the same. */
function report(context: IPollFunctions, { failures }: Observed, before?: PollRecord): void {
	for (const [key, error] of failures) {
		if (before?.failing.includes(key)) continue;
		context.__emitError(
			nodeError(context.getNode(), error, {
				addition: `The other watched numbers are not affected. ${key} is reported once, and watched on.`,
			}),
		);
	}
}

function nextRecord(
	watch: Watch,
	{ numbers, failures, unread }: Observed,
	before?: PollRecord,
): PollRecord {
	const states = numbers.map(({ key, state }) => [key, state] as const);
	// What was not read is compared with what was last known of it, once it is.
	const kept = [...failures.keys(), ...unread].flatMap((key) =>
		before?.numbers[key] ? [[key, before.numbers[key]] as const] : [],
	);
	const stillFailing = unread.filter((key) => before?.failing.includes(key));
	return {
		watched: watch.watched,
		numbers: Object.fromEntries([...states, ...kept]),
		failing: [...failures.keys(), ...stillFailing],
		first: unread[0],
	};
}
