import { MAX_SMS_PARTS, MESSAGE, readSmsText, SMART_ENCODING } from '../../fields/messageText';
import { readable } from '../../fields/readValues';
import { choice, flag, type Read } from '../../fields/parameter';
import { DEFAULT_COUNTRY, phone } from '../../fields/phoneNumber';
import { TO } from '../../recipients/recipient';
import type { Service } from '../../service/service';
import { SEND_TEXT } from '../../service/messages';
import { type Operation, SENDS_MANY } from '../operation';

/** The channels, in the order of the panel. */
const CHANNELS = [
	{ name: 'iMessage', value: 'imessage' },
	{
		name: 'Message Intent',
		value: 'intent',
		description:
			"Sends an existing link. Message Intent → Generate and Send creates one and sends it. Requires your provider's Enterprise plan.",
	},
	{ name: 'SMS', value: 'sms' },
	{
		name: 'WhatsApp',
		value: 'whatsapp',
		description: "Requires your provider's Enterprise plan",
	},
];

/** The service's `fallback` flag (section 4.1 of docs/service.md); it is not sent where the user did not add it. */
const FALLBACK = flag({
	displayName: 'Fallback',
	path: 'options.fallback',
	description: 'Whether to allow fallback delivery; your provider says what that is',
});

/** The options of a message. */
export const MESSAGE_OPTIONS = [DEFAULT_COUNTRY, FALLBACK, MAX_SMS_PARTS, SMART_ENCODING];

const channelField = (options: typeof CHANNELS) =>
	choice({
		displayName: 'Channel',
		path: 'channel',
		default: 'sms',
		description: 'How the message is delivered',
		options,
	});

/** The channel of a message, and that of a question, which is no message intent. */
const CHANNEL = channelField(CHANNELS);
export const QUESTION_CHANNEL = channelField(CHANNELS.filter(({ value }) => value !== 'intent'));

const FROM = phone({
	displayName: 'From',
	path: 'from',
	description:
		'Phone number of the sender, e.g. one of your leased numbers that supports this channel',
	displayOptions: { hide: { channel: ['sms'] } },
});

/** The other fields of a message, in the order of the panel. */
export const MESSAGE_FIELDS = [TO, FROM, MESSAGE];

/**
 * Reads a message, and returns the job that sends it: POST /send/text (section 4.1). Here all of its fields go into the body;
 * what is undefined is not sent.
 * @throws InputError
 */
export function messageJob(read: Read, channel: string, text = read(MESSAGE)) {
	const to = read(TO);
	const isSms = channel === 'sms';
	const sent = isSms ? readSmsText(read, text) : { message: readable(text) };

	const fallback = read(FALLBACK);
	const features = isSms ? undefined : { from: read(FROM), [channel]: true };
	const beta_features = fallback === undefined ? features : { ...features, fallback };

	const body = { to, message: sent.message, beta_features };
	return {
		message: { to, ...sent, channel },
		perform: (service: Service) => service.request(SEND_TEXT, { target: to, body }),
	};
}

/** message.send: POST /send/text (section 4.1). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	description: 'Send an SMS, iMessage or WhatsApp message, or a message intent',
	...SENDS_MANY,
	fields: [CHANNEL, ...MESSAGE_FIELDS],
	options: MESSAGE_OPTIONS,
	prepare: (read) => messageJob(read, read(CHANNEL)),
};
