import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { messagingService } from '../support/n8nCore';
import { simulated } from '../support/simulated';

const service = simulated();

/** Presses Test in the credential, as n8n does. */
async function test(
	changes: ICredentialDataDecryptedObject = {},
): Promise<INodeCredentialTestResult> {
	const run = messagingService.methods?.credentialTest?.messagingServiceApiTest;
	if (!run) throw new Error('The node has no test for its credential');
	return await run.call(new CredentialTestContext(), {
		id: '1',
		name: 'Service',
		type: 'messagingServiceApi',
		data: { ...service.credentials(), ...changes },
	});
}

const answers = (answer: Partial<FaultSpec>) =>
	service.simulator.fault({ kind: 'answer', times: 'always', ...answer });

describe('the test of a credential', () => {
	it('passes for a token that the service lets in, with one request that only reads', async () => {
		expect(await test()).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(service.asked()).toMatchObject([
			{ method: 'GET', path: '/enterprise/lease/purchasable', query: '' },
		]);
	});

	it('passes with the scheme Token and a Base URL that ends in a slash', async () => {
		const baseUrl = `${service.simulator.baseUrl}/`;
		expect(await test({ baseUrl, authScheme: 'Token' })).toMatchObject({ status: 'OK' });
	});

	it.each([402, 403])('passes with %i, whatever its body', async (status) => {
		for (const body of [{ message: 'Enterprise only' }, '<html>Forbidden</html>', '']) {
			service.simulator.clearFaults();
			answers({ status, body });
			expect(await test()).toMatchObject({
				status: 'OK',
				message: expect.stringContaining('plan of this token does not include leasing numbers'),
			});
		}
	});

	it('fails with a wrong token, and says so', async () => {
		const { status, message } = await test({ apiToken: 'unknown' });
		expect(status).toBe('Error');
		expect(message).toMatch(/^The service rejected the API token/);
	});

	it.each([302, 404, 429, 500])('fails with %i, and names the address', async (status) => {
		answers({ status, body: {}, headers: { location: 'https://example.com/' } });
		const { baseUrl } = service.simulator;
		expect(await test()).toEqual({
			status: 'Error',
			message: `${baseUrl} answered with status code ${status}. Check 'Base URL'.`,
		});
		expect(service.asked()).toHaveLength(1);
	});

	it.each([
		['nothing answers', 'http://127.0.0.1:1', 'ECONNREFUSED'],
		['nobody knows the host', 'https://service.invalid', 'ENOTFOUND'],
	])('fails where %s, and names the address', async (_, baseUrl, reason) => {
		expect(await test({ baseUrl })).toEqual({
			status: 'Error',
			message: `${baseUrl} cannot be reached (${reason}). Check 'Base URL', and the proxy if n8n uses one.`,
		});
	});

	it.each([
		[{ baseUrl: '' }, 'The Base URL of the credential is empty'],
		[{ baseUrl: 'http://api.example.com' }, 'would send the API token unencrypted'],
		[{ apiToken: '' }, 'The API Token of the credential is empty'],
	])('refuses %j before any request', async (changes, words) => {
		expect(await test(changes)).toEqual({
			status: 'Error',
			message: expect.stringContaining(words),
		});
		expect(service.asked()).toEqual([]);
	});
});
