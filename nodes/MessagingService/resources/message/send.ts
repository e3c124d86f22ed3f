import { SEND_ONCE_KEY } from '../../parameters/onceKey';
import { SENDING_RULES } from '../../recipients/recipient';
import { sendText } from '../../service/messages';
import { MESSAGE_OPTIONS, messageParameters } from '../messageParameters';
import { type Operation, sending } from '../operation';
import { SENDING_TOOL } from '../agentTexts';

const { fields, recipient, readMessage } = messageParameters({ isQuestion: false });

/** message.send: POST /send/text (section 4.1 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	subtitle: 'Send {channel}',
	description: 'Send an SMS, iMessage or WhatsApp message, or a message intent',
	effect: 'sends',
	toolNotice: SENDING_TOOL,
	fields,
	options: MESSAGE_OPTIONS,
	rules: SENDING_RULES,
	recipient,
	onceKey: SEND_ONCE_KEY,
	sendsMany: true,
	prepare(read) {
		const { body, message } = readMessage(read);
		return { ...sending(message), run: async (service) => await sendText(service, body) };
	},
};
