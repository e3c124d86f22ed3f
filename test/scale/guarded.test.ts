/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { CredentialReference, StoredWorkflow } from '../../playground/src/n8nClient';
import { N8nClient } from '../../playground/src/n8nClient';
import { Eavesdropper } from '../support/eavesdropper';
import { ended } from '../support/executions';
import { OnPostgres } from './support/onPostgres';

const START = 'Start';
const SEND = 'Send';
const apiToken = ['demo', 'enterprise'].join('-');

// Ends a test that hangs: n8n takes a minute to start on a new database, on a busy machine longer.
jest.setTimeout(1_800_000);

/** n8n with its protection against requests to private addresses, where this name alone is allowed. */
class Guarded extends OnPostgres {
	protected async startAll(): Promise<void> {
		Object.assign(this.env, {
			N8N_SSRF_PROTECTION_ENABLED: 'true',
			N8N_SSRF_ALLOWED_HOSTNAMES: 'localhost',
		});
		await super.startAll();
	}
}

let n8n: Guarded;

beforeAll(async () => {
	n8n = await Guarded.begin({});
});

afterAll(async () => await n8n?.stop());

beforeEach(() => n8n.simulator.reset());

const allowed = (address: string) => address.replace('127.0.0.1', 'localhost');

const credentialFor = async (name: string, baseUrl: string) =>
	await n8n.client.saveCredential(name, 'messagingServiceApi', {
		baseUrl,
		apiToken,
		authScheme: 'Bearer',
		allowInsecureHttp: false,
	});

async function workflowOf(
	client: N8nClient,
	credential: CredentialReference,
	node: object = {},
): Promise<StoredWorkflow> {
	return await client.createWorkflow({
		name: 'Send',
		nodes: [
			{
				id: 'start',
				name: START,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: 'send',
				name: SEND,
				type: 'n8n-nodes-messaging-service.messagingService',
				typeVersion: 1,
				position: [200, 0],
				parameters: {
					resource: 'message',
					operation: 'send',
					channel: 'sms',
					to: '+12025550123',
					message: 'Hello',
					options: { maxRetries: 0 },
				},
				credentials: { messagingServiceApi: credential },
				...node,
			},
		],
		connections: { [START]: { main: [[{ node: SEND, type: 'main', index: 0 }]] } },
	});
}

/** Runs a workflow, and returns its end, its error, and all that n8n saved of it. */
async function run(client: N8nClient, workflow: StoredWorkflow) {
	const id = await client.run(workflow, START);
	const { status, data } = await ended(client, id);
	return { status, error: data.resultData.error, saved: (await client.execution(id)).data };
}

describe("n8n's protection against requests to private addresses", () => {
	it('keeps a message from being sent, and says whom to ask', async () => {
		const credential = await credentialFor('Private', n8n.simulator.baseUrl);
		const { status, error, saved } = await run(
			n8n.client,
			await workflowOf(n8n.client, credential),
		);

		expect(status).toBe('error');
		expect(error?.message).toMatch(/blocked because it resolves to a restricted IP address/);
		expect(error?.description).toMatch(/administrator/);
		expect(error?.message).not.toMatch(/may have been/);
		expect(saved).not.toContain(apiToken);
		expect(n8n.simulator.messages).toEqual([]);
	});

	it('lets a message go to an address that the administrator has allowed', async () => {
		const credential = await credentialFor('Allowed', allowed(n8n.simulator.baseUrl));
		const { status } = await run(n8n.client, await workflowOf(n8n.client, credential));
		expect(status).toBe('success');
		expect(n8n.simulator.messages).toHaveLength(1);
	});
});

