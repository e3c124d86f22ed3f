import { randomUUID } from 'node:crypto';

import { Type } from '@fastify/type-provider-typebox';

import { E164, NoQuery, Strict, Text } from '../protocol/schemas';
import type { Server } from './context';

/** Path of the page behind an intent's url (section 2.6 of `docs/service.md`). */
export const INTENT_PATH = '/enterprise/message/intent';

/** Answer of POST /enterprise/message/generate (section 2.6). */
const Intent = Strict({
	code: Type.Integer(),
	message: Type.String(),
	url: Type.String(),
	options: Strict({
		name: Type.String(),
		to: Type.String(),
		from: Type.String(),
		id: Type.String(),
		option: Type.String(),
	}),
});

/** Serves POST /enterprise/message/generate, section 4.3. */
export function intents(server: Server): void {
	const optional = Type.Optional(Text);
	const body = Strict({
		toNumber: E164,
		fromNumber: Type.Optional(E164),
		embedText: optional,
		imageURL: optional,
		companyName: optional,
		option: optional,
	});

	server.post(
		'/enterprise/message/generate',
		{
			config: { enterprise: true },
			schema: { body, querystring: NoQuery, response: { 200: Intent } },
		},
		async (request) => {
			const { toNumber, fromNumber = '' } = request.body;
			const { embedText = '', imageURL = '', companyName = '', option = '' } = request.body;

			const id = randomUUID();
			const parameters = { id, fromNumber, toNumber, companyName, option, embedText, imageURL };
			const query = new URLSearchParams(parameters);
			const url = `${request.protocol}://${request.host}${INTENT_PATH}?${query}`;

			return {
				code: 200,
				message: 'Message intent generated.',
				url,
				options: { name: companyName, to: toNumber, from: fromNumber, id, option },
			};
		},
	);
}
