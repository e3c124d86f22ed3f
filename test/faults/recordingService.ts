/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** Fields of every answer, so that one body is a good answer to each endpoint. */
const GOOD_ANSWER = JSON.stringify({
	message: 'Done',
	otp_id: 'otp-1',
	verified: true,
	url: 'http://127.0.0.1/intent',
	number: RECORD.number,
	data: { text: [RECORD], imessage: [], whatsapp: [], voice: [] },
});

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
			// The pool has another number each time: one that was adopted is not adopted again.
			const isPool = request.url?.includes('/purchasable');
			const number = String(Number(RECORD.number) + (isPool ? requests.length : 0));
			response.end(GOOD_ANSWER.replaceAll(RECORD.number, number));
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
