import { simulatorCredential } from '../../playground/src/simulatorCredential';
import { sharedN8n } from './support/n8n';
import { inARow, node, start, typeName } from './support/workflow';

const n8n = sharedN8n();

describe('the packed package in real n8n', () => {
	it.each(['messagingService', 'messagingServiceTool', 'messagingServiceTrigger'] as const)(
		'brings %s',
		async (type) => {
			const names = (await n8n.client.nodeTypes()).map(({ name }) => name);
			expect(names).toContain(typeName(type));
		},
	);

	it('is found by what people search for, and has an icon', async () => {
		const types = await n8n.client.nodeTypes();
		expect(types.find(({ name }) => name === typeName('messagingService'))).toMatchObject({
			displayName: 'Messaging Service',
			codex: {
				categories: ['Communication'],
				alias: expect.arrayContaining(['SMS', 'OTP']),
			},
			iconUrl: { light: expect.any(String), dark: expect.any(String) },
		});
	});
});

describe('the credential', () => {
	it('passes its test with a good token, and sends and charges nothing', async () => {
		const data = simulatorCredential(n8n.simulator.baseUrl);
		const result = await n8n.client.testCredential('messagingServiceApi', data);
		expect(result).toMatchObject({ status: 'OK' });
		const { requests, messages, otps } = n8n.simulator;
		expect(requests.map(({ method }) => method)).toEqual(['GET']);
		expect([messages, otps]).toEqual([[], []]);
	});

	it('takes no token elsewhere in HTTP Request', async () => {
		const request = node('Request', 'httpRequest', {
			url: n8n.simulator.baseUrl,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'messagingServiceApi',
			options: {},
		});
		const status = await n8n.run(inARow(start(), request)).then(
			(ended) => ended.status,
			() => 'error',
		);
		expect(status).toBe('error');
		expect(n8n.simulator.requests).toEqual([]);
	});
});
