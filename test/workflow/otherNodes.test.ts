import type {
	ICredentialType,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { Eavesdropper } from '../support/eavesdropper';
import { loadBuilt, runNode } from '../support/n8nCore';

const apiToken = ['only', 'for', 'the', 'service'].join('-');

/** A node that asks as n8n's HTTP Request does, or as newer nodes do, with options of its user's choice. */
class OtherNode implements INodeType {
	description = {
		displayName: 'Other',
		name: 'other',
		group: ['output' as const],
		version: 1,
		description: 'Asks with the credential of the package',
		defaults: { name: 'Other' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi' }],
		properties: [],
		usableAsTool: true as const,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { helpers } = this;
		const answer: unknown =
			'uri' in options
				? await helpers.requestWithAuthentication.call(
						this,
						'messagingServiceApi',
						options as never,
					)
				: await helpers.httpRequestWithAuthentication.call(
						this,
						'messagingServiceApi',
						options as IHttpRequestOptions,
					);
		return [[{ json: { answer } as IDataObject, pairedItem: { item: 0 } }]];
	}
}

/** What the other node asks with. */
let options: object = {};

let service: Eavesdropper;
let elsewhere: Eavesdropper;

beforeEach(async () => {
	[service, elsewhere] = [await Eavesdropper.start(), await Eavesdropper.start()];
});

afterEach(async () => {
	await service.stop();
	await elsewhere.stop();
});

async function ask(asked: object) {
	options = asked;
	return await runNode({
		parameters: {},
		credentials: { baseUrl: service.url, apiToken },
		type: 'other',
		nodeTypes: { other: new OtherNode() },
	});
}

const follow = { followRedirect: true, followAllRedirects: true };
const redirected = () => `${service.url}/?redirect=${elsewhere.url}`;

it.each<[string, () => object]>([
	['HTTP Request', () => ({ uri: redirected(), method: 'GET', ...follow })],
	['HTTP Request', () => ({ uri: redirected(), method: 'POST', ...follow, maxRedirects: 21 })],
	['a newer node', () => ({ url: redirected(), method: 'GET' })],
	['a newer node', () => ({ url: redirected(), method: 'GET', maxRedirects: 5 })],
])('a redirect carries the token of %s nowhere', async (_, asked) => {
	const { error } = await ask(asked());
	expect(service.overheard[0].headers.authorization).toBe(`Bearer ${apiToken}`);
	expect(error?.message).toBeDefined();
	expect(elsewhere.overheard).toEqual([]);
});

it.each<[string, (url: string) => object]>([
	['HTTP Request', (url) => ({ uri: url })],
	['a newer node', (url) => ({ url })],
])('a proxy that is set in %s gets nothing, and the error says why', async (_, address) => {
	const { hostname: host, port } = new URL(elsewhere.url);
	for (const proxy of [elsewhere.url, { host, port: Number(port) }]) {
		const { error } = await ask({ ...address(service.url), proxy });
		expect(JSON.stringify(error)).toContain('its own proxy');
	}
	expect([...service.overheard, ...elsewhere.overheard]).toEqual([]);
});

it.each<[string, () => object, string]>([
	['TRACE', () => ({ uri: service.url, method: 'TRACE' }), 'a method'],
	['another host', () => ({ uri: service.url, headers: { host: 'evil.example' } }), 'another host'],
	['no check', () => ({ uri: service.url, rejectUnauthorized: false }), 'certificate'],
	['another address', () => ({ uri: elsewhere.url }), 'another address'],
])('a request with %s does not leave, and the error says why', async (_, asked, why) => {
	const { error } = await ask(asked());
	expect(JSON.stringify(error)).toContain(why);
	expect([...service.overheard, ...elsewhere.overheard]).toEqual([]);
});

it('a plain request is signed', async () => {
	await ask({ uri: `${service.url}/a`, qs: { b: 1 }, method: 'GET' });
	await ask({ url: `${service.url}/a`, qs: { b: 1 }, method: 'GET' });
	expect(service.overheard).toMatchObject(
		[1, 2].map(() => ({ url: '/a?b=1', headers: { authorization: `Bearer ${apiToken}` } })),
	);
});

it('the editor shows no API token', () => {
	const { properties } = loadBuilt<ICredentialType>(
		'credentials/MessagingServiceApi.credentials.js',
		'MessagingServiceApi',
	);
	const token = properties.find(({ name }) => name === 'apiToken');
	expect(token?.typeOptions).toEqual({ password: true });
});

it('n8n gives the credential to the nodes of the package alone', () => {
	const type = loadBuilt<{ restrictToSupportedNodes?: true }>(
		'credentials/MessagingServiceApi.credentials.js',
		'MessagingServiceApi',
	);
	expect(type.restrictToSupportedNodes).toBe(true);
});
