import { NO_VALUE } from './brokenText';
import { type Field, option, type Parameter } from './parameter';
import { asText, unusable } from './values';

/** Spaces and invisible characters around a key. No run of them is read twice: a visitor may have typed a long one. */
const OUTER_SPACES = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** Finds the result of a broken expression. All items would have the same key, so all but the first would be skipped. */
const BROKEN_KEY = new RegExp(`^(?:true|false|\\[object Object\\]|${NO_VALUE})$|\\{\\{`);

/** A text that contains half of a character. */
const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Makes an option for the key of an item: an item whose key was used before is skipped. An empty key counts as no key,
 * since many items could have it.
 * @param remedy says what to use instead of a key that is the same for many items
 */
function onceKey(field: Field, remedy: string): Parameter<string | undefined> {
	return option({
		isOnceKey: true,
		field: { type: 'string', default: '', ...field },
		read(value, name) {
			// A number that JSON or a spreadsheet could not hold has lost its last digits: two orders would share a key.
			if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
				throw unusable(
					value,
					name,
					'n8n cannot keep such a number exactly, so two items could have the same key. Store it as text in your data, e.g. "12345678901234567890".',
				);
			}

			// Whoever looks at the column does not see invisible characters.
			const key = asText(value, name)?.replace(OUTER_SPACES, '');
			if (!key) return undefined;

			if (BROKEN_KEY.test(key)) {
				throw unusable(value, name, `It is the same for many items. ${remedy}`);
			}
			// n8n keeps a digest of the key's bytes, and every half of a character has the same bytes.
			if (HALF_CHARACTER.test(key)) {
				throw unusable(
					value,
					name,
					'It was cut in the middle of a character, such as an emoji. Use the whole text, or an ID.',
				);
			}
			return key;
		},
	});
}

/** The key of a message. */
export const SEND_ONCE_KEY = onceKey(
	{
		displayName: 'Send Once Key',
		name: 'sendOnceKey',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'A value that is different for each message. An item whose key this node has used before is skipped. Queue mode with several workers needs more: see Queue Mode in the docs.',
		builderHint: {
			propertyHint:
				'Set it in every workflow that may run again. Use an ID of the message, such as {{ $json.orderId }}, not the phone number and not a time.',
		},
	},
	'Use an ID of the message, as an expression: {{ $json.orderId }}.',
);

/** The key of an adoption. */
export const ADOPT_ONCE_KEY = onceKey(
	{
		displayName: 'Adopt Once Key',
		name: 'adoptOnceKey',
		placeholder: 'e.g. {{ $json.customerId }}',
		description:
			'A value that is different for each number to adopt. An item whose key this node has used before adopts nothing and is skipped. Queue mode with several workers needs more: see Queue Mode in the docs.',
		builderHint: {
			propertyHint:
				'Set it in every workflow that may run again, since each adoption costs money. Use an ID of what the number is for, such as {{ $json.customerId }}.',
		},
	},
	'Use an ID of what the number is for, as an expression: {{ $json.customerId }}.',
);
