/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { FastifyInstance, FastifyBaseLogger, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';

import type { Fault } from '../faults/fault';
import type { Account } from '../settings/settings';
import type { RequestRecording } from '../state/recorder';

declare module 'fastify' {
	interface FastifyRequest {
		/** Whose token it carries; undefined for none that is known. */
		account: Account | undefined;
		/** Set on requests to the service alone, not on those to the inbox or the control routes. */
		recording: RequestRecording | undefined;
		/** Played once the service has acted. */
		faultAfter: Fault | undefined;
	}

	interface FastifyContextConfig {
		/** Whether the endpoint is marked Enterprise in section 4. */
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
