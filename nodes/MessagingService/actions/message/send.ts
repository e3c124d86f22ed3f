import { SEND_TEXT } from '../../service/messages';
import { CHANNEL, MESSAGE_FIELDS, MESSAGE_OPTIONS, readMessage, TO } from './messageFields';
import { type Operation, SENDS_MANY } from '../operation';

/** message.send: POST /send/text (section 4.1 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	description: 'Send an SMS, iMessage or WhatsApp message, or a message intent',
	...SENDS_MANY,
	recipient: TO,
	fields: [CHANNEL, ...MESSAGE_FIELDS],
	options: MESSAGE_OPTIONS,
	prepare(read) {
		const { body, message } = readMessage(read, read(CHANNEL));
		return {
			message,
			carryOut: (service) => service.request(SEND_TEXT, { target: body.to, body }),
		};
	},
};
