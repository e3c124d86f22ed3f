import type { N8nClient } from '../../playground/src/n8nClient';
import { simulatorCredential } from '../../playground/src/simulatorCredential';
import { e2eContext, loggedIn, simulator } from './support/context';

let client: N8nClient;

beforeAll(async () => {
	client = await loggedIn();
});

describe('the packed package in real n8n', () => {
	it('brings the node, and its variant as a tool of AI agents', async () => {
		const names = (await client.nodeTypes()).map(({ name }) => name);
		expect(names).toContain('n8n-nodes-messaging-service.messagingService');
		expect(names).toContain('n8n-nodes-messaging-service.messagingServiceTool');
	});

	it('is found by what people search for', async () => {
		const types = await client.nodeTypes();
		const node = types.find(({ name }) => name === 'n8n-nodes-messaging-service.messagingService');
		expect(node).toMatchObject({
			displayName: 'Messaging Service',
			codex: {
				categories: ['Communication', 'HITL'],
				subcategories: { HITL: ['Human in the Loop'] },
				alias: expect.arrayContaining(['SMS', 'OTP', 'approval']),
			},
			iconUrl: { light: expect.any(String), dark: expect.any(String) },
		});
	});
});

describe("the credential's test", () => {
	const test = async (baseUrl: string, more = {}) =>
		await client.testCredential('messagingServiceApi', {
			...simulatorCredential(baseUrl),
			...more,
		});
	const service = () => e2eContext().serviceUrl;

	it('passes with a good token, with and without trailing slash, with both schemes', async () => {
		for (const baseUrl of [service(), `${service()}/`]) {
			for (const authScheme of ['Bearer', 'Token']) {
				expect(await test(baseUrl, { authScheme })).toMatchObject({
					status: 'OK',
				});
			}
		}
	});

	it('passes with a good token whose plan is not Enterprise', async () => {
		expect(await test(service(), { apiToken: 'demo-plain' })).toMatchObject({ status: 'OK' });
	});

	it('fails with a wrong token, and says so', async () => {
		expect(await test(service(), { apiToken: 'wrong-token' })).toEqual({
			status: 'Error',
			message: expect.stringContaining('rejected the API token'),
		});
	});

	it('fails where nothing listens, and names the address', async () => {
		expect(await test('http://127.0.0.1:9')).toEqual({
			status: 'Error',
			message: expect.stringContaining('http://127.0.0.1:9'),
		});
	});

	it.each(['', '/rest', '/healthz'])(
		'fails at an address that is not the service (n8n itself%s), and names it',
		async (path) => {
			const address = `${e2eContext().n8nUrl}${path}`;
			expect(await test(address)).toEqual({
				status: 'Error',
				message: expect.stringContaining(address),
			});
		},
	);

	it('fails with an invalid address, and says what a valid one looks like', async () => {
		expect(await test('api.example.com')).toEqual({
			status: 'Error',
			message: expect.stringContaining('https://'),
		});
	});

	it('sends, makes and charges nothing', async () => {
		await simulator.reset();
		await test(service());
		const { requests, messages, otps, intents } = await simulator.state();
		expect(requests.map(({ method }) => method)).toEqual(['GET']);
		expect([messages, otps, intents]).toEqual([[], [], []]);
	});
});
