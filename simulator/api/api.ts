/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Faults } from '../faults/faults';
import { play, type Answer } from '../faults/play';
import { invalidError } from '../protocol/errors';
import type { Settings } from '../settings/settings';
import type { Recorder } from '../state/recorder';
import type { Parts } from '../server';
import { readAuthorization, requireAccount, requireEnterprise } from './callers';
import type { Server } from './context';
import { intents } from './intents';
import { leases } from './leases';
import { otps } from './otps';
import { sendText } from './sendText';
import { trials } from './trials';

/** Serves the endpoints of section 4 of `docs/service.md`, with their log and the faults that are played on them. */
export async function serviceApi(
	server: Server,
	{ state, recorder, faults }: Parts,
): Promise<void> {
	// Fastify calls hooks of one kind in the order in which they were added.
	recordRequests(server, state.settings, recorder);
	playFaultsBefore(server, state.settings, faults);
	checkCallers(server);
	playFaultsAfter(server);

	// With a handler here, requests for unknown paths are recorded too. They are refused before it is called.
	server.setNotFoundHandler(() => undefined);

	trials(server);
	sendText(server, state);
	otps(server, state);
	intents(server);
	leases(server, state);
}

/** Records each request from its first line to the end of its connection. */
function recordRequests(server: Server, { accounts }: Settings, recorder: Recorder): void {
	server.addHook('onRequest', async (request, { raw }) => {
		const { authorization, ...headers } = request.headers;
		const { scheme, account } = readAuthorization(authorization, accounts);
		const { method } = request;
		const recording = recorder.receive(
			request.raw.url ?? '',
			{ method, headers, authorization: { scheme, account: account?.name ?? null } },
			endpointOf(request),
		);
		request.account = account;
		request.recording = recording;
		raw.once('close', () => recording.end(raw.writableFinished ? raw.statusCode : null));
	});
}

/** Chooses the fault of a request, and plays it now if it goes wrong before the service acts. */
function playFaultsBefore(server: Server, { latencyMs }: Settings, faults: Faults): void {
	server.addHook('preValidation', async (request, reply) => {
		const { method, body, recording } = request;
		const fault = faults.take({ method, path: decodedPath(request), body });
		if (recording) recording.record.body = body;
		if (latencyMs > 0) await sleep(latencyMs, undefined, { ref: false });
		if (!fault) return;

		if (fault.spec.when === 'after') {
			request.faultAfter = fault;
			return;
		}

		await fault.gate.pass(reply.raw);
		if (fault.spec.kind === 'delay') return;
		reply.hijack();
		await play(fault.spec, reply.raw);
	});
}

/** Refuses unknown callers, plans without the endpoint, and bodies where none belongs. */
function checkCallers(server: Server): void {
	server.addHook('preValidation', async (request) => {
		const { config, schema } = request.routeOptions;
		requireAccount(request);
		if (config.enterprise) requireEnterprise(request);
		if (schema?.body === undefined && hasBody(request)) {
			throw invalidError('This endpoint takes no body.');
		}
	});
}

/** Plays the faults that go wrong once the service has acted. */
function playFaultsAfter(server: Server): void {
	server.addHook('onSend', async ({ recording, faultAfter }, reply, payload) => {
		if (reply.statusCode < 300) recording?.act();
		if (!faultAfter) return payload;

		await faultAfter.gate.pass(reply.raw);
		if (faultAfter.spec.kind === 'delay') return payload;

		await play(faultAfter.spec, reply.raw, answerOf(reply, payload));
		// The fault has taken the connection, so Fastify must not write its own answer: this never ends.
		return await new Promise<never>(() => {});
	});
}

/** Returns the endpoint's name as section 4 writes it: `POST /enterprise/lease/register/{number}`. */
function endpointOf({ method, routeOptions }: FastifyRequest): string | undefined {
	const path = routeOptions.url?.replace(/:(\w+)/g, '{$1}');
	return path && `${method} ${path}`;
}

const decodedPath = ({ raw }: FastifyRequest) =>
	decodeURIComponent((raw.url ?? '').split('?', 1)[0]);

const hasBody = ({ headers }: FastifyRequest) =>
	headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const answerOf = (reply: FastifyReply, payload: unknown): Answer => ({
	status: reply.statusCode,
	headers: { ...reply.getHeaders() } as OutgoingHttpHeaders,
	body: typeof payload === 'string' ? payload : '',
});
