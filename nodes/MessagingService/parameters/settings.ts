import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { ExecutionSettings } from '../service/createClient';
import { flag, numberOption, option, type Parameter } from './parameter';
import { firstItemReader } from './source';

/** Reads and checks an item, and returns what it would send instead of sending it. */
export const DRY_RUN = option(
	flag({
		displayName: 'Dry Run',
		name: 'dryRun',
		description:
			'Whether to check everything and send nothing: each item shows what would be sent, and to whom',
	}),
);

/** Most messages of one execution: a workflow that lost its filter does not send to everybody. */
export const MAX_MESSAGES = numberOption({
	displayName: 'Max Messages',
	name: 'maxMessages',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Maximum number of messages that one execution sends, over all rounds of a loop; 0 means no limit. If there are more, none is sent.',
});

/** Where there are no options to choose, or none is chosen. */
export const DEFAULT_SETTINGS: ExecutionSettings = {
	concurrency: 10,
	requestsPerSecond: 0,
	timeout: 30_000,
	maxRetries: 3,
};

const MAX_RETRIES = numberOption({
	displayName: 'Max Retries',
	name: 'maxRetries',
	typeOptions: { minValue: 0, maxValue: 10 },
	default: DEFAULT_SETTINGS.maxRetries,
	description:
		'Maximum number of retries of a request. A request is repeated only if that cannot send or charge twice.',
});

const TIMEOUT = numberOption({
	displayName: 'Timeout',
	name: 'timeout',
	typeOptions: { minValue: 1, maxValue: 2_147_483_647 },
	default: DEFAULT_SETTINGS.timeout,
	description: 'Time in milliseconds to wait for the complete answer to one request',
});

const CONCURRENCY = numberOption({
	displayName: 'Concurrency',
	name: 'concurrency',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: DEFAULT_SETTINGS.concurrency,
	description: 'Maximum number of simultaneous requests, over all input items',
});

const REQUESTS_PER_SECOND = numberOption(
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		typeOptions: { minValue: 0, maxValue: 1_000 },
		default: DEFAULT_SETTINGS.requestsPerSecond,
		description:
			'Maximum number of requests per second, over all input items; 0.2 means one every 5 seconds, 0 means no limit',
	},
	{ leastFraction: 0.001 },
);

/**
 * Reads the options that hold for the whole execution, from its first item.
 * @param forManyItems whether the operation takes many items, and so has all of them
 * @throws InputError when one is out of range
 */
export function readSettings(
	context: Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>,
	forManyItems: boolean,
): ExecutionSettings {
	const read = firstItemReader(context);
	const pace =
		"Lower 'Concurrency', set 'Requests per Second', or raise 'Max Retries' in the options.";
	const advice = {
		slow: "If the service is often slow, raise 'Timeout' in the options.",
		limited: forManyItems ? pace : "Raise 'Max Retries' in the options.",
	};
	return {
		concurrency: read(CONCURRENCY),
		requestsPerSecond: read(REQUESTS_PER_SECOND),
		timeout: read(TIMEOUT),
		maxRetries: read(MAX_RETRIES),
		advice,
	};
}

/**
 * Returns the collection 'options' of an operation: its own in their order, then those that every operation has.
 * @param forManyItems whether it takes many items, so that concurrency and pace mean something
 */
export function optionsField(
	own: Array<Parameter<unknown>>,
	forManyItems: boolean,
): INodeProperties {
	const batch = forManyItems ? [CONCURRENCY, REQUESTS_PER_SECOND] : [];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...own, ...batch, MAX_RETRIES, TIMEOUT].map(({ field }) => field),
	};
}
