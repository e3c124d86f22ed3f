import fastify, { type FastifyError, type FastifyRequest } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';

import { serviceApi } from './api/api';
import { control } from './control';
import { FaultQueue } from './faults/faultQueue';
import { pages } from './inbox/pages';
import type { Parts } from './parts';
import { notFound, ServiceError } from './protocol/errors';
import { refuseForeign } from './protocol/ownMachine';
import { explain } from './protocol/refusals';
import { validatorOf } from './protocol/validators';
import type { Settings } from './settings/settings';
import { Recorder } from './state/recorder';
import { State } from './state/state';

/**
 * Builds a simulator that is not listening yet.
 * @param domain whose names lead here beside those of this machine
 */
export function build(settings: Settings, domain?: string): Parts {
	const server = fastify({
		exposeHeadRoutes: false,
		// A busy machine may take long to start it, so there is no limit.
		pluginTimeout: 0,
		// Hung requests and open event streams must not keep the server from closing.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 1000 },
	}).withTypeProvider<TypeBoxTypeProvider>();

	const parts: Parts = {
		server,
		state: new State(settings),
		recorder: new Recorder(settings.requestLogLimit),
		faults: new FaultQueue(),
	};

	server.setValidatorCompiler(validatorOf);
	// Text and forms are parsed by default; the service takes only JSON.
	server.removeContentTypeParser('text/plain');
	server.decorateRequest('account', undefined);
	server.decorateRequest('recording', undefined);
	server.decorateRequest('faultAfter', undefined);

	server.setErrorHandler<FastifyError>((error, request, reply) => {
		const status = error.validation ? 400 : (error.statusCode ?? 500);
		const code = error instanceof ServiceError ? error.code : 'invalid_request';
		return reply.code(status).send({ error: { code, message: messageOf(error, request) } });
	});

	server.addHook('onRequest', async (request) => refuseForeign(request.headers, domain));
	// An unknown path is refused before its body is read.
	server.addHook('preParsing', async ({ is404 }) => {
		if (is404) throw notFound('There is no such endpoint.');
	});

	void server.register(serviceApi, parts);
	void server.register(control, { ...parts, prefix: '/_simulator' });
	void server.register(pages, parts);

	return parts;
}

/** Returns the text of an error: of a request that its schema refuses, what is wrong with it. */
function messageOf(
	{ validation, validationContext, message }: FastifyError,
	{ body, query, params, headers }: FastifyRequest,
): string {
	if (!validation || !validationContext) return message;

	const checked = { body, querystring: query, params, headers }[validationContext];
	return explain(validation, validationContext, checked);
}
