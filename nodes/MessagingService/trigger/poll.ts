import type {
	IDataObject,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';

import { createClient } from '../service/createClient';
import { nodeError } from '../errors/nodeError';
import { DEFAULT_SETTINGS } from '../parameters/options';
import { ItemParameters } from '../parameters/itemParameters';
import type { PollRecord, RecordStore } from './record';
import { readRecord, writeRecord } from './record';
import type { Observed, Watch } from './watches';
import { WATCHES } from './watches';

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
	const service = await createClient(context, DEFAULT_SETTINGS);
	const observed = await watch.observe(service);
	const [firstFailure] = observed.failures.values();
	if (firstFailure && observed.numbers.length === 0) throw firstFailure;
	if (context.getMode() === 'manual') return { items: observed.numbers.map(watch.shows) };

	const store = context.getWorkflowStaticData('node') as RecordStore;
	const before = readRecord(store, watch.watched);
	report(context, observed, before);
	writeRecord(store, nextRecord(watch, observed, before));
	if (!before) return { items: [] };
	const items = observed.numbers.map((number) => watch.fires(number, before));
	return { items: items.filter((item) => item !== undefined) };
}

function readWatch(context: IPollFunctions, fields: INodeProperties[]): Watch {
	const source = {
		getNodeParameter: (name: string, _itemIndex: number, fallback?: unknown) =>
			context.getNodeParameter(name, fallback),
	};
	const parameters = new ItemParameters(source, 0, fields);
	return WATCHES[parameters.choice<keyof typeof WATCHES>('event')](parameters);
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
	{ numbers, failures }: Observed,
	before?: PollRecord,
): PollRecord {
	const failing = [...failures.keys()];
	const states = numbers.map(({ key, state }) => [key, state] as const);
	// What could not be read is compared with what was last known of it, once it can be.
	const kept = failing.flatMap((key) =>
		before?.numbers[key] ? [[key, before.numbers[key]] as const] : [],
	);
	return { watched: watch.watched, numbers: Object.fromEntries([...states, ...kept]), failing };
}
