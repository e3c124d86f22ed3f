import type { INodePropertyOptions } from 'n8n-workflow';

import { MAX_SMS_PARTS, MESSAGE, readSmsText, SMART_ENCODING } from '../../fields/messageText';
import { readable } from '../../fields/readValues';
import { choice, flag, type Read } from '../../fields/parameter';
import { DEFAULT_COUNTRY, phone } from '../../fields/phoneNumber';
import { recipient } from '../../recipients/recipient';
import type { TextMessage } from '../../service/messages';
import type { Channel, OutgoingMessage } from '../operation';

/** The channels, in the order of the panel. */
const CHANNELS: Array<INodePropertyOptions & { value: Channel }> = [
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

/**
 * Makes the parameters of a message, in the order of the panel, and what reads them. A message that is no question may be
 * a message intent.
 */
export function messageParameters({ isQuestion }: { isQuestion: boolean }) {
	const channel = choice<Channel>({
		displayName: 'Channel',
		path: 'channel',
		default: 'sms',
		description: 'How the message is delivered',
		options: CHANNELS.filter(({ value }) => !isQuestion || value !== 'intent'),
	});
	const to = recipient();
	const from = phone({
		displayName: 'From',
		path: 'from',
		description:
			'Phone number of the sender, e.g. one of your leased numbers that supports this channel',
		displayOptions: { hide: { channel: ['sms'] } },
	});

	/**
	 * Reads a message: the body of POST /send/text (section 4.1).
	 * @param compose turns the text of the field into the one that is sent
	 * @throws InputError
	 */
	function readMessage(read: Read, compose = (given: string) => given) {
		const by = read(channel);
		const isSms = by === 'sms';
		const number = read(to);
		const given = compose(read(MESSAGE));
		const sent = isSms ? readSmsText(read, given) : { message: readable(given) };

		const fallback = read(FALLBACK);
		const features = isSms ? undefined : { from: read(from), [by]: true };
		const beta_features = fallback === undefined ? features : { ...features, fallback };

		const body: TextMessage = { to: number, message: sent.message, beta_features };
		const message: OutgoingMessage = { to: number, ...sent, channel: by };
		return { body, message };
	}

	return { fields: [channel, to, from, MESSAGE], recipient: to, readMessage };
}
