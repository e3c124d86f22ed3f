import { Value } from '@sinclair/typebox/value';
import type { FastifyError } from 'fastify';
import type { TSchema } from '@fastify/type-provider-typebox';

import { serviceApi } from './api/api';
import { newServer, type Server } from './api/context';
import { control } from './control';
import { Faults } from './faults/faults';
import { pages } from './inbox/pages';
import { invalidError, notFoundError, ServiceError } from './protocol/errors';
import { refuseForeign } from './protocol/ownMachine';
import type { Settings } from './settings/settings';
import { Recorder } from './state/recorder';
import { State } from './state/state';

/** The parts of a simulator that is not listening yet. */
export interface Parts {
	server: Server;
	state: State;
	recorder: Recorder;
	faults: Faults;
	/** Resets all parts to their start: no messages, no log, no faults, every number available. */
	reset(): void;
}

/**
 * Builds a simulator that is not listening yet.
 * @param domain whose names lead here beside those of this machine
 */
export function build(settings: Settings, domain?: string): Parts {
	const server = newServer();
	const state = new State(settings);
	const recorder = new Recorder(settings.historyLimit);
	const faults = new Faults();
	const reset = () => [faults, recorder, state].forEach((part) => part.reset());
	const parts = { server, state, recorder, faults, reset };

	// Nothing is compiled: tests start many simulators with few requests each.
	server.setValidatorCompiler(({ schema }) => (checked: unknown) => {
		const wrong = Value.Errors(schema as TSchema, checked).First();
		return wrong
			? { error: invalidError(`${wrong.path || 'The request'}: ${wrong.message}`) }
			: { value: checked };
	});
	server.setSerializerCompiler(() => JSON.stringify);
	// Text and forms are parsed by default; the service takes only JSON.
	server.removeContentTypeParser('text/plain');
	server.decorateRequest('account', undefined);
	server.decorateRequest('recording', undefined);
	server.decorateRequest('faultAfter', undefined);

	server.setErrorHandler<FastifyError>((error, _request, reply) => {
		const code = error instanceof ServiceError ? error.code : 'invalid_request';
		const { statusCode = 500, message } = error;
		return reply.code(statusCode).send({ error: { code, message } });
	});

	server.addHook('onRequest', async (request) => refuseForeign(request.headers, domain));
	// An unknown path is refused before its body is read.
	server.addHook('preParsing', async ({ is404 }) => {
		if (is404) throw notFoundError('There is no such endpoint.');
	});

	void server.register(serviceApi, parts);
	void server.register(control, { ...parts, prefix: '/_simulator' });
	void server.register(pages, parts);

	return parts;
}
