import { sendText } from '../../service/messages';
import { MESSAGE_OPTIONS, messageParameters } from './messageFields';
import { type Operation, SENDS_MANY } from '../operation';

const { fields, recipient, readMessage } = messageParameters({ isQuestion: false });

/** message.send: POST /send/text (section 4.1 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	description: 'Send an SMS, iMessage or WhatsApp message, or a message intent',
	...SENDS_MANY,
	recipient,
	fields,
	options: MESSAGE_OPTIONS,
	prepare(read) {
		const { body, message } = readMessage(read);
		return { message, carryOut: async (service) => await sendText(service, body) };
	},
};