describe('a credential that is shared with somebody', () => {
	let member: N8nClient;
	let credential: CredentialReference;
	let elsewhere: Eavesdropper;

	beforeAll(async () => {
		elsewhere = await Eavesdropper.start();
		credential = await credentialFor('Shared', allowed(n8n.simulator.baseUrl));
		member = new N8nClient(n8n.main.url);
		const [{ user }] = await n8n.client.request<
			Array<{ user: { id: string; inviteAcceptUrl: string } }>
		>('POST', '/rest/invitations', [{ email: 'member@example.com', role: 'global:member' }]);
		await member.request('POST', '/rest/invitations/accept', {
			token: new URL(user.inviteAcceptUrl).searchParams.get('token'),
			firstName: 'A',
			lastName: 'Member',
			password: `Only-for-tests-${user.id}`,
		});
		// As n8n's sharing stores it, which its editor offers with a license.
		await n8n.sql(
			`INSERT INTO shared_credentials ("credentialsId", "projectId", role)
			SELECT '${credential.id}', "projectId", 'credential:user' FROM project_relation
			WHERE "userId" = '${user.id}'`,
		);
	});

	afterAll(async () => await elsewhere?.stop());

	it('sends for that person, who gets to see the token nowhere', async () => {
		const workflow = await workflowOf(member, credential);
		expect((await run(member, workflow)).status).toBe('success');
		expect(n8n.simulator.messages).toHaveLength(1);

		// A service that repeats the header which it refuses.
		const said = `Bearer ${apiToken} has no rights`;
		n8n.simulator.fault({ kind: 'answer', status: 403, body: { message: said } });
		const refused = await run(member, workflow);
		expect(refused.error?.message).toContain('(not shown: it contains the API token)');
		expect(refused.saved).not.toContain(apiToken);

		const read = async (query: string) =>
			await member
				.request('GET', `/rest/credentials/${credential.id}${query}`)
				.then(JSON.stringify, String);
		expect(await read('')).not.toContain(apiToken);
		expect(await read('?includeData=true')).not.toContain(apiToken);
	});

	it('sends the token to no address that this person enters', async () => {
		const data = { baseUrl: allowed(elsewhere.url), apiToken, authScheme: 'Bearer' };
		for (const token of ['', '__n8n_BLANK_VALUE_e5362baf-c777-4d57-a609-6eaf1f9e87f6']) {
			await member
				.request('POST', '/rest/credentials/test', {
					credentials: {
						...credential,
						type: 'messagingServiceApi',
						data: { ...data, apiToken: token },
					},
				})
				.catch(() => undefined);
		}

		expect(JSON.stringify(elsewhere.overheard)).not.toContain(apiToken);
	});

	it('cannot be used by that person in HTTP Request', async () => {
		const parameters = {
			url: allowed(elsewhere.url),
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingServiceApi',
		};
		const node = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
		await expect(workflowOf(member, credential, node)).rejects.toThrow(/is restricted to/);
	});

	it('sends nothing for somebody with whom it is not shared', async () => {
		const own = await credentialFor('Not shared', allowed(n8n.simulator.baseUrl));
		const outcome = await workflowOf(member, own)
			.then(async (workflow) => (await run(member, workflow)).status)
			.catch(() => 'error');
		expect(outcome).toBe('error');
		expect(n8n.simulator.messages).toEqual([]);
	});
});

describe('an answer of 300 kB that unpacks to 300 MB', () => {
	let server: Server;
	let status: number;

	beforeAll(async () => {
		// Parts of gzip can stand in a row.
		const part = gzipSync(Buffer.alloc(1_000_000, 'a'), { level: 9 });
		const body = Buffer.concat(Array.from({ length: 300 }, () => part));
		server = createServer((_, response) => {
			response.writeHead(status, { 'content-encoding': 'gzip' });
			response.end(body);
		});
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
	});

	afterAll(() => server?.close());

	it.each([
		[200, /^This message may have been sent: .* something that is not JSON/],
		[422, /^The service did not accept the message .*: a{100}/],
		[500, /^This message may have been sent: .*: a{100}/],
	])('with %i: a short error, and n8n goes on', async (code, message) => {
		status = code;
		const { port } = server.address() as AddressInfo;
		const large = await credentialFor(`Large ${code}`, `http://localhost:${port}`);
		const { error, saved } = await run(n8n.client, await workflowOf(n8n.client, large));
		expect(error?.message).toMatch(message);
		expect(saved.length).toBeLessThan(50_000);

		const good = await credentialFor(`Good ${code}`, allowed(n8n.simulator.baseUrl));
		expect((await run(n8n.client, await workflowOf(n8n.client, good))).status).toBe('success');
	});
});
