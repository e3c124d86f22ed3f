import { SENDING_OPTIONS } from '../../parameters/sending';
import { MESSAGE_OPTIONS, messageParameters } from '../messageParameters';
import { type Operation, sending } from '../operation';

const { parameters, readMessage } = messageParameters({ isQuestion: false });

/** message.send: POST /send/text (section 4.1 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send message',
	subtitle: 'Send {channel}',
	description:
		'Send a text, iMessage, WhatsApp message or message intent to a phone number. Each one costs money.',
	effect: 'sends',
	costsMoney: 'Each message costs money',
	parameters: [...parameters, ...SENDING_OPTIONS, ...MESSAGE_OPTIONS],
	prepare(read) {
		const { channel, body, sms } = readMessage(read);
		return {
			...sending({ to: body.to, channel, text: body.message, sms }),
			run: async (service) => await service.sendText(body),
		};
	},
};
