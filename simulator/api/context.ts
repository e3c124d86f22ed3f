/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { FastifyInstance, FastifyBaseLogger, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';

import type { Fault } from '../faults/faults';
import type { Account } from '../settings/settings';
import type { RequestRecording } from '../state/recorder';

declare module 'fastify' {
	interface FastifyRequest {
		/** The account of its token; undefined for an unknown token. */
		account: Account | undefined;
		/** Set on requests to the service alone, not on those for the inbox or the control routes. */
		recording: RequestRecording | undefined;
		/** The fault that is played once the service has acted. */
		faultAfter: Fault | undefined;
	}

	interface FastifyContextConfig {
		/** Whether section 4 of `docs/service.md` marks the endpoint as Enterprise. */
		enterprise?: boolean;
	}
}

/** Fastify with bodies, queries and answers typed from their schemas. */
export type Server = FastifyInstance<
	RawServerDefault,
	IncomingMessage,
	ServerResponse,
	FastifyBaseLogger,
	TypeBoxTypeProvider
>;
