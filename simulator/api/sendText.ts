import { invalidError, ServiceError } from '../protocol/errors';
import { type BetaFeatures, withBody } from '../protocol/schemas';
import type { Channel, State } from '../state/state';
import { requireAccount, requireEnterprise } from './callers';
import type { Server } from './context';
import { INTENT_PATH } from './intents';

const FLAGS = ['intent', 'whatsapp', 'imessage'] as const;

/** Serves POST /send/text, section 4.1 of `docs/service.md`. */
export function sendText(server: Server, state: State): void {
	server.post('/send/text', { schema: withBody('POST /send/text') }, async (request) => {
		const account = requireAccount(request);
		const { message: text, beta_features: features = {} } = request.body;
		const { from, fallback } = features;

		const channel = channelOf(features);
		if (channel === 'whatsapp') requireEnterprise(request, 'Sending over WhatsApp');
		if (channel === 'intent') {
			requireEnterprise(request, 'Sending a message intent');
			checkIntentAddress(text);
		}
		const to = toE164(request.body.to);
		if (to === undefined) {
			const problem = `${request.body.to} cannot be converted to E.164.`;
			throw new ServiceError(422, 'invalid_recipient', problem);
		}

		const warning = from && warningOf(from, channel, state);
		const crumbs = state.deliver(account, { channel, from, to, text, fallback, warning });
		return { message: `Message sent to ${to}.`, crumbs };
	});
}

/** Returns the channel that the flags choose. @throws ServiceError for flags that do not go together */
function channelOf(features: BetaFeatures): Channel {
	const raised = FLAGS.filter((flag) => features[flag] === true);
	if (raised.length > 1) {
		throw invalidError(`beta_features cannot have ${raised.join(' and ')} at the same time.`);
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
		throw invalidError('message must be the url of a message intent.');
	}
}

/**
 * Returns a recipient of POST /send/text in E.164 (sections 1 and 7 of `docs/service.md`): without punctuation, and a
 * North American national number with its country code. Returns undefined where that is not enough.
 */
export function toE164(typed: string): string | undefined {
	const compact = typed.replace(/[\s().-]/g, '');
	if (/^\+[1-9]\d{6,14}$/.test(compact)) return compact;

	const national = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(compact)?.[1];
	return national && `+1${national}`;
}
