import { Type, type Static } from '@fastify/type-provider-typebox';

import { ServiceError } from '../protocol/errors';
import { Crumbs, E164, NoQuery, Strict, Text } from '../protocol/schemas';
import type { Channel, State } from '../state/state';
import { requireAccount, requireEnterprise } from './authorization';
import type { Server } from './context';
import { crumbs } from './crumbs';
import { INTENT_PATH } from './intents';
import { toE164 } from './recipient';

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

/** If combinations are allowed, the first of these wins. */
const FLAGS = ['intent', 'whatsapp', 'imessage'] as const;

/** Serves POST /send/text, section 4.1 of `docs/service.md`. */
export function sendText(server: Server, state: State): void {
	server.post(
		'/send/text',
		{ schema: { body: Body, querystring: NoQuery, response: { 200: TextSent } } },
		async (request) => {
			const account = requireAccount(request);
			const { message, beta_features: features = {} } = request.body;

			const channel = channelOf(features, state);
			if (channel === 'whatsapp') requireEnterprise(request, 'Sending over WhatsApp');
			if (channel === 'intent') {
				requireEnterprise(request, 'Sending a message intent');
				checkIntentAddress(message, state);
			}
			const to = convertedRecipient(request.body.to, state);

			const sent = state.deliver(account, {
				channel,
				from: features.from ?? state.settings.sender,
				to,
				text: message,
				...(features.fallback !== undefined && { fallback: features.fallback }),
			});

			return {
				message: `Message sent to ${sent.to}.`,
				crumbs: crumbs(account, sent.channel, state),
			};
		},
	);
}

/** Returns the channel that the flags choose. @throws ServiceError for flags that do not go together */
function channelOf(features: Static<typeof BetaFeatures>, state: State): Channel {
	const { settings } = state;
	const raised = FLAGS.filter((flag) => features[flag] === true);
	if (raised.length > 1 && !settings.allowFlagCombinations) {
		throw invalid(state, `beta_features cannot have ${raised.join(' and ')} at the same time.`);
	}

	const [channel = 'sms'] = raised;
	if (channel !== 'sms' && settings.requireFrom && features.from === undefined) {
		throw invalid(state, `beta_features.from is required for ${channel}.`);
	}

	return channel;
}

function checkIntentAddress(message: string, state: State): void {
	const { intentMessage } = state.settings;
	if (intentMessage === 'any') return;

	const address = URL.canParse(message) ? new URL(message) : undefined;
	const id = address?.searchParams.get('id');
	if (!address?.pathname.endsWith(INTENT_PATH) || !id) {
		throw invalid(state, 'message must be the url of a message intent.');
	}

	if (intentMessage === 'known' && state.findIntent(id) === undefined) {
		throw invalid(state, 'message must be the url of a message intent that was generated here.');
	}
}

function convertedRecipient(typed: string, { settings }: State): string {
	const to = toE164(typed);
	if (to === undefined) {
		throw new ServiceError(
			settings.unconvertibleStatus,
			'invalid_recipient',
			`${typed} cannot be converted to E.164.`,
		);
	}
	return to;
}

const invalid = ({ settings }: State, message: string) =>
	new ServiceError(settings.invalidStatus, 'invalid_request', message);
