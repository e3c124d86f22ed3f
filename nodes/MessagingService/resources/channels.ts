import type { INodePropertyOptions } from 'n8n-workflow';

import type { Channel } from './operation';

/** The channels, in the order of the panel. */
export const CHANNELS: Array<INodePropertyOptions & { value: Channel }> = [
	{ name: 'iMessage', value: 'imessage', description: 'Send over iMessage' },
	{
		name: 'Message Intent',
		value: 'intent',
		description: 'Send the link that Message Intent → Generate returned (Enterprise plan)',
	},
	{ name: 'SMS', value: 'sms', description: 'Send a text message' },
	{ name: 'WhatsApp', value: 'whatsapp', description: 'Send over WhatsApp (Enterprise plan)' },
];

/** The names of the channels, by value. */
export const CHANNEL_NAMES = Object.fromEntries(CHANNELS.map(({ value, name }) => [value, name]));
