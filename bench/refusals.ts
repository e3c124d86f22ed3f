/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { randomBytes } from 'node:crypto';
import process from 'node:process';

import type { INode } from 'n8n-workflow';

import { nodeError } from '../nodes/MessagingService/errors/nodeError';
import { Secrets } from '../nodes/MessagingService/errors/secrets';
import { ServiceClient } from '../nodes/MessagingService/service/client';
import { readConnection } from '../nodes/MessagingService/transport/credential';
import { Deadlines } from '../nodes/MessagingService/transport/deadlines';
import { createExchange } from '../nodes/MessagingService/transport/exchange';
import { atMost, round, type Section } from './section';

const BASE_URL = 'https://api.example.com';

/** A JWT of 900 characters. */
const TOKEN = [36, 820, 42]
	.map((length) => randomBytes(length).toString('base64url').slice(0, length))
	.join('.');

const WORDS =
	'This account may not use the number that was given. Read more in the documentation. ';

const inBase64 = (text: string) => Buffer.from(text).toString('base64');

/** Refusals of some kB, by what is in them. */
const BODIES: Record<string, string> = {
	words: JSON.stringify({ message: WORDS.repeat(60) }),
	'a web page': `<html><title>${WORDS}</title>${WORDS.repeat(60)}</html>`,
	'a list of errors': JSON.stringify({
		errors: Array.from({ length: 60 }, (_, index) => ({ detail: WORDS, pointer: `/to/${index}` })),
	}),
	'base64 of base64 of base64': JSON.stringify({
		message: inBase64(inBase64(inBase64(WORDS.repeat(20)))),
	}),
	'references of references': JSON.stringify({ message: `&${'#38;'.repeat(1_500)}` }),
	'bytes in hexadecimal': JSON.stringify({ message: randomBytes(3_000).toString('hex') }),
	'the token': JSON.stringify({ message: `No rights: ${TOKEN}`.repeat(5) }),
};

/** Measures the processor time of a refusal, from the answer to the error that n8n shows. */
export async function refusals(times: number): Promise<Section> {
	const table = [];
	for (const [what, body] of Object.entries(BODIES)) {
		await refuse(body, times / 10);
		const time = await refuse(body, times);
		table.push({
			'the refusal holds': what,
			characters: body.length,
			'processor (ms)': round(time, 2),
		});
	}

	const slowest = Math.max(...table.map((row) => row['processor (ms)']));
	return {
		tables: { 'A refusal, where the token is a JWT of 900 characters': table },
		targets: [atMost('processor time of a refusal, the slowest (ms)', slowest, 2)],
	};
}

/** Returns the processor time of one refusal, in ms. */
async function refuse(body: string, times: number): Promise<number> {
	const secrets = new Secrets();
	const connection = readConnection({ baseUrl: BASE_URL, apiToken: TOKEN }, secrets);
	const send = async () => ({ statusCode: 422, headers: {}, body });
	const deadlines = new Deadlines(60_000);
	const client = new ServiceClient(createExchange(send, connection, { deadlines }), BASE_URL);
	const source = { node: { name: 'Send', parameters: {} } as unknown as INode, secrets };

	const before = process.cpuUsage();
	for (let time = 0; time < times; time++) {
		await client
			.generateIntent({ toNumber: '+12025550123' })
			.catch((error: unknown) => nodeError(source, error, { itemIndex: time }));
	}
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000 / times;
}
