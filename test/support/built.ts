/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

import type { ICredentialType, INodeType } from 'n8n-workflow';

/** What a built file exports. */
export function loadModule<T>(file: string): T {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- a built file has no types to import
	return require(path.resolve(process.cwd(), 'dist', file)) as T;
}

/** What the built package exports: the same files that n8n loads. */
export function loadBuilt<T>(file: string, className: string): T {
	const exported = loadModule<Record<string, new () => T>>(file);
	return new exported[className]();
}

/** The built node, one instance for all tests, as in n8n. */
export const messagingService = loadBuilt<INodeType>(
	'nodes/MessagingService/MessagingService.node.js',
	'MessagingService',
);

/** The built credential type. */
export const messagingServiceApi = loadBuilt<ICredentialType>(
	'credentials/MessagingServiceApi.credentials.js',
	'MessagingServiceApi',
);
