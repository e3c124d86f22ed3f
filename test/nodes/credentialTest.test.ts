/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in the tests, never inside n8n */
import { createServer, type Socket } from 'node:net';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { messagingService } from '../support/built';
import { listening } from '../support/servers';
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

/** Sends a space again and again. */
async function drip(socket: Socket): Promise<void> {
	while (!socket.destroyed) {
		socket.write(' ');
		await sleep(20);
	}
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

	/** Answers this, and expects that the test passes or fails; returns its message. */
	async function expectTest(passes: boolean, answer: Partial<FaultSpec>): Promise<string> {
		answers(answer);
		const { status, message } = await test();
		expect({ message, status }).toMatchObject({ status: passes ? 'OK' : 'Error' });
		expect(service.asked()).toHaveLength(1);
		if (!passes) expect(message).toContain(service.simulator.baseUrl);
		return message;
	}

	it.each<[number, unknown]>([
		[402, { message: 'Enterprise only' }],
		[402, '<!doctype html><title>Payment required</title>'],
		[402, ''],
		...[
			'The plan of this token does not include leasing',
			'The plan of this token has expired',
			'Enterprise only',
			'Your API key is not allowed to lease numbers',
			'Token lacks a permission: leasing',
			'Missing permission for this API token',
			'Invalid keyword in plan',
		].map((message): [number, unknown] => [403, { message }]),
		[403, {}],
		[403, { error: { code: 'not_in_plan' } }],
	])('passes with %i %j: the plan is no fault of the credential', async (status, body) => {
		expect(await expectTest(true, { status, body })).toContain(
			'plan of this token does not include leasing numbers',
		);
	});

	it.each([
		{ message: 'Missing Authentication Token' },
		{ message: 'Forbidden', code: 'InvalidToken' },
		{ error: 'invalid_api_key' },
		{ error: { message: 'The API token has been revoked.' } },
		{ detail: 'Authentication credentials were not provided.' },
		{ detail: 'Not authenticated' },
		{ errors: [{ message: 'Wrong or expired access token' }] },
		{ errors: { token: ['is unknown'] } },
		{ message: 'The security token included in the request is expired' },
		{ message: 'The request signature we calculated does not match the signature you provided' },
		{ message: 'No API key found in request' },
		{ message: 'This key is no longer active' },
		{ message: 'Your token has expired: renew your plan' },
		{ message: 'Invalid token for this plan' },
	])('fails with 403 %j: the service does not take the token', async (body) => {
		const message = await expectTest(false, { status: 403, body });
		expect(message).toContain("Check 'API Token'");
		expect(message).not.toContain('Enterprise plan');
	});

	it.each<[string, Partial<FaultSpec>, RegExp]>([
		[
			'a 401',
			{ status: 401, body: { message: 'Unknown token' } },
			/API token: Unknown token.*'API T/,
		],
		['an empty 403', { status: 403, body: '' }, /does not allow.*'API Token'.*'Base URL'/],
		['a firewall', { status: 403, body: '<html><title>Blocked</title>' }, /Blocked.*'Base URL'/],
		['a text with 403', { status: 403, body: 'Forbidden' }, /Forbidden/],
		[
			'a redirect',
			{ status: 302, headers: { location: 'https://a.example/?k=1' } },
			/a.example\/\./,
		],
		['a 404', { status: 404, body: { message: 'No route' } }, /No route.*'Base URL'/],
		['a limit', { status: 429, body: { message: 'Slow down' } }, /Slow down/],
		['a breakdown', { status: 503, body: { message: 'Maintenance' } }, /Maintenance/],
	])('fails with %s, and says what came and what to do', async (_, answer, words) => {
		expect(await expectTest(false, answer)).toMatch(words);
	});

	it.each<[string, Partial<FaultSpec>, RegExp]>([
		[
			'a web page',
			{ body: '<!doctype html><title>Welcome</title>' },
			/without a JSON object.*: Welcome/,
		],
		['nothing', { status: 204, body: '' }, /without a JSON object/],
		['an empty object', { body: {} }, /without any list of numbers in "data"/],
		['an error', { body: { error: 'Out of order' } }, /Out of order/],
		['a list that is none', { body: { data: { text: [], voice: {} } } }, /"data.voice"/],
	])('fails where a success holds %s', async (_, answer, words) => {
		const message = await expectTest(false, answer);
		expect(message).toContain("did not answer as the service does: check 'Base URL'");
		expect(message).toMatch(words);
	});

	it('shows the token nowhere', async () => {
		const body = { message: 'Bearer demo-enterprise may not' };
		expect(await expectTest(false, { status: 401, body })).not.toContain('demo-enterprise');
	});

	it.each([
		['nothing', ''],
		[
			'a change of protocol',
			'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
		],
		['a body that drips', 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{'],
	])('ends within 15 s where the server sends %s', async (_, begin) => {
		const server = createServer((socket) => {
			socket.once('data', () => {
				socket.write(begin);
				if (begin.endsWith('{')) void drip(socket);
			});
		});
		const { url: baseUrl, close } = await listening(server);

		// The time is there, only shorter.
		const limits: number[] = [];
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const shorter = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			limits.push(ms);
			return timeout(ms / 50);
		});
		const { status, message } = await test({ baseUrl });
		expect([status, message]).toEqual([
			'Error',
			expect.stringMatching(new RegExp(`^${baseUrl}: .*did not answer in time`)),
		]);
		expect(Math.max(...limits)).toBeLessThan(15_000);

		shorter.mockRestore();
		close();
	});

	it('fails where a secure connection is impossible, and says so', async () => {
		const baseUrl = service.simulator.baseUrl.replace('http:', 'https:');
		expect((await test({ baseUrl })).message).toMatch(/No secure connection.*https:.*eproto/);
	});

	it.each([
		['nothing answers', 'http://127.0.0.1:1', 'econnrefused'],
		['nobody knows the host', 'https://service.invalid', 'enotfound'],
	])('fails where %s, and names the address', async (_, baseUrl, reason) => {
		const { status, message } = await test({ baseUrl });
		expect(status).toBe('Error');
		expect(message).toMatch(new RegExp(`^${baseUrl}: No connection.*'Base URL'.*${reason}`));
	});

	it('refuses what cannot be used before any request', async () => {
		const message = expect.stringContaining('would send the API token unencrypted') as string;
		const changes = { baseUrl: 'http://api.example.com' };
		expect(await test(changes)).toEqual({ status: 'Error', message });
	});
});
