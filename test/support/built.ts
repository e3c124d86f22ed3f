/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import path from 'node:path';
import process from 'node:process';

import type { ICredentialType, INodeType } from 'n8n-workflow';

/** What the built package exports: the same files that n8n loads. */
function loadBuilt<T>(file: string, className: string): T {
	const built = path.resolve(process.cwd(), 'dist', file);
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- a built file has no types to import
	const exported = require(built) as Record<string, new () => T>;
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

/** The built trigger. */
export const messagingServiceTrigger = loadBuilt<INodeType>(
	'nodes/MessagingService/MessagingServiceTrigger.node.js',
	'MessagingServiceTrigger',
);
