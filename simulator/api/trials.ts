/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply } from 'fastify';

import { ServiceError } from '../protocol/errors';
import { SLOW_MS, TRIAL_NUMBERS, type TrialNumber } from '../settings/trialNumbers';
import type { Server } from './context';
import { toE164 } from './recipient';

/** Gives every request with a trial number its trouble. */
export function trials(server: Server): void {
	// A wrong token or body has been refused by then.
	server.addHook('preHandler', async (request, reply) => {
		const recipient = recipientOf(request.body);
		const trial = TRIAL_NUMBERS.find(({ e164 }) => e164 === recipient);
		if (trial) await TROUBLES[trial.trouble]({ reply, body: request.body });
	});
}

/** A request with a trial number. */
interface Trial {
	reply: FastifyReply;
	body: unknown;
}

const TROUBLES: Record<TrialNumber['trouble'], (trial: Trial) => Promise<void>> = {
	refused: async () => {
		throw new ServiceError(422, 'recipient_refused', 'This recipient cannot be reached.');
	},
	noWhatsApp: async ({ body }) => {
		const { beta_features: features } = body as { beta_features?: { whatsapp?: boolean } };
		if (!features?.whatsapp) return;
		throw new ServiceError(422, 'recipient_refused', 'This recipient has no WhatsApp.');
	},
	limited: async ({ reply }) => {
		reply.header('retry-after', '1');
		throw new ServiceError(429, 'rate_limited', 'The rate limit was reached.');
	},
	failing: async () => {
		throw new ServiceError(503, 'unavailable', 'The service is not available at the moment.');
	},
	slow: async () => await sleep(SLOW_MS, undefined, { ref: false }),
	// Fastify no longer answers a hijacked request, so nobody does.
	silent: async ({ reply }) => {
		reply.hijack();
	},
};

/** Returns the recipient in a request's body, in E.164; undefined where it has none. */
function recipientOf(body: unknown): string | undefined {
	const { to, toNumber } = (body ?? {}) as { to?: unknown; toNumber?: unknown };
	const recipient = to ?? toNumber;
	return typeof recipient === 'string' ? toE164(recipient) : undefined;
}
