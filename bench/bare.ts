/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import http from 'node:http';
import https from 'node:https';

import { simulatorCredential } from '../playground/src/simulatorCredential';
import { crew } from './crew';

/** Where messages are sent with Node.js alone, and how. */
export interface Bare {
	/** `{base_url}` of the simulator. */
	service: string;
	/** Maximum number of requests at the same time. */
	concurrency: number;
	/** Whether connections are used again; n8n's helper makes a new one for each request. */
	keepAlive: boolean;
}

/**
 * Sends messages with Node.js alone. With a connection (and a TLS handshake) for each message, as n8n's helper has it,
 * no node can be faster: this is the time that the machine, its network and the simulator take.
 */
export async function sendBare(
	{ service, concurrency, keepAlive }: Bare,
	messages: Array<{ to: string; text: string }>,
): Promise<void> {
	const { authScheme, apiToken } = simulatorCredential(service);
	const headers = {
		Authorization: `${authScheme} ${apiToken}`,
		'Content-Type': 'application/json',
	};

	const { Agent, request } = service.startsWith('https:') ? https : http;
	// A limit on the number of connections would also let Node.js use them again.
	const agent = new Agent(
		keepAlive ? { keepAlive, maxSockets: concurrency } : { maxCachedSessions: 0 },
	);

	const post = async (body: string) => {
		await new Promise<void>((resolve, reject) => {
			const options = { method: 'POST', agent, headers };
			const sent = request(`${service}/send/text`, options, (answer) => {
				if (answer.statusCode !== 200) reject(new Error(`bare: status ${answer.statusCode}`));
				answer.once('end', resolve).once('error', reject).resume();
			});
			sent.once('error', reject).end(body);
		});
	};

	await crew(messages, concurrency, async ({ to, text }) => {
		await post(JSON.stringify({ to, message: text }));
	});
	agent.destroy();
}
