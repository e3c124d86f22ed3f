import type { INodePropertyOptions } from 'n8n-workflow';

import { DO_NOT_SEND_TO } from '../../parameters/doNotSendTo';
import {
	choice,
	enterpriseNotice,
	flag,
	option,
	type Parameter,
	type Read,
} from '../../parameters/parameter';
import { DEFAULT_COUNTRY, phone, type PhoneInput } from '../../parameters/phoneNumber';
import { ALLOWED_COUNTRIES, lineOf, recipient, TO_FIELD } from '../../parameters/recipient';
import { SEND_ONCE_KEY } from '../../parameters/sendOnceKey';
import { DRY_RUN, MAX_MESSAGES } from '../../parameters/settings';
import { MAX_SMS_PARTS, MESSAGE, readSmsText, SMART_ENCODING } from '../../parameters/sms';
import type { TextMessage } from '../../service/client';
import type { SmsParts } from '../../service/smsParts';
import type { Operation, Preview } from '../operation';

type Channel = Preview['channel'];

const CHANNELS: Array<INodePropertyOptions & { value: Channel }> = [
	{ name: 'iMessage', value: 'imessage', description: 'Send over iMessage' },
	{
		name: 'Message Intent',
		value: 'intent',
		description: 'Send the link that Message Intent → Generate returned (Enterprise plan)',
	},
	{ name: 'SMS', value: 'sms', description: 'Send a text message' },
	{
		name: 'WhatsApp',
		value: 'whatsapp',
		description: 'Send over WhatsApp (Enterprise plan)',
	},
];

/** The channels, by value: their names. */
export const CHANNEL_NAMES = Object.fromEntries(CHANNELS.map(({ value, name }) => [value, name]));

/** The service's `fallback` flag (section 4.1); it is not sent where the user did not add it. */
export const FALLBACK = option(
	flag({
		displayName: 'Fallback',
		name: 'fallback',
		default: true,
		description:
			"Whether to set the service's 'fallback' flag, which your provider's documentation explains. Without this option, the flag is not sent, and the service decides.",
	}),
);

/** The parameters of a message, and how they are read. */
export interface MessageParameters {
	/** In the order of the panel. */
	parameters: Array<Parameter<unknown>>;
	/**
	 * Reads the body of POST /send/text (section 4.1), and how it travels as SMS.
	 * @param compose returns the text that is sent for the one that the user typed
	 * @throws InputError
	 */
	read(
		read: Read,
		compose?: (text: string) => string,
	): { channel: Channel; body: TextMessage; sms?: SmsParts };
}

/** Makes the parameters of a message. One that is no question may be a message intent, and go to an e-mail address. */
export function messageParameters({ isQuestion }: { isQuestion: boolean }): MessageParameters {
	const channelParameter = choice<Channel>({
		displayName: 'Channel',
		name: 'channel',
		noDataExpression: false,
		default: 'sms',
		description: 'How the message is delivered',
		options: CHANNELS.filter(({ value }) => !isQuestion || value !== 'intent'),
	});
	const input: PhoneInput = {
		acceptsEmail: (read) => !isQuestion && read(channelParameter) === 'imessage',
	};
	const to = recipient(TO_FIELD, input);
	const from = phone(
		{
			displayName: 'From',
			name: 'from',
			description: 'Phone number of the sender, e.g. one that you have adopted',
			displayOptions: { hide: { channel: ['sms'] } },
		},
		input,
	);
	const plan = enterpriseNotice(
		`Sending over WhatsApp${isQuestion ? '' : ' or as a message intent'}`,
	);
	const description = 'Text of the message; for a message intent, the URL that Generate returned';
	const text = isQuestion ? MESSAGE : { ...MESSAGE, field: { ...MESSAGE.field, description } };
	return {
		parameters: [
			channelParameter,
			{
				...plan,
				field: { ...plan.field, displayOptions: { show: { channel: ['whatsapp', 'intent'] } } },
			},
			to,
			from,
			text,
		],
		read(read, compose = (typed) => typed) {
			const channel = read(channelParameter);
			const recipientNumber = read(to);
			const typed = compose(read(text));
			const fallback = read(FALLBACK);
			if (channel === 'sms') {
				const { message, sms } = readSmsText(read, typed);
				const beta_features = fallback === undefined ? undefined : { fallback };
				return { channel, body: { to: recipientNumber, message, beta_features }, sms };
			}
			const beta_features = { from: read(from), fallback, [channel]: true };
			return { channel, body: { to: recipientNumber, message: typed, beta_features } };
		},
	};
}

const MESSAGE_TO_SEND = messageParameters({ isQuestion: false });

/** message.send: POST /send/text (section 4.1). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	subtitle: 'Send {channel}',
	description:
		'Send a text, iMessage, WhatsApp message or message intent to a phone number. Each one costs money.',
	effect: 'sends',
	costsMoney: 'Each message costs money',
	parameters: [
		...MESSAGE_TO_SEND.parameters,
		ALLOWED_COUNTRIES,
		DEFAULT_COUNTRY,
		SEND_ONCE_KEY,
		MAX_MESSAGES,
		DO_NOT_SEND_TO,
		DRY_RUN,
		MAX_SMS_PARTS,
		SMART_ENCODING,
		FALLBACK,
	],
	prepare(read) {
		const { channel, body, sms } = MESSAGE_TO_SEND.read(read);
		const { to } = body;
		return {
			// An e-mail address may be written in several ways.
			lane: to.toLowerCase(),
			sms,
			preview: () => ({ to, ...lineOf(to), channel }),
			run: async (service) => await service.sendText(body),
		};
	},
};
