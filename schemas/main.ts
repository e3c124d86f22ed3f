/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { outputSchemas } from './outputSchemas';

const FOLDER = path.resolve('nodes', 'MessagingService', '__schema__');

/** Writes the schemas of all outputs anew. */
async function main(): Promise<void> {
	await rm(FOLDER, { recursive: true, force: true });
	for (const [file, schema] of outputSchemas()) {
		const target = path.join(FOLDER, file);
		await mkdir(path.dirname(target), { recursive: true });
		await writeFile(target, `${JSON.stringify(schema, null, '\t')}\n`);
	}
}

void main();
