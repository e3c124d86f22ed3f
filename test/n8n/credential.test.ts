/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer, type IncomingMessage } from 'node:http';

import type { Json } from '../../playground/src/n8nClient';
import { row } from '../support/rows';
import { listening } from '../support/servers';
import { sharedN8n } from './support/n8n';
import { inARow, node, sendNode, split, start } from './support/workflow';

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

const credential = async (data: Json) => ({
	messagingServiceApi: await n8n.client.saveCredential('Other', 'messagingServiceApi', {
		baseUrl: elsewhere,
		apiToken,
		...data,
	}),
});

it('each item goes with the token that its own data name, and one without a token fails before its request', async () => {
	const items = [{ token: 'anna' }, { token: 'ben' }, {}].map((item, index) => ({
		...row(index),
		...item,
	}));
	const credentials = await credential({ apiToken: '={{ $json.token }}' });
	const file = inARow(start(), ...split(items), sendNode({ options: { concurrency: 1 } }));
	const { status, error } = await n8n.run(await n8n.create(file, credentials));
	expect(status).toBe('error');
	expect(error?.message).toContain('API Token');
	expect(overheard.map(({ headers }) => headers.authorization)).toEqual([
		'Bearer anna',
		'Bearer ben',
	]);
});

it('HTTP Request cannot send the token elsewhere', async () => {
	const request = node('Request', 'httpRequest', {
		url: elsewhere,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'messagingServiceApi',
		options: {},
	});
	const { messagingServiceApi } = await credential({});
	const file = inARow(start(), { ...request, credentials: { messagingServiceApi } });
	const outcome = await n8n.run(file).then(
		({ status, data }) => ({ status, seen: JSON.stringify(data) }),
		(error: Error) => ({ status: 'error', seen: error.message }),
	);
	expect(outcome.status).toBe('error');
	expect(outcome.seen).not.toContain(apiToken);
	expect(overheard).toEqual([]);
});
