import { docsLink } from '../util/docsLink';
import { type Description, parameter } from './parameter';
import { asText, invalidValueError } from './readValues';

/** Finds the result of a broken expression: it would be the same for many items. */
const NO_KEY = /^(?:true|false|undefined|null|NaN|\[object Object\]|Invalid Date(?:Time)?)$|\{\{/;

/** Makes an option for the key of an item: an item whose key was used before is skipped. */
const onceKey = (description: Description) =>
	parameter({ type: 'string', default: '', ...description }, (value, { displayName }) => {
		// A number that JSON or a spreadsheet could not hold has lost its last digits: two orders would share a key.
		const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
		const key = asText(value, { displayName })?.trim();
		if (!isRounded && !NO_KEY.test(key ?? '')) return key;
		throw invalidValueError(
			value,
			displayName,
			'Use an ID that is different for each item, e.g. {{ $json.orderId }}. Write a long number as text.',
		);
	});

/** What helps where keys do not. */
const SEE_QUEUE_MODE = docsLink('queue-mode.md', 'use PostgreSQL instead');

/** The key of a message. */
export const SEND_ONCE_KEY = onceKey({
	displayName: 'Send Once Key',
	path: 'options.sendOnceKey',
	placeholder: 'e.g. order-1042',
	builderHint: {
		propertyHint:
			"An ID that is different for each message, e.g. expr('{{ $json.orderId }}'). With a fixed text, each recipient gets one message, ever.",
	},
	description: `Skips a recipient who already got a message with this value, e.g. an order number. Not reliable if several workers send: ${SEE_QUEUE_MODE}.`,
});

/** The key of an adoption. */
export const ADOPT_ONCE_KEY = onceKey({
	displayName: 'Adopt Once Key',
	path: 'options.adoptOnceKey',
	placeholder: 'e.g. customer-1042',
	description: `Adopts only one number for each value, e.g. a customer ID. Not reliable if several workers adopt: ${SEE_QUEUE_MODE}.`,
});
