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
		expect(message).not.toContain('Base URL');
	});

	it('advises nothing that a credential does not have where the service gets too many requests', async () => {
		answers({ status: 429, body: { message: 'Slow down' } });
		const { status, message } = await test(service.credentials());
		expect(status).toBe('Error');
		expect(message).toMatch(
			/^The service is receiving too many requests: Slow down\. .*Try again later/,
		);
		expect(message).not.toMatch(/options|Concurrency|Requests per Second|Max Retries/);
	});

	it.each([{}, [], { message: '' }])(
		'passes where a 403 says nothing in JSON: %j',
		async (body) => {
			answers({ status: 403, body });
			expect(await test(service.credentials())).toMatchObject({ status: 'OK' });
		},
	);

	it.each<[string, string, RegExp]>([
		['nothing answers', 'http://127.0.0.1:1', /^Nothing answers at the address of the service/],
		['nobody knows the host', 'https://service.invalid', /service\.invalid, could not be found/],
		['it is no https address', 'https://127.0.0.1', /^No secure connection to 127\.0\.0\.1/],
	])('fails where %s, says so and names the address', async (_, address, says) => {
		const baseUrl =
			address === 'https://127.0.0.1' ? `${address}:${service.simulator.port}` : address;
		const { status, message } = await test({ ...service.credentials(), baseUrl });
		expect(status).toBe('Error');
		expect(message).toMatch(says);
		expect(message).toContain(`Base URL: ${baseUrl}.`);
	});

	it.each([
		[
			'in the query of the Base URL',
			(url: string, token: string) => ({ baseUrl: `${url}?t=${token}` }),
		],
		[
			'in place of the Base URL',
			(url: string, token: string) => ({ baseUrl: token, apiToken: url }),
		],
		[
			'in the path of the Base URL',
			(url: string, token: string) => ({ baseUrl: `${url}/${token}` }),
		],
		[
			'before the host of the Base URL',
			(url: string, token: string) => ({ baseUrl: url.replace('//', `//${token}@`) }),
		],
		['as a host', (_: string, token: string) => ({ baseUrl: `http://${token}.invalid` })],
		['unencrypted', (_: string, token: string) => ({ baseUrl: `http://a.example/${token}` })],
	])('never shows an API token that stands %s', async (_, spoil) => {
		const apiToken = ['k3q9', 'zt81', 'mw72', 'bx60'].join('-');
		const spoiled = spoil(service.simulator.baseUrl, apiToken);
		const { status, message } = await test({ ...service.credentials(), apiToken, ...spoiled });
		expect(status).toBe('Error');
		expect(message).not.toContain('zt81');
	});
});
