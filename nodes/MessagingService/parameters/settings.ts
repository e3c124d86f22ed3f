import type { INodeProperties } from 'n8n-workflow';

import type { ExecutionSettings } from '../service/createClient';
import { numberOption, type Parameter, type Read } from './parameter';
import { asNumber, unusable } from './values';

/** The settings where there are no options to choose, or none is chosen. */
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

/** The greatest pace that can be set, in requests per second. */
const MAX_PACE = 1_000;

const REQUESTS_PER_SECOND: Parameter<number> = {
	...numberOption({
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		typeOptions: { minValue: 0, maxValue: MAX_PACE },
		default: DEFAULT_SETTINGS.requestsPerSecond,
		description:
			'Maximum number of requests per second, over all input items; 0.2 means one every 5 seconds, 0 means no limit',
	}),
	read(value = DEFAULT_SETTINGS.requestsPerSecond, name, read) {
		const given = asNumber(value);
		if (given === 0 || (given >= 0.001 && given <= MAX_PACE)) return given;

		// Up to the build of `test/stored/1.json`, any pace up to 1,000,000 could be typed into the panel: workflows hold it.
		const isSaved = typeof read.raw(REQUESTS_PER_SECOND) === 'number';
		if (isSaved && given > 0) return Math.min(given, MAX_PACE);

		const use = '0 for no limit, a number from 0.001 to 1000, or remove the option for 0';
		throw unusable(value, name, `Use ${use}.`);
	},
};

/** Whether an operation takes many items, so that concurrency and pace mean something. */
interface OptionsContext {
	forManyItems: boolean;
}

/** Reads the options that hold for the whole execution, from its first item. @throws InputError when one is out of range */
export function readRequestOptions(
	read: Read,
	{ forManyItems }: OptionsContext,
): ExecutionSettings {
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

/** Returns the collection 'options' of an operation: its specific options and those that every operation has, in alphabetical order. */
export function optionsField(
	specific: Array<Parameter<unknown>>,
	{ forManyItems }: OptionsContext,
): INodeProperties {
	const batch = forManyItems ? [CONCURRENCY, REQUESTS_PER_SECOND] : [];
	const options = [...specific, ...batch, MAX_RETRIES, TIMEOUT].map(({ field }) => field);

	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		// n8n's guidelines ask for this order.
		options: options.sort((one, other) => (one.displayName < other.displayName ? -1 : 1)),
	};
}
