/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import { ServiceError } from '../protocol/errors';
import type { Server } from './context';
import { toE164 } from './sendText';

/** What a message to a trial number meets. */
type Trouble = (request: { reply: FastifyReply; body: unknown }) => Promise<void>;

const refusal =
	(status: number, code: string, message: string): Trouble =>
	async ({ reply }) => {
		if (status === 429) reply.header('retry-after', '1');
		throw new ServiceError(status, code, message);
	};

const refused = refusal(422, 'recipient_refused', 'This recipient cannot be reached.');

const noWhatsApp: Trouble = async (request) => {
	const { beta_features: features } = request.body as { beta_features?: { whatsapp?: boolean } };
	if (features?.whatsapp) await refused(request);
};

/** The last digits of a recipient, the result that a sender sees, and what makes it. */
const TRIALS: Array<[digits: string, shows: string, trouble: Trouble]> = [
	['22', 'is refused (422)', refused],
	['24', 'is refused over WhatsApp (422), sent otherwise', noWhatsApp],
	['29', 'is always rate-limited (429)', refusal(429, 'rate_limited', 'Too many requests.')],
	['03', 'fails (503)', refusal(503, 'unavailable', 'The service is not available.')],
	[
		'05',
		'is sent, but answered after 5 s',
		async () => await sleep(5_000, undefined, { ref: false }),
	],
	// Fastify no longer answers a hijacked request, so nobody does.
	['99', 'is never answered (time-out)', async ({ reply }) => void reply.hijack()],
];

/**
 * Recipients whose messages always meet the same trouble, so that people can try errors by hand. They are from the range
 * that is kept for fiction. Their last digits tell what happens: 22 as in 422, 24 beside it, 29 as in 429, 03 as in 503,
 * 05 for five seconds, 99 for never.
 */
export const TRIAL_NUMBERS = TRIALS.map(([digits, shows, trouble]) => ({
	e164: `+180855501${digits}`,
	/** For people: country code and punctuation. */
	formatted: `+1 (808) 555-01${digits}`,
	shows,
	trouble,
}));

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
