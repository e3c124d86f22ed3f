import { randomUUID } from 'node:crypto';

import { withBody } from '../protocol/schemas';
import type { Server } from './context';

/** Path of the page behind an intent's url (section 2.6 of `docs/service.md`). */
export const INTENT_PATH = '/enterprise/message/intent';

/** Serves POST /enterprise/message/generate, section 4.3. */
export function intents(server: Server): void {
	server.post(
		'/enterprise/message/generate',
		{ config: { enterprise: true }, schema: withBody('POST /enterprise/message/generate') },
		async ({ body, protocol, host }) => {
			const { toNumber, fromNumber = '', companyName = '', option = '' } = body;
			const { embedText = '', imageURL = '' } = body;

			const id = randomUUID();
			const parameters = { id, fromNumber, toNumber, companyName, option, embedText, imageURL };
			const query = new URLSearchParams(parameters);
			return {
				code: 200,
				message: 'Message intent generated.',
				url: `${protocol}://${host}${INTENT_PATH}?${query}`,
				options: { name: companyName, to: toNumber, from: fromNumber, id, option },
			};
		},
	);
}
