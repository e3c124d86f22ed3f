/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Fault } from './fault';
import type { FaultSpec } from './schema';

/** An answer before it goes out. */
export interface Answer {
	status: number;
	headers: OutgoingHttpHeaders;
	body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Stands for the service's answer where the service was not asked. */
const PLACEHOLDER: Answer = {
	status: 200,
	headers: { 'content-type': JSON_TYPE },
	body: JSON.stringify({ message: 'A requested fault.' }),
};

const WEB_PAGE =
	'<!doctype html>\n<html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>\n';

/** Waits as long as a fault keeps its request waiting: until its gate is open, and then its delay. */
export async function keepWaiting({ spec, gate }: Fault, response: ServerResponse): Promise<void> {
	await gate.pass(response);
	if (spec.delayMs) await sleep(spec.delayMs, undefined, { ref: false });
}

/**
 * Plays a fault on a connection in place of an answer.
 * @param real the service's own answer, which the fault spoils
 */
export async function play(
	spec: FaultSpec,
	response: ServerResponse,
	real: Answer = PLACEHOLDER,
): Promise<void> {
	const answer = spoiled(spec, real);
	const { socket } = response;

	switch (spec.kind) {
		case 'hang':
			return;
		case 'reset':
			socket?.resetAndDestroy();
			return;
		case 'truncatedBody':
			response.writeHead(answer.status, headersOf(answer));
			response.write(firstHalf(answer.body), () => socket?.destroy());
			return;
		case 'truncatedJson':
			send(response, { ...answer, body: firstHalf(answer.body) });
			return;
		case 'slowBody':
			await drip(response, answer, spec.intervalMs ?? 100);
			return;
		default:
			send(response, answer);
	}
}

/** Returns the answer that the fault makes of the real one. */
function spoiled(spec: FaultSpec, real: Answer): Answer {
	switch (spec.kind) {
		case 'html':
			return {
				status: spec.status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8', ...spec.headers },
				body: typeof spec.body === 'string' ? spec.body : WEB_PAGE,
			};
		case 'empty':
			return { status: spec.status ?? 200, headers: { ...spec.headers }, body: '' };
		case 'redirect':
			return {
				status: spec.status ?? 302,
				headers: { location: spec.location, ...spec.headers },
				body: '',
			};
		default:
			return {
				status: spec.status ?? real.status,
				headers: {
					...(typeof spec.body === 'string' ? { 'content-type': 'text/plain' } : real.headers),
					...spec.headers,
				},
				body: bodyOf(spec, real),
			};
	}
}

/** Returns the body that the fault names, else the real one. */
function bodyOf({ body }: FaultSpec, real: Answer): string {
	if (body === undefined) return real.body;
	return typeof body === 'string' ? body : JSON.stringify(body);
}

function send(response: ServerResponse, answer: Answer): void {
	response.writeHead(answer.status, headersOf(answer));
	response.end(answer.body);
}

/** Sends an answer in about twenty pieces. */
async function drip(response: ServerResponse, answer: Answer, intervalMs: number): Promise<void> {
	const bytes = Buffer.from(answer.body);
	const pieceLength = Math.max(1, Math.ceil(bytes.length / 20));

	response.writeHead(answer.status, headersOf(answer));
	for (let start = 0; start < bytes.length && !response.destroyed; start += pieceLength) {
		response.write(bytes.subarray(start, start + pieceLength));
		await sleep(intervalMs, undefined, { ref: false });
	}
	response.end();
}

/** Returns the headers with the length of this body: a spoiled body has another one than the real body. */
function headersOf({ headers, body }: Answer): OutgoingHttpHeaders {
	return { ...headers, 'content-length': Buffer.byteLength(body) };
}

const firstHalf = (body: string) => body.slice(0, Math.ceil(body.length / 2));
