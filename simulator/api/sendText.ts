import { Type, type Static } from '@fastify/type-provider-typebox';

import { invalid, ServiceError } from '../protocol/errors';
import { Crumbs, E164, NoQuery, Strict, Text } from '../protocol/schemas';
import type { Channel, State } from '../state/state';
import { requireAccount, requireEnterprise } from './authorization';
import type { Server } from './context';
import { crumbs } from './crumbs';
import { INTENT_PATH } from './intents';
import { SENDER, toE164 } from './recipient';

const BetaFeatures = Strict({
	from: Type.Optional(E164),
	imessage: Type.Optional(Type.Boolean()),
	whatsapp: Type.Optional(Type.Boolean()),
	fallback: Type.Optional(Type.Boolean()),
	intent: Type.Optional(Type.Boolean()),
});

const Body = Strict({
	to: Text,
	message: Text,
	beta_features: Type.Optional(BetaFeatures),
});

const TextSent = Strict({ message: Type.String(), crumbs: Crumbs });

const FLAGS = ['intent', 'whatsapp', 'imessage'] as const;

/** Serves POST /send/text, section 4.1 of `docs/service.md`. */
export function sendText(server: Server, state: State): void {
	server.post(
		'/send/text',
		{ schema: { body: Body, querystring: NoQuery, response: { 200: TextSent } } },
		async (request) => {
			const account = requireAccount(request);
			const { message, beta_features: features = {} } = request.body;

			const channel = channelOf(features);
			if (channel === 'whatsapp') requireEnterprise(request, 'Sending over WhatsApp');
			if (channel === 'intent') {
				requireEnterprise(request, 'Sending a message intent');
				checkIntentAddress(message);
			}
			const to = convertedRecipient(request.body.to);

			const sent = state.deliver(account, {
				channel,
				from: features.from ?? SENDER,
				to,
				text: message,
				...(features.fallback !== undefined && { fallback: features.fallback }),
				...(features.from !== undefined && { warning: warningOf(features.from, channel, state) }),
			});

			return {
				message: `Message sent to ${sent.to}.`,
				crumbs: crumbs(account, sent.channel, state),
			};
		},
	);
}

/** Returns the channel that the flags choose. @throws ServiceError for flags that do not go together */
function channelOf(features: Static<typeof BetaFeatures>): Channel {
	const raised = FLAGS.filter((flag) => features[flag] === true);
	if (raised.length > 1) {
		throw invalid(`beta_features cannot have ${raised.join(' and ')} at the same time.`);
	}

	return raised[0] ?? 'sms';
}

/** Returns why a service would hardly send from this number; undefined where it would. */
function warningOf(from: string, channel: Channel, { pool }: State): string | undefined {
	const supports = pool.supportsOf(from);
	if (!supports) return 'Its sender is no number that you lease: a service may refuse it.';
	return channel === 'sms' || channel === 'intent' || supports.includes(channel)
		? undefined
		: `Its sender does not support ${channel}: a service may refuse it.`;
}

/** Refuses an intent send whose message is no address of an intent. */
function checkIntentAddress(message: string): void {
	const address = URL.canParse(message) ? new URL(message) : undefined;
	if (!address?.pathname.endsWith(INTENT_PATH) || !address.searchParams.get('id')) {
		throw invalid('message must be the url of a message intent.');
	}
}

function convertedRecipient(typed: string): string {
	const to = toE164(typed);
	if (to !== undefined) return to;
	throw new ServiceError(422, 'invalid_recipient', `${typed} cannot be converted to E.164.`);
}
