import { DEFAULT_SETTINGS } from '../request/settings';
import { type Description, flag, number, parameter } from './parameter';
import { asText, invalidValueError } from './readValues';

/** The options for all requests of a run: it takes those of its first item. */
export const SETTINGS = {
	concurrency: number({
		displayName: 'Concurrency',
		path: 'options.concurrency',
		default: DEFAULT_SETTINGS.concurrency,
		typeOptions: { minValue: 1, maxValue: 100 },
		description: 'Maximum number of simultaneous requests, over all input items. Defaults to 10.',
	}),
	requestsPerSecond: number({
		displayName: 'Requests per Second',
		path: 'options.requestsPerSecond',
		default: DEFAULT_SETTINGS.requestsPerSecond,
		whenAdded: 1,
		typeOptions: { minValue: 0, maxValue: 1_000 },
		leastFraction: 0.001,
		description:
			'Maximum number of requests per second, over all input items. 0.5 means one every 2 seconds. Without this, there is no limit.',
	}),
	timeout: number({
		displayName: 'Timeout',
		path: 'options.timeout',
		default: DEFAULT_SETTINGS.timeout,
		typeOptions: { minValue: 1, maxValue: 2_147_483_647 },
		description: 'Maximum time of one request, in milliseconds. Defaults to 30000.',
	}),
	maxRetries: number({
		displayName: 'Max Retries',
		path: 'options.maxRetries',
		default: DEFAULT_SETTINGS.maxRetries,
		typeOptions: { minValue: 0, maxValue: 10 },
		description:
			'Maximum number of retries of a failed request. Only requests that cannot send or charge twice are repeated. Defaults to 3.',
	}),
};

/** Reads and checks all items, and returns what they would send instead of sending it. */
export const DRY_RUN = flag({
	displayName: 'Dry Run',
	path: 'options.dryRun',
	description: 'Whether to check each item and show what would be sent, instead of sending it',
});

/** Finds the result of a broken expression: it would be the same for many items. */
const NO_KEY = /^(?:true|false|undefined|null|NaN|\[object Object\]|Invalid Date(?:Time)?)$|\{\{/;

/** Makes an option for the key of an item: an item whose key was used before is skipped. */
const onceKey = (description: Description) =>
	parameter(description, (value, place) => {
		// A number that JSON or a spreadsheet could not hold has lost its last digits: two orders would share a key.
		const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
		const key = asText(value, place)?.trim();
		if (!isRounded && !NO_KEY.test(key ?? '')) return key;
		throw invalidValueError(
			value,
			place.displayName,
			'Use an ID that is different for each item, e.g. {{ $json.orderId }}. Write a long number as text.',
		);
	});

/** What helps where keys do not. */
const SEE_QUEUE_MODE =
	'<a href="https://messaging-service.example/n8n-nodes-messaging-service/blob/main/docs/queue-mode.md" target="_blank">use PostgreSQL instead</a>';

/** The key of a message. */
export const SEND_ONCE_KEY = onceKey({
	displayName: 'Send Once Key',
	path: 'options.sendOnceKey',
	placeholder: 'e.g. order-1042',
	description: `Skips a recipient who already got a message with this value, e.g. an order number. Not reliable if several workers send: ${SEE_QUEUE_MODE}.`,
});

/** The key of an adoption. */
export const ADOPT_ONCE_KEY = onceKey({
	displayName: 'Adopt Once Key',
	path: 'options.adoptOnceKey',
	placeholder: 'e.g. customer-1042',
	description: `Adopts only one number for each value, e.g. a customer ID. Not reliable if several workers adopt: ${SEE_QUEUE_MODE}.`,
});
