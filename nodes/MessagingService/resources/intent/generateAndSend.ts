import type { IDataObject } from 'n8n-workflow';

import { asServiceError, endBegun, ServiceError } from '../../errors/serviceError';
import { SENDING_OPTIONS } from '../../parameters/sending';
import type { TextMessage } from '../../service/client';
import { type Operation, sending } from '../operation';
import { INTENT, readIntent } from './generate';

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
			run: async (service, once) => {
				const generate = async () => await service.generateIntent(body);
				const intent = await once(generate).catch(asServiceError);
				if (intent instanceof ServiceError) {
					// Nobody got the link, whether an intent was made or not: the Send Once Key may be used again.
					const { prefix, description, mayHaveBeenSent: hasActed } = intent;
					throw intent.with({
						mayHaveBeenSent: false,
						hasActed,
						prefix: prefix && 'This message was not sent',
						description: `${prefix ?? 'This message was not sent'}. ${description}`,
					});
				}

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
