import type { IDataObject } from 'n8n-workflow';

import { endBegun, ServiceError } from '../../errors/serviceError';
import { SENDING_OPTIONS } from '../../parameters/sending';
import type { TextMessage } from '../../service/client';
import { type Operation, sending } from '../operation';
import { INTENT, readIntent } from './generate';

const NOT_SENT = 'This message was not sent';

/**
 * Throws the failure of an intent as that of its message. Nobody got the link, whether an intent was made or not: the Send
 * Once Key may be used again.
 */
function throwUnsent(error: unknown): never {
	if (!(error instanceof ServiceError)) throw error;

	const { prefix, description, mayHaveBeenSent: hasActed } = error;
	throw error.with({
		mayHaveBeenSent: false,
		hasActed,
		prefix: prefix && NOT_SENT,
		description: `${prefix ?? NOT_SENT}. ${description}`,
	});
}

/** intent.generateAndSend: generate (section 4.3 of docs/service.md), then POST /send/text with the intent's url (section 4.1). */
export const generateAndSend: Operation = {
	name: 'Generate and Send',
	action: 'Generate and send message intent',
	subtitle: 'Generate and Send Intent',
	description: 'Generate a message intent and send its link to the recipient. This costs money.',
	effect: 'sends',
	costsMoney: 'Each message costs money',
	parameters: [...INTENT, ...SENDING_OPTIONS],
	prepare(read) {
		const body = readIntent(read);
		const { toNumber: to, fromNumber: from } = body;
		return {
			...sending({ to, channel: 'intent' }),
			answerIn: ({ message }) => message as IDataObject,
			run: async (service, firstStep) => {
				const generate = async () => await service.generateIntent(body);
				const intent = await firstStep([service.account, body], generate).catch(throwUnsent);

				const text: TextMessage = {
					to,
					message: intent.url,
					beta_features: { from, intent: true },
				};
				const message = await service.sendText(text).catch(endBegun);
				return { intent, message };
			},
		};
	},
};
