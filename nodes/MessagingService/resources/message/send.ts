import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ALLOWED_COUNTRIES, countryOf, recipient } from '../../parameters/allowedCountries';
import { enterpriseNotice, phoneField, textField, TO } from '../../parameters/fields';
import type { ItemParameters } from '../../parameters/itemParameters';
import { DRY_RUN, flagOption, SEND_ONCE_KEY } from '../../parameters/options';
import { DEFAULT_COUNTRY, optionalPhone, type Writing } from '../../parameters/phoneNumber';
import { MAX_SMS_PARTS, readSmsText, SMART_ENCODING } from '../../parameters/smsText';
import type { SmsParts } from '../../service/smsParts';
import type { TextMessage } from '../../service/client';
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

/** Returns the fields of a message. It may be a message intent only where `isIntent`: its text is its URL alone. */
export const messageFields = (isIntent: boolean): INodeProperties[] => [
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'options',
		noDataExpression: false,
		default: 'sms',
		description: 'How the message is delivered',
		options: CHANNELS.filter(({ value }) => isIntent || value !== 'intent'),
	},
	{
		...enterpriseNotice(`Sending over WhatsApp${isIntent ? ' or as a message intent' : ''}`),
		displayOptions: { show: { channel: ['whatsapp', 'intent'] } },
	},
	TO,
	phoneField({
		displayName: 'From',
		name: 'from',
		description: 'Phone number of the sender, e.g. one that you have adopted',
		displayOptions: { hide: { channel: ['sms'] } },
	}),
	textField({
		displayName: 'Message',
		name: 'message',
		typeOptions: { rows: 3 },
		required: true,
		placeholder: 'e.g. Your table is ready',
		description: isIntent
			? 'Text of the message; for a message intent, the URL that Generate returned'
			: 'Text of the message',
	}),
];

/** The service's `fallback` flag (section 4.1); it is not sent where the user did not add it. */
export const FALLBACK = flagOption({
	displayName: 'Fallback',
	name: 'fallback',
	default: true,
	description:
		"Whether to set the service's 'fallback' flag; your provider's documentation says what it does",
});

/**
 * Reads the body of POST /send/text (section 4.1), and how it travels as SMS.
 * @param passesOn whether what is no E.164 number is passed on as typed: one national number, since the service
 * converts numbers itself (section 4.1), and over iMessage an e-mail address
 * @param compose returns the text that is sent for the one that the user typed
 * @throws InputError
 */
export function readMessage(
	parameters: ItemParameters,
	passesOn: boolean,
	compose = (text: string) => text,
): { channel: Channel; body: TextMessage; sms?: SmsParts } {
	const channel = parameters.choice<Channel>('channel');
	const writing: Writing = {
		passesOn: (typed) => passesOn && (channel === 'imessage' || !typed.includes('@')),
	};
	const to = recipient(parameters, 'to', writing);
	const text = compose(parameters.requiredText('message'));
	const fallback = parameters.option(FALLBACK);
	if (channel === 'sms') {
		const { message, sms } = readSmsText(parameters, text);
		const beta_features = fallback === undefined ? undefined : { fallback };
		return { channel, body: { to, message, beta_features }, sms };
	}
	const from = optionalPhone(parameters, 'from', writing);
	return {
		channel,
		body: { to, message: text, beta_features: { from, fallback, [channel]: true } },
	};
}

/** message.send: POST /send/text (section 4.1). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message (costs money)',
	subtitle: 'Send {channel}',
	description:
		'Send a text, iMessage, WhatsApp message or message intent to a phone number. Each one costs money.',
	fields: messageFields(true),
	options: [
		ALLOWED_COUNTRIES,
		DEFAULT_COUNTRY,
		SEND_ONCE_KEY,
		DRY_RUN,
		MAX_SMS_PARTS,
		SMART_ENCODING,
		FALLBACK,
	],
	prepare(parameters) {
		const { channel, body, sms } = readMessage(parameters, true);
		const { to } = body;
		return {
			// What is passed on as typed may be written in several ways.
			lane: to.replace(/[\s().\-/]/g, '').toLowerCase(),
			sms,
			preview: () => ({ to, country: countryOf(to), channel }),
			run: async (service) => await service.sendText(body),
		};
	},
};
