/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { Server } from '../api/context';
import { INTENT_PATH } from '../api/intents';

const CONTENT_TYPES: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

/** Lets the pages load only their own files: no message can make them load anything else. */
const CONTENT_SECURITY_POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** Files by the path at which they are served. */
const FILES: Record<string, string> = {
	'/': 'inbox.html',
	'/_simulator/page/style.css': 'style.css',
	'/_simulator/page/inbox.js': 'inbox.js',
	'/_simulator/page/intent.js': 'intent.js',
	'/_simulator/page/icon.svg': 'icon.svg',
	[INTENT_PATH]: 'intent.html',
};

/** Serves the inbox page, and the page behind an intent's url. */
export async function pages(server: Server): Promise<void> {
	for (const [url, file] of Object.entries(FILES)) {
		// eslint-disable-next-line @n8n/community-nodes/no-restricted-globals -- the pages lie beside this file
		const content = await readFile(path.join(__dirname, file));
		server.get(url, async (_request, reply) =>
			reply
				.headers({
					'content-type': CONTENT_TYPES[path.extname(file)],
					'content-security-policy': CONTENT_SECURITY_POLICY,
					'cache-control': 'no-cache',
				})
				.send(content),
		);
	}
}
