import fastify from 'fastify';
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

/** Makes a server that types bodies, queries and answers from their schemas. */
export const newServer = () =>
	fastify({
		exposeHeadRoutes: false,
		// A busy machine may take long to start it, so there is no limit.
		pluginTimeout: 0,
		// Hung requests and open event streams must not keep the server from closing.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 1000 },
	}).withTypeProvider<TypeBoxTypeProvider>();
export type Server = ReturnType<typeof newServer>;
