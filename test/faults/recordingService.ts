/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import * as endpoints from '../../nodes/MessagingService/service/endpoints';
import type { Endpoint, Needs } from '../../nodes/MessagingService/transport/request';
import { requestLine } from '../support/operations';

/** A request, byte for byte as it arrived. */
export interface RawRequest {
	method: string;
	/** Path and query as they stood in the request line. */
	url: string;
	/** Names and values in turn, as they stood on the wire. */
	rawHeaders: string[];
	body: string;
}

/** A service that takes everything, so that what arrives is what the node lets through. */
export interface RecordingService {
	readonly baseUrl: string;
	readonly requests: RawRequest[];
	stop(): Promise<void>;
}

const RECORD = { type: 'text', number: '12125550101', data: { status: 'available' } };

const VALUES = { string: 'Text', number: 1, boolean: true, list: [RECORD] };

/** Returns an answer that holds what an endpoint needs, and a number. */
const answerTo = (needs: Needs = {}): object => ({
	number: RECORD.number,
	...Object.fromEntries(
		Object.entries(needs).map(([name, need]) => [
			name,
			typeof need === 'string' ? VALUES[need] : answerTo(need),
		]),
	),
});

/** Every endpoint that the nodes use. */
const ENDPOINTS = Object.values<Endpoint>(endpoints);

/** Starts it on 127.0.0.1, on any free port. */
export async function startRecordingService(): Promise<RecordingService> {
	const requests: RawRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			requests.push({
				method: request.method ?? '',
				url: request.url ?? '',
				rawHeaders: request.rawHeaders,
				body: Buffer.concat(chunks).toString(),
			});
			response.setHeader('content-type', 'application/json');
			const line = `${request.method} ${request.url}`;
			const asked = ENDPOINTS.find((endpoint) => requestLine(endpoint).test(line));
			// The pool has another number each time: one that was adopted is not adopted again.
			const isPool = request.url?.includes('/purchasable');
			const number = String(Number(RECORD.number) + (isPool ? requests.length : 0));
			response.end(JSON.stringify(answerTo(asked?.needs)).replaceAll(RECORD.number, number));
		});
	}).listen(0, '127.0.0.1');

	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}
