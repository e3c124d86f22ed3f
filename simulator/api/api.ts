/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { OutgoingHttpHeaders } from 'node:http';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { FaultQueue } from '../faults/faultQueue';
import { keepWaiting, play, type Answer } from '../faults/play';
import { ServiceError } from '../protocol/errors';
import type { Recorder } from '../state/recorder';
import type { State } from '../state/state';
import { readAuthorization, requireAccount, requireEnterprise } from './authorization';
import type { Server } from './context';
import { intents } from './intents';
import { waitOut } from './latency';
import { leases } from './leases';
import { otps } from './otps';
import { sendText } from './sendText';
import { trials } from './trials';

/** The endpoints of section 4 under the prefix, with their log and the faults that are played on them. */
export async function serviceApi(
	server: Server,
	{ state, recorder, faults }: { state: State; recorder: Recorder; faults: FaultQueue },
): Promise<void> {
	const { settings } = state;

	server.addHook('onRequest', async (request, reply) => {
		const { authorization: header, ...headers } = request.headers;
		const { scheme, account } = readAuthorization(header, settings.accounts);
		request.account = account;
		const recording = recorder.receive(
			{
				method: request.method,
				url: request.raw.url ?? '',
				headers,
				authorization: { scheme, account: account?.name ?? null },
			},
			endpointOf(request, settings.prefix),
		);
		request.recording = recording;
		const { raw } = reply;
		raw.once('close', () => recording.end(raw.writableFinished ? raw.statusCode : null));
	});

	server.addHook('preValidation', async (request, reply) => {
		const fault = faults.take({
			method: request.method,
			path: decodedPath(request, settings.prefix),
			body: request.body,
		});
		if (request.recording) {
			request.recording.record.body = request.body;
			request.recording.record.faultId = fault?.id ?? null;
		}
		if (settings.latencyMs > 0 && request.recording) {
			await waitOut(request.recording.record.receivedAt, settings.latencyMs);
		}
		if (!fault) return;

		if (fault.spec.when === 'after') {
			request.faultAfter = fault;
			return;
		}
		await keepWaiting(fault, reply.raw);
		if (fault.spec.kind === 'delay') return;
		reply.hijack();
		await play(fault.spec, reply.raw);
	});

	server.addHook('preValidation', async (request) => {
		requireAccount(request);
		if (request.routeOptions.config.enterprise) requireEnterprise(request);
		if (request.routeOptions.schema?.body === undefined && hasBody(request)) {
			throw new ServiceError(
				settings.invalidStatus,
				'invalid_request',
				'This endpoint takes no body.',
			);
		}
	});

	server.addHook('onSend', async (request, reply, payload) => {
		if (reply.statusCode < 300) request.recording?.act();
		const { faultAfter } = request;
		if (!faultAfter) return payload;
		await keepWaiting(faultAfter, reply.raw);
		if (faultAfter.spec.kind === 'delay') return payload;
		await play(faultAfter.spec, reply.raw, answerOf(reply, payload));
		// The fault has taken the connection: Fastify must never get to write its own answer.
		return await new Promise<never>(() => {});
	});

	// So that unknown paths are in the log of requests too; they are refused before they get here.
	server.setNotFoundHandler(() => undefined);

	trials(server, settings);
	sendText(server, state);
	otps(server, state);
	intents(server, state);
	leases(server, state);
}

/** `POST /enterprise/lease/register/{number}`, as section 4 names its endpoints. */
function endpointOf({ method, routeOptions }: FastifyRequest, prefix: string): string | undefined {
	const path = routeOptions.url?.slice(prefix.length).replace(/:(\w+)/g, '{$1}');
	return path && `${method} ${path}`;
}

function decodedPath(request: FastifyRequest, prefix: string): string {
	const [path = ''] = (request.raw.url ?? '').split('?', 1);
	return decodeURIComponent(path.slice(prefix.length));
}

function hasBody({ headers }: FastifyRequest): boolean {
	return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function answerOf(reply: FastifyReply, payload: unknown): Answer {
	return {
		status: reply.statusCode,
		headers: { ...reply.getHeaders() } as OutgoingHttpHeaders,
		body: typeof payload === 'string' ? payload : '',
	};
}
