import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { messagingService } from '../support/n8nCore';
import { simulated } from '../support/simulated';

const service = simulated();

/** Presses Test in the credential, as n8n does. */
async function test(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const run = messagingService.methods?.credentialTest?.messagingServiceApiTest;
	if (!run) throw new Error('The node has no test for its credential');
	return await run.call(new CredentialTestContext(), {
		id: '1',
		name: 'Service',
		type: 'messagingServiceApi',
		data,
	});
}

const answers = (fault: Omit<FaultSpec, 'kind'>) =>
	service.simulator.fault({ kind: 'answer', times: 'always', ...fault });

const REFUSALS = [402, 403];
const OTHERS: Array<[string, Omit<FaultSpec, 'kind'>]> = [
	['XML', { body: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>' }],
	['a web page', { body: '<!doctype html><html><title>Forbidden</title></html>' }],
	['plain text', { body: 'Forbidden' }],
	['nothing', { body: '' }],
	['a JSON text', { body: '"Forbidden"' }],
];

describe('the test of a credential', () => {
	it('passes for a token whose plan includes leasing', async () => {
		expect(await test(service.credentials())).toMatchObject({ status: 'OK' });
	});

	it('passes for a token whose plan does not', async () => {
		expect(await test(service.credentials('plain'))).toMatchObject({
			status: 'OK',
			message: expect.stringContaining('plan'),
		});
	});

	it.each(REFUSALS)('passes where the service refuses leasing with %i, in JSON', async (status) => {
		answers({ status, body: { error: { message: 'Enterprise only' } } });
		expect(await test(service.credentials())).toMatchObject({ status: 'OK' });
	});

	it.each(
		REFUSALS.flatMap((status) =>
			OTHERS.map(([what, fault]): [number, string, Omit<FaultSpec, 'kind'>] => [
				status,
				what,
				{ ...fault, status },
			]),
		),
	)('fails and names the address where %i comes with %s', async (_status, _what, fault) => {
		answers(fault);
		const credentials = service.credentials();
		const { status, message } = await test(credentials);
		expect(status).toBe('Error');
		expect(message).toContain(String(credentials.baseUrl));
	});

	it('fails with a wrong token, and says so', async () => {
		const { status, message } = await test({ ...service.credentials(), apiToken: 'unknown' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^The service rejected the API token/);
	});

	it('advises nothing that a credential does not have where the service gets too many requests', async () => {
		answers({ status: 429, body: { message: 'Slow down' } });
		const { status, message } = await test(service.credentials());
		expect(status).toBe('Error');
		expect(message).toMatch(/^The service is receiving too many requests: Slow down\. .*Try again later/);
		expect(message).not.toMatch(/options|Concurrency|Requests per Second|Max Retries/);
	});

	it.each([{}, [], { message: '' }])(
		'passes where a 403 says nothing in JSON: %j',
		async (body) => {
			answers({ status: 403, body });
			expect(await test(service.credentials())).toMatchObject({ status: 'OK' });
		},
	);

	it('fails where nothing answers, and names the address', async () => {
		const baseUrl = 'http://127.0.0.1:1';
		const { status, message } = await test({ ...service.credentials(), baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain(baseUrl);
	});
});
