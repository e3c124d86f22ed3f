/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Server } from '../api/context';
import { INTENT_PATH } from '../api/intents';
import { TRIAL_NUMBERS } from '../api/trials';
import type { State } from '../state/state';

const POLICY =
	"default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** Number of messages that the inbox shows: more would make it slow. */
const SHOWN_MESSAGES = 200;

/** Serves the inbox page with its data, and the page behind an intent's url. */
export async function pages(server: Server, { state }: { state: State }): Promise<void> {
	await servePage(server, '/', 'inbox.html');
	await servePage(server, INTENT_PATH, 'intent.html');

	const icon = await readFile(fileOf('icon.svg'));
	server.get('/_simulator/icon.svg', (_, reply) => reply.type('image/svg+xml').send(icon));

	server.get<{ Querystring: { since?: string } }>('/_simulator/inbox', async (request, reply) => {
		reply.header('cache-control', 'no-store');
		if (request.query.since === state.name) return reply.code(204).send();
		return {
			state: state.name,
			messages: state.messages.kept.slice(-SHOWN_MESSAGES),
			pool: state.pool.records,
			trials: TRIAL_NUMBERS,
		};
	});
}

async function servePage(server: Server, url: string, file: string): Promise<void> {
	const page = await readFile(fileOf(file), 'utf8');
	// Nothing but the page's own script runs, and it loads only from here: no message can change that.
	const [script, style] = ['script', 'style'].map((element) => hashOf(page, element));
	const policy = `${POLICY}; script-src ${script}; style-src ${style}`;

	server.get(url, async (_request, reply) =>
		reply.type('text/html').headers({ 'content-security-policy': policy }).send(page),
	);
}

// eslint-disable-next-line @n8n/community-nodes/no-restricted-globals -- the pages lie beside this file
const fileOf = (name: string) => path.join(__dirname, name);

/** Returns what the policy calls the content of an element. */
function hashOf(page: string, element: string): string {
	const [, content = ''] = new RegExp(`<${element}[^>]*>([^]*?)</${element}>`).exec(page) ?? [];
	return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
