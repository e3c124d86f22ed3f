import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { ExecutionSettings } from '../service/createClient';
import { type Field, textField } from './fields';
import { asFlag, asText, unusable } from './values';

/** An entry of the collection `options`: how it looks, and how it is read. */
export interface Option<Value> {
	field: INodeProperties;
	/** Reads what the user set; undefined where the entry was not added. @throws InputError */
	read(value: unknown): Value;
}

/** Makes an option that is read as text, undefined when it is empty. */
export function textOption(field: Field): Option<string | undefined> {
	return { field: textField(field), read: (value) => asText(field.displayName, value) };
}

/** Makes an option that is read as boolean, undefined when it was not added. */
export function flagOption(field: Field): Option<boolean | undefined> {
	return {
		field: { type: 'boolean', default: false, ...field },
		read: (value) => (value === undefined ? undefined : asFlag(field.displayName, value)),
	};
}

/**
 * Makes an option that is read as number, within the range and with the default that the field shows. An expression that
 * returns nothing is refused: a limit that was set must not become no limit.
 * @param leastFraction the least number above 0 of an option that takes fractions; without it, only whole numbers are taken
 */
export function numberOption(
	field: Field & { default: number },
	leastFraction?: number,
): Option<number> {
	const { minValue: least = 0, maxValue: most = Infinity } = field.typeOptions ?? {};
	return {
		field: { type: 'number', ...field },
		read(value) {
			if (value === undefined) return field.default;
			const number = typeof value === 'string' && value.trim() ? Number(value) : value;
			const isInRange = typeof number === 'number' && number >= least && number <= most;
			const isValid = (given: number) =>
				leastFraction ? given === 0 || given >= leastFraction : Number.isInteger(given);
			if (isInRange && isValid(number)) return number;
			const range = leastFraction
				? `0 for no limit, a number from ${leastFraction} to ${most}`
				: `a whole number from ${least} to ${most}`;
			throw unusable(
				field.displayName,
				value,
				`Use ${range}, or remove the option for ${field.default}.`,
			);
		},
	};
}

/** Spaces around a key. The pattern reads no run of them twice: a visitor may have typed it. */
const OUTER_SPACES = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** Texts that a broken expression gives. All items would have one key, so all but the first would be skipped. */
const BROKEN_KEY =
	/^(true|false|undefined|null|NaN|\[object Object\]|Invalid Date|Invalid DateTime)$|\{\{/;

/** An item whose key was used before is not sent. An empty key counts as no key: many items could have it. */
export const SEND_ONCE_KEY: Option<string | undefined> = {
	field: textField({
		displayName: 'Send Once Key',
		name: 'sendOnceKey',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'A value that is different for each message. An item whose key this node has used before is skipped, so nobody gets a message twice.',
		builderHint: {
			propertyHint:
				'Set it in every workflow that may run again. Use an ID of the message, such as {{ $json.orderId }}, not the phone number and not a time.',
		},
	}),
	read(value) {
		const refused = (wayOut: string) => unusable('Send Once Key', value, wayOut);
		// A number that JSON or a spreadsheet could not hold has lost its last digits: two orders would share a key.
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
			throw refused(
				'n8n cannot keep such a number exactly, so two items could have the same key. Store it as text in your data, e.g. "12345678901234567890".',
			);
		}
		// Whoever looks at the column does not see invisible characters.
		const key = asText('Send Once Key', value)?.replace(OUTER_SPACES, '');
		if (key && BROKEN_KEY.test(key)) {
			throw refused(
				'It is the same for many items. Use an ID of the message, as an expression: {{ $json.orderId }}.',
			);
		}
		// n8n keeps a digest of the key's bytes, which is the same for every half of a character.
		if (key && /\p{Cs}/u.test(key)) {
			throw refused(
				'It was cut in the middle of a character, such as an emoji. Use the whole text, or an ID.',
			);
		}
		return key || undefined;
	},
};

/** Reads and checks an item, and returns what it would send instead of sending it. */
export const DRY_RUN = flagOption({
	displayName: 'Dry Run',
	name: 'dryRun',
	description:
		'Whether to check everything and send nothing: each item shows what would be sent, and to whom',
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
	displayName: 'Timeout (Ms)',
	name: 'timeout',
	typeOptions: { minValue: 1, maxValue: 2_147_483_647 },
	default: DEFAULT_SETTINGS.timeout,
	description: 'How long to wait for the complete answer to one request, in milliseconds',
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
	0.001,
);

/**
 * Reads the options that hold for the whole execution, from its first item.
 * @param forManyItems whether the operation takes many items, and so has all of them
 * @throws InputError when one is out of range
 */
export function readSettings(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	forManyItems: boolean,
): ExecutionSettings {
	// One by one: an expression in an option of the items must not be evaluated here.
	const read = ({ field, read }: Option<number>) =>
		read(context.getNodeParameter(`options.${field.name}`, 0, field.default) ?? null);
	const pace =
		"Lower 'Concurrency', set 'Requests per Second', or raise 'Max Retries' in the options.";
	const advice = {
		slow: "If the service is often slow, raise 'Timeout (Ms)' in the options.",
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
 * Returns the collection `options` of an operation: its own in their order, then those that every operation has.
 * @param forManyItems whether it takes many items, so that concurrency and pace mean something
 */
export function optionsField(own: Array<Option<unknown>>, forManyItems: boolean): INodeProperties {
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
