import { DEFAULT_SETTINGS, type RequestSettings } from '../service/connect';
import { entry, flag, number, type Read } from './parameter';

const MAX_RETRIES = entry(
	'options',
	number(
		{
			displayName: 'Max Retries',
			name: 'maxRetries',
			typeOptions: { minValue: 0, maxValue: 10 },
			description:
				'Maximum number of retries of a request. A request is repeated only if that cannot send or charge twice.',
		},
		DEFAULT_SETTINGS.maxRetries,
	),
);

const TIMEOUT = entry(
	'options',
	number(
		{
			displayName: 'Timeout',
			name: 'timeout',
			typeOptions: { minValue: 1, maxValue: 2_147_483_647 },
			description: 'Maximum time of one request, in milliseconds',
		},
		DEFAULT_SETTINGS.timeout,
	),
);

/** Most requests at the same time. */
export const CONCURRENCY = entry(
	'options',
	number(
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			typeOptions: { minValue: 1, maxValue: 100 },
			description: 'Maximum number of simultaneous requests, over all input items',
		},
		DEFAULT_SETTINGS.concurrency,
	),
);

/** The pace of requests. */
export const REQUESTS_PER_SECOND = entry(
	'options',
	number(
		{
			displayName: 'Requests per Second',
			name: 'requestsPerSecond',
			typeOptions: { minValue: 0, maxValue: 1_000 },
			default: 1,
			description:
				'Maximum number of requests per second, over all input items. 0.5 means one every 2 seconds. 0 means no limit.',
		},
		DEFAULT_SETTINGS.requestsPerSecond,
		0.001,
	),
);

/** The options that every operation has. */
export const REQUEST_OPTIONS = [MAX_RETRIES, TIMEOUT];

/** Reads the options that hold for the whole run, from its first item. @throws InputError when one is out of range */
export function readRequestSettings(read: Read): RequestSettings {
	return {
		concurrency: read(CONCURRENCY),
		requestsPerSecond: read(REQUESTS_PER_SECOND),
		timeout: read(TIMEOUT),
		maxRetries: read(MAX_RETRIES),
	};
}

/** Reads and checks all items, and returns what they would send instead of sending it. */
export const DRY_RUN = entry(
	'options',
	flag({
		default: true,
		displayName: 'Dry Run',
		name: 'dryRun',
		description: 'Whether to check each item and show what would be sent, instead of sending it',
	}),
);
