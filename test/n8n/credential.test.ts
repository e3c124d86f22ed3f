/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer, type IncomingMessage } from 'node:http';

import { listening } from '../support/servers';
import { sharedN8n } from './support/n8n';
import { inARow, node, start } from './support/workflow';

const n8n = sharedN8n();

const apiToken = ['only', 'for', 'the', 'service'].join('-');

/** Headers of the requests that reached a server of the tests' own. */
const overheard: IncomingMessage[] = [];
const server = createServer((request, response) => {
	overheard.push(request);
	response.end(JSON.stringify({ message: 'Sent', crumbs: {} }));
});
let elsewhere: string;
let close: () => void;

beforeAll(async () => ({ url: elsewhere, close } = await listening(server)));

beforeEach(() => (overheard.length = 0));

afterAll(() => close());

it('HTTP Request cannot send the token elsewhere', async () => {
	const request = node('Request', 'httpRequest', {
		url: elsewhere,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'messagingServiceApi',
		options: {},
	});
	const data = { baseUrl: elsewhere, apiToken };
	const messagingServiceApi = await n8n.client.saveCredential('Other', 'messagingServiceApi', data);
	const file = inARow(start(), { ...request, credentials: { messagingServiceApi } });
	const outcome = await n8n.run(file).then(
		({ status, data }) => ({ status, seen: JSON.stringify(data) }),
		(error: Error) => ({ status: 'error', seen: error.message }),
	);
	expect(outcome.status).toBe('error');
	expect(outcome.seen).not.toContain(apiToken);
	expect(overheard).toEqual([]);
});
