/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import { ServiceError } from '../protocol/errors';
import type { Server } from './context';
import { toE164 } from './sendText';

/** Milliseconds until a message to the slow recipient is answered. */
const SLOW_MS = 5_000;

/** What a message to a trial number meets. */
type Trouble = (request: { reply: FastifyReply; body: unknown }) => Promise<void>;

const refusal =
	(status: number, code: string, message: string, headers = {}): Trouble =>
	async ({ reply }) => {
		reply.headers(headers);
		throw new ServiceError(status, code, message);
	};

const noWhatsApp: Trouble = async (request) => {
	const { beta_features: features } = request.body as { beta_features?: { whatsapp?: boolean } };
	if (!features?.whatsapp) return;
	await refusal(422, 'recipient_refused', 'This recipient has no WhatsApp.')(request);
};

const trial = (digits: string, shows: string, trouble: Trouble) => ({
	e164: `+180855501${digits}`,
	/** For people: country code and punctuation. */
	formatted: `+1 (808) 555-01${digits}`,
	/** The result that a sender sees, in words. */
	shows,
	trouble,
});

/**
 * Recipients whose messages always meet the same trouble, so that people can try errors by hand. They are from the range
 * that is kept for fiction. Their last digits tell what happens: 22 as in 422, 24 beside it, 29 as in 429, 03 as in 503,
 * 05 for five seconds, 99 for never.
 */
export const TRIAL_NUMBERS = [
	trial(
		'22',
		'is refused (422)',
		refusal(422, 'recipient_refused', 'This recipient cannot be reached.'),
	),
	trial('24', 'is refused over WhatsApp (422), sent otherwise', noWhatsApp),
	trial(
		'29',
		'is always rate-limited (429)',
		refusal(429, 'rate_limited', 'The rate limit was reached.', { 'retry-after': '1' }),
	),
	trial(
		'03',
		'fails (503)',
		refusal(503, 'unavailable', 'The service is not available at the moment.'),
	),
	trial('05', 'is sent, but answered after 5 s', async () => {
		await sleep(SLOW_MS, undefined, { ref: false });
	}),
	// Fastify no longer answers a hijacked request, so nobody does.
	trial('99', 'is never answered (time-out)', async ({ reply }) => {
		reply.hijack();
	}),
];

/** Gives every request with a trial number its trouble. */
export function trials(server: Server): void {
	// A wrong token or body has been refused by then.
	server.addHook('preHandler', async ({ body }, reply) => {
		const { to, toNumber } = (body ?? {}) as { to?: unknown; toNumber?: unknown };
		const recipient = toE164(String(to ?? toNumber));
		const found = TRIAL_NUMBERS.find(({ e164 }) => e164 === recipient);
		await found?.trouble({ reply, body });
	});
}
