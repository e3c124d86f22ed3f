import type { IDataObject } from 'n8n-workflow';

import { asServiceError, ServiceError } from '../../errors/serviceError';
import { DO_NOT_SEND_TO } from '../../parameters/doNotSendTo';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import { ALLOWED_COUNTRIES, lineOf } from '../../parameters/recipient';
import { SEND_ONCE_KEY } from '../../parameters/sendOnceKey';
import { DRY_RUN, MAX_MESSAGES } from '../../parameters/settings';
import type { Operation } from '../operation';
import { INTENT, readIntent } from './generate';

/** intent.generateAndSend: generate (section 4.3), then POST /send/text with the intent's url (section 4.1). */
export const generateAndSend: Operation = {
	name: 'Generate and Send',
	action: 'Generate and send message intent',
	subtitle: 'Generate and send intent',
	description: 'Generate a message intent and send its link to the recipient. This costs money.',
	effect: 'sends',
	costsMoney: 'Each message costs money',
	parameters: [
		...INTENT,
		ALLOWED_COUNTRIES,
		DEFAULT_COUNTRY,
		SEND_ONCE_KEY,
		MAX_MESSAGES,
		DO_NOT_SEND_TO,
		DRY_RUN,
	],
	prepare(read) {
		const body = readIntent(read);
		const { toNumber: to, fromNumber: from } = body;
		return {
			lane: to,
			preview: () => ({ to, ...lineOf(to), channel: 'intent' }),
			answerIn: ({ message }) => message as IDataObject,
			run: async (service, once) => {
				const generate = async () => await service.generateIntent(body);
				const intent = await once(generate).catch(asServiceError);
				if (intent instanceof ServiceError) {
					// Nobody got the link, whether an intent was made or not: the Send Once Key may be used again.
					const { prefix, description } = intent;
					throw intent.with({
						mayHaveBeenSent: false,
						prefix: prefix && 'This message was not sent',
						description: `${prefix ?? 'This message was not sent'}. ${description}`,
					});
				}
				const message = await service.sendText({
					to,
					message: intent.url,
					beta_features: { from, intent: true },
				});
				return { intent, message };
			},
		};
	},
};
