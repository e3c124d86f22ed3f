import { DEFAULT_COUNTRY } from '../../fields/phoneNumber';
import { generateIntent, sendText } from '../../service/messages';
import { type Operation, SENDS_MANY } from '../operation';
import { INTENT, readIntent, TO } from './generate';

/** intent.generateAndSend: generate (section 4.3 of docs/service.md), then POST /send/text with the intent's url (section 4.1). */
export const generateAndSend: Operation = {
	name: 'Generate and Send',
	action: 'Generate and send message intent',
	description:
		"Create the link and send it to the recipient. Requires your provider's Enterprise plan.",
	...SENDS_MANY,
	recipient: TO,
	fields: INTENT,
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const body = readIntent(read);
		const { toNumber: to, fromNumber: from } = body;
		return {
			message: { to, channel: 'intent' },
			carryOut: async (service) => {
				const intent = await generateIntent(service, body, true);
				const beta_features = { from, intent: true } as const;
				const message = await sendText(service, { to, message: intent.url, beta_features });
				return { intent, message };
			},
		};
	},
};
