import { NO_VALUE } from './brokenText';
import { option } from './parameter';
import { asText, unusable } from './values';

/** Spaces and invisible characters around a key. No run of them is read twice: a visitor may have typed a long one. */
const OUTER_SPACES = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** Finds the result of a broken expression. All items would have the same key, so all but the first would be skipped. */
const BROKEN_KEY = new RegExp(`^(?:true|false|\\[object Object\\]|${NO_VALUE})$|\\{\\{`);

/** An item whose key was used before is not sent. An empty key counts as no key: many items could have it. */
export const SEND_ONCE_KEY = option<string | undefined>({
	isOnceKey: true,
	field: {
		displayName: 'Send Once Key',
		name: 'sendOnceKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderId }}',
		description:
			'A value that is different for each message. An item whose key this node has used before is skipped. Queue mode with several workers needs more: see Queue Mode in the docs.',
		builderHint: {
			propertyHint:
				'Set it in every workflow that may run again. Use an ID of the message, such as {{ $json.orderId }}, not the phone number and not a time.',
		},
	},
	read(value, name) {
		const refused = (remedy: string) => unusable(value, name, remedy);
		// A number that JSON or a spreadsheet could not hold has lost its last digits: two orders would share a key.
		if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
			throw refused(
				'n8n cannot keep such a number exactly, so two items could have the same key. Store it as text in your data, e.g. "12345678901234567890".',
			);
		}
		// Whoever looks at the column does not see invisible characters.
		const key = asText(value, name)?.replace(OUTER_SPACES, '');
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
});
