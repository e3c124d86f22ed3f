import { option, type Read, text } from './parameter';
import { asPhone } from './phoneNumber';
import { unusable } from './values';

/** The channel of Message → Send; other operations have none. */
const CHANNEL = text({ displayName: 'Channel', name: 'channel' });

const OVER_IMESSAGE = { acceptsEmail: (read: Read) => read(CHANNEL) === 'imessage' };

/**
 * The recipients who get no message: numbers in E.164, and e-mail addresses in small letters. It is read once for all
 * items, from the first one.
 */
export const DO_NOT_SEND_TO = option<ReadonlySet<string>>({
	field: {
		displayName: 'Do Not Send To',
		name: 'doNotSendTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $("Opt-outs").all().map((row) => row.json.phone) }}',
		description:
			'Numbers that get no message: a list, or a text with commas or line breaks. Their items are skipped. It is read from the first item.',
	},
	read(value, name, read) {
		if (value instanceof Set) return value;
		// Nobody would be left out by accident.
		if (value === null) {
			throw unusable(name, value, 'Let its expression return a list; an empty list is [].');
		}
		const entries = typeof value === 'string' ? value.split(/[,;\r\n]/) : [value ?? []].flat();
		return new Set(
			entries
				.filter((entry) => entry !== null && entry !== undefined && String(entry).trim() !== '')
				.map((entry) => asPhone(entry, name, read, OVER_IMESSAGE).toLowerCase()),
		);
	},
});
