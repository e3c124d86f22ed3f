import { CHANNEL, MESSAGE_FIELDS, MESSAGE_OPTIONS, messageJob } from './messageFields';
import { type Operation, SENDS_MANY } from '../operation';

/** message.send: POST /send/text (section 4.1 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	description: 'Send an SMS, iMessage or WhatsApp message, or a message intent',
	...SENDS_MANY,
	fields: [CHANNEL, ...MESSAGE_FIELDS],
	options: MESSAGE_OPTIONS,
	prepare: (read) => messageJob(read, read(CHANNEL)),
};
