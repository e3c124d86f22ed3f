import { DEFAULT_SETTINGS, type RequestSettings } from '../request/settings';
import { type Description, flag, number, type Read } from './parameter';

/** Makes the option for a setting of all requests. */
const setting = (
	name: keyof RequestSettings,
	description: Omit<Description, 'path'> & { leastFraction?: number },
) => number({ path: `options.${name}`, whenAbsent: DEFAULT_SETTINGS[name], ...description });

const MAX_RETRIES = setting('maxRetries', {
	displayName: 'Max Retries',
	typeOptions: { minValue: 0, maxValue: 10 },
	description:
		'Maximum number of retries of a failed request. Only requests that cannot send or charge twice are repeated. Defaults to 3.',
});

const TIMEOUT = setting('timeout', {
	displayName: 'Timeout',
	typeOptions: { minValue: 1, maxValue: 2_147_483_647 },
	description: 'Maximum time of one request, in milliseconds. Defaults to 30000.',
});

/** Most requests at the same time. */
export const CONCURRENCY = setting('concurrency', {
	displayName: 'Concurrency',
	typeOptions: { minValue: 1, maxValue: 100 },
	description: 'Maximum number of simultaneous requests, over all input items. Defaults to 10.',
});

/** The pace of requests. */
export const REQUESTS_PER_SECOND = setting('requestsPerSecond', {
	displayName: 'Requests per Second',
	typeOptions: { minValue: 0, maxValue: 1_000 },
	default: 1,
	leastFraction: 0.001,
	description:
		'Maximum number of requests per second, over all input items. 0.5 means one every 2 seconds. Without this, there is no limit.',
});

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
export const DRY_RUN = flag({
	displayName: 'Dry Run',
	path: 'options.dryRun',
	description: 'Whether to check each item and show what would be sent, instead of sending it',
});
