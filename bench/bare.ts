/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { Agent, request } from 'node:http';

import { simulatorCredential } from '../playground/src/simulatorCredential';

/** A message to send. */
export interface Message {
	to: string;
	text: string;
}

/**
 * Sends messages with Node.js alone, with a new connection for each, as n8n's helper has it. No node can be faster: this
 * is the time that the machine and the simulator take.
 * @param service `{base_url}` of the simulator
 * @param concurrency maximum number of requests at the same time
 */
export async function sendBare(
	service: string,
	concurrency: number,
	messages: Message[],
): Promise<void> {
	const { authScheme, apiToken } = simulatorCredential(service);
	const headers = {
		Authorization: `${authScheme} ${apiToken}`,
		'Content-Type': 'application/json',
	};
	const agent = new Agent();

	const post = async ({ to, text }: Message) => {
		await new Promise<void>((resolve, reject) => {
			const sent = request(`${service}/send/text`, { method: 'POST', agent, headers }, (answer) => {
				if (answer.statusCode !== 200) reject(new Error(`bare: status ${answer.statusCode}`));
				answer.once('end', resolve).once('error', reject).resume();
			});
			sent.once('error', reject).end(JSON.stringify({ to, message: text }));
		});
	};

	// All lanes take from one iterator.
	const queue = messages.values();
	const lane = async () => {
		for (const message of queue) await post(message);
	};
	await Promise.all(Array.from({ length: concurrency }, lane));
	agent.destroy();
}
