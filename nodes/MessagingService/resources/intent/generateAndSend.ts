import { ServiceError } from '../../errors';
import { SEND_ONCE_KEY } from '../../parameters/onceKey';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import { SENDING_RULES } from '../../recipients/recipient';
import { generateIntent, sendText, type TextMessage } from '../../service/messages';
import { type Operation, sending } from '../operation';
import { SENDING_TOOL } from '../agentTexts';
import { INTENT, readIntent, TO_NUMBER } from './generate';

/** Throws the failure of an intent as that of its message: nobody got the link, whether an intent was made or not. */
function throwUnsent(error: unknown): never {
	if (!(error instanceof ServiceError)) throw error;

	const { doubt, description } = error;
	const state = doubt ? `This message was not sent. ${doubt}.` : 'This message was not sent.';
	throw error.with({
		mayHaveActed: false,
		doubt: undefined,
		description: `${state} ${description}`,
	});
}

/** intent.generateAndSend: generate (section 4.3 of docs/service.md), then POST /send/text with the intent's url (section 4.1). */
export const generateAndSend: Operation = {
	name: 'Generate and Send',
	action: 'Generate and send message intent',
	subtitle: 'Generate and Send Intent',
	description: 'Generate a message intent and send its link to the recipient (Enterprise plan)',
	effect: 'sends',
	toolNotice: SENDING_TOOL,
	fields: INTENT,
	options: [DEFAULT_COUNTRY],
	rules: SENDING_RULES,
	recipient: TO_NUMBER,
	onceKey: SEND_ONCE_KEY,
	sendsMany: true,
	prepare(read) {
		const body = readIntent(read);
		const { toNumber: to, fromNumber: from } = body;
		return {
			...sending({ to, channel: 'intent' }),
			run: async (service) => {
				const intent = await generateIntent(service, body).catch(throwUnsent);
				const text: TextMessage = {
					to,
					message: intent.url,
					beta_features: { from, intent: true },
				};
				return { intent, message: await sendText(service, text) };
			},
		};
	},
};
