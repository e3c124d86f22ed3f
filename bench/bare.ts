/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { Agent, request } from 'node:http';

import { simulatorCredential } from '../playground/src/simulatorCredential';
import { crew } from './crew';

/** What is sent, where to, and how many at once. */
export interface Bare {
	/** `{base_url}` of the simulator. */
	service: string;
	/** Maximum number of requests at the same time. */
	concurrency: number;
}

/**
 * Sends messages with Node.js alone, with one connection for each, as n8n's helper does. No node can be faster: this
 * is the time of the machine, its network and the simulator.
 */
export async function sendBare(
	{ service, concurrency }: Bare,
	messages: Array<{ to: string; text: string }>,
): Promise<void> {
	const { authScheme, apiToken } = simulatorCredential(service);
	const headers = {
		Authorization: `${authScheme} ${apiToken}`,
		'Content-Type': 'application/json',
	};
	const agent = new Agent({ maxSockets: concurrency });
	await crew(messages, concurrency, async ({ to, text }) => {
		await post(`${service}/send/text`, headers, agent, JSON.stringify({ to, message: text }));
	});
	agent.destroy();
}

async function post(
	url: string,
	headers: Record<string, string>,
	agent: Agent,
	body: string,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
			if (answer.statusCode !== 200) reject(new Error(`bare: status ${answer.statusCode}`));
			answer.once('end', resolve).once('error', reject).resume();
		});
		sent.once('error', reject).end(body);
	});
}
