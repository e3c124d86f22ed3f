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

/** Stands for the service's answer where the service was not asked. */
const PLACEHOLDER: Answer = {
	status: 200,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: '{"message":"A requested fault."}',
};

const WEB_PAGE =
	'<!doctype html><html><head><title>Welcome</title></head><h1>It works!</h1></html>';

/**
 * Plays a fault on a connection in place of an answer.
 * @param real the service's own answer, which the fault spoils
 */
export async function play(
	spec: FaultSpec,
	response: ServerResponse,
	real: Answer = PLACEHOLDER,
): Promise<void> {
	const { kind, intervalMs } = spec;
	if (kind === 'hang') return;
	if (kind === 'reset') {
		response.socket?.resetAndDestroy();
		return;
	}

	const { status, headers, body } = spoiled(spec, real);
	const sent = kind === 'truncatedJson' ? firstHalf(body) : body;
	// A spoiled body has another length than the real one.
	response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(sent) });
	if (kind === 'truncatedBody') response.write(firstHalf(body), () => response.socket?.destroy());
	else if (kind === 'slowBody') await drip(response, body, intervalMs ?? 100);
	else response.end(sent);
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

/** Sends a body in about twenty pieces. */
async function drip(response: ServerResponse, body: string, intervalMs: number): Promise<void> {
	const bytes = Buffer.from(body);
	const pieceLength = Math.max(1, Math.ceil(bytes.length / 20));
	for (let start = 0; start < bytes.length && !response.destroyed; start += pieceLength) {
		response.write(bytes.subarray(start, start + pieceLength));
		await sleep(intervalMs, undefined, { ref: false });
	}
	response.end();
}

const firstHalf = (body: string) => body.slice(0, Math.ceil(body.length / 2));
