/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

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
function spoiled({ kind, status, headers, body, location }: FaultSpec, real: Answer): Answer {
	switch (kind) {
		case 'html':
			return {
				status: status ?? 200,
				headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
				body: typeof body === 'string' ? body : WEB_PAGE,
			};
		case 'empty':
			return { status: status ?? 200, headers: { ...headers }, body: '' };
		case 'redirect':
			return { status: status ?? 302, headers: { location, ...headers }, body: '' };
		default: {
			const own = typeof body === 'string' ? { 'content-type': 'text/plain' } : real.headers;
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			return {
				status: status ?? real.status,
				headers: { ...own, ...headers },
				body: body === undefined ? real.body : text,
			};
		}
	}
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
