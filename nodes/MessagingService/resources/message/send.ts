import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { ALLOWED_COUNTRIES, checkCountry, countryOf } from '../../parameters/allowedCountries';
import { enterpriseNotice } from '../../parameters/enterpriseNotice';
import type { ItemParameters } from '../../parameters/itemParameters';
import { DRY_RUN, flagOption, SEND_ONCE_KEY } from '../../parameters/options';
import { DEFAULT_COUNTRY, phoneField, phoneOrAsTyped } from '../../parameters/phoneNumber';
import { MAX_SMS_PARTS, readSmsText, SMART_ENCODING } from '../../parameters/smsText';
import type { SmsParts } from '../../service/smsParts';
import type { BetaFeatures, TextMessage } from '../../service/types';
import type { Operation, Preview } from '../operation';

type Channel = Preview['channel'];

const CHANNELS = {
	imessage: { name: 'iMessage', value: 'imessage', description: 'Send over iMessage' },
	intent: {
		name: 'Message Intent',
		value: 'intent',
		description: 'Send the link that Message Intent → Generate returned (Enterprise plan)',
	},
	sms: { name: 'SMS', value: 'sms', description: 'Send a text message' },
	whatsapp: {
		name: 'WhatsApp',
		value: 'whatsapp',
		description: 'Send over WhatsApp (Enterprise plan)',
	},
} satisfies Record<Channel, INodePropertyOptions>;

const CHANNEL: INodeProperties = {
	displayName: 'Channel',
	name: 'channel',
	type: 'options',
	noDataExpression: false,
	default: 'sms',
	description: 'How the message is delivered',
	options: Object.values(CHANNELS),
};

/** A channel for any text; that of a message intent is its URL, and nothing can stand beside it. */
const CHANNEL_OF_ANY_TEXT: INodeProperties = {
	...CHANNEL,
	options: [CHANNELS.imessage, CHANNELS.sms, CHANNELS.whatsapp],
};

const REST: INodeProperties[] = [
	phoneField({
		displayName: 'To',
		name: 'to',
		required: true,
		description: 'Phone number of the recipient',
	}),
	phoneField({
		displayName: 'From',
		name: 'from',
		description: 'Phone number of the sender, e.g. one that you have adopted',
		displayOptions: { hide: { channel: ['sms'] } },
	}),
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		placeholder: 'e.g. Your table is ready',
		description: 'Text of the message; for a message intent, the URL that Generate returned',
	},
];

/** What a message is made of. */
export const messageFields: INodeProperties[] = [
	CHANNEL,
	enterpriseNotice('Sending over WhatsApp or as a message intent', {
		show: { channel: ['whatsapp', 'intent'] },
	}),
	...REST,
];

/** What a message of any text is made of, to which something can be added. */
export const textFields: INodeProperties[] = [
	CHANNEL_OF_ANY_TEXT,
	enterpriseNotice('Sending over WhatsApp', { show: { channel: ['whatsapp'] } }),
	...REST.map((field) =>
		field.name === 'message' ? { ...field, description: 'Text of the message' } : field,
	),
];

/** The service's `fallback` flag (section 4.1); it is not sent where the user did not add it. */
export const FALLBACK = flagOption({
	displayName: 'Fallback',
	name: 'fallback',
	type: 'boolean',
	default: true,
	description:
		"Whether to set the service's 'fallback' flag; your provider's documentation says what it does",
});

/**
 * Returns a message as it is sent, and how it travels as SMS, where it does.
 * @throws InputError where it takes more than Max SMS Parts
 */
export function asSent(
	parameters: ItemParameters,
	body: TextMessage,
): { body: TextMessage; sms?: SmsParts } {
	const { imessage, whatsapp, intent } = body.beta_features ?? {};
	if (imessage || whatsapp || intent) return { body };
	const { message, sms } = readSmsText(parameters, body.message);
	return { body: { ...body, message }, sms };
}

/**
 * Reads the body of POST /send/text (section 4.1) from the fields of a message.
 * @param readNumber reads `to` and `from`; undefined for an empty one
 */
export function readMessage(
	parameters: ItemParameters,
	readNumber: (name: 'to' | 'from') => string | undefined,
): TextMessage {
	const channel = parameters.choice<Channel>('channel');
	const to = readNumber('to') ?? parameters.requiredText('to');
	const message = parameters.requiredText('message');
	const betaFeatures: BetaFeatures = {};
	if (channel !== 'sms') {
		const from = readNumber('from');
		if (from) betaFeatures.from = from;
		betaFeatures[channel] = true;
	}
	const fallback = parameters.option(FALLBACK);
	if (fallback !== undefined) betaFeatures.fallback = fallback;
	return Object.keys(betaFeatures).length > 0
		? { to, message, beta_features: betaFeatures }
		: { to, message };
}

/** message.send: POST /send/text (section 4.1). */
export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send message (costs money)',
	subtitle: 'Send {channel}',
	description:
		'Send a text, iMessage, WhatsApp message or message intent to a phone number. Each one costs money.',
	fields: messageFields,
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
		const channel = parameters.choice<Channel>('channel');
		const read = readMessage(parameters, (name) => {
			const number = phoneOrAsTyped(parameters, name, channel);
			if (number && name === 'to') checkCountry(parameters, name, number);
			return number;
		});
		const { body, sms } = asSent(parameters, read);
		return {
			// What is passed on as typed may be written in several ways.
			lane: body.to.replace(/[\s().\-/]/g, '').toLowerCase(),
			sms,
			preview: () => ({ to: body.to, country: countryOf(body.to), channel }),
			run: async (service) => await service.sendText(body),
		};
	},
};
