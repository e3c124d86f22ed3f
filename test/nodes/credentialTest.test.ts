/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in the tests, never inside n8n */
import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { FaultSpec } from '../../simulator';
import { messagingService } from '../support/built';
import { certificate, trustCertificates } from '../support/certificates';
import { listening } from '../support/servers';
import { simulated } from '../support/simulated';

const service = simulated();

const LIST = '/enterprise/lease/purchasable';
const VERIFY = '/otp/verify';

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

/** Expects that the test passes or fails after so many requests; returns its message. */
async function expectTest(passes: boolean, requests = 1): Promise<string> {
	const { status, message } = await test();
	expect({ message, status }).toMatchObject({ status: passes ? 'OK' : 'Error' });
	expect(service.paths()).toEqual([LIST, VERIFY].slice(0, requests));
	if (!passes) expect(message).toContain(service.simulator.baseUrl);
	return message;
}

it('passes for a token that the service lets in, with one request that only reads', async () => {
	expect(await test()).toEqual({ status: 'OK', message: 'Connection successful' });
	expect(service.asked()).toMatchObject([{ method: 'GET', path: LIST, query: '' }]);
	// As the node does, so that nobody answers with a web page.
	expect(service.simulator.requests[0].headers.accept).toBe('application/json');
});

const NO_LEASING = /plan of this token does not include leasing numbers/;

describe('a 403 in JSON is about the plan or the token, so a second question asks what every plan allows', () => {
	const FORBIDDEN = { status: 403, body: { message: 'Forbidden' } };

	/** What both questions are answered with. */
	function bothAnswer(list: Partial<FaultSpec>, second: Partial<FaultSpec>) {
		answers({ path: LIST, ...list });
		answers({ path: VERIFY, ...second });
	}

	it.each<[list: unknown, second: Partial<FaultSpec>]>([
		[{ message: 'Forbidden' }, { status: 404, body: {} }],
		[{ error: 'invalid_api_key' }, { status: 402, body: { message: 'Balance used up' } }],
		[[], { status: 200, body: { message: 'Wrong', verified: false } }],
		[{ message: `demo-enterprise may not ${'x'.repeat(3000)}` }, { status: 404, body: {} }],
	])('of which no word is read: %j passes where that is answered with %j', async (body, second) => {
		bothAnswer({ ...FORBIDDEN, body }, second);
		expect(await expectTest(true, 2)).toMatch(NO_LEASING);
		expect(service.asked()[1]).toMatchObject({
			method: 'POST',
			body: { otp_id: expect.any(String), otp: expect.any(String) },
		});
		expect(service.sent()).toEqual([]);
	});

	it.each<[Partial<FaultSpec>, RegExp]>([
		[{ status: 401, body: { message: 'Unknown token' } }, /API token: Unknown token.*'API Token'/],
		[{ status: 403, body: { message: 'Unknown token' } }, /: Unknown token.*Check 'API Token'/],
		[{ status: 404, body: '<html><title>Nothing here</title>' }, /Nothing here/],
		[{ status: 429, body: { message: 'Slow down' } }, /Slow down/],
		[{ status: 200, body: 'Welcome' }, /did not answer as the service does/],
		[{ kind: 'reset' }, /connection to the service was lost/],
	])('fails where it is not: %j', async (answer, words) => {
		bothAnswer(FORBIDDEN, answer);
		const message = await expectTest(false, 2);
		expect(message).toMatch(words);
		expect(message).not.toMatch(/Enterprise plan|counted|not verified|OTP ID/);
	});
});

it.each<[string, Partial<FaultSpec>, RegExp]>([
	['a plan that is used up', { status: 402, body: { message: 'Enterprise only' } }, NO_LEASING],
	['a 402 as a web page', { status: 402, body: '<!doctype html><title>Pay</title>' }, NO_LEASING],
	['an empty 402', { status: 402, body: '' }, NO_LEASING],
	['a 401', { status: 401, body: { message: 'Unknown' } }, /API token: Unknown.*'API Token'/],
	['an empty 403', { status: 403, body: '' }, /does not allow.*'API Token'.*'Base URL'/],
	['a firewall', { status: 403, body: '<html><title>Blocked</title>' }, /Blocked.*'Base URL'/],
	['a redirect', { status: 302, headers: { location: 'https://a.example/?k=1' } }, /a.example\/\./],
	['a 404', { status: 404, body: { message: 'No route' } }, /No route.*'Base URL'/],
	['a limit', { status: 429, body: { message: 'Slow down' } }, /Slow down/],
	['a breakdown', { status: 503, body: { message: '<b>Maintenance' } }, /‹b>Maintenance/],
	['a web page', { body: '<!doctype html><title>Welcome</title>' }, /a JSON object.*: Welcome/],
	['nothing', { status: 204, body: '' }, /did not return a JSON object/],
	['no list of numbers', { body: { data: {} } }, /did not return any list of numbers in "data"/],
	['an error', { body: { error: 'Out of order' } }, /Out of order/],
	['something else as a list', { body: { data: { text: [], voice: {} } } }, /"data.voice"/],
])('says of %s what came, and passes with 402 alone', async (_, answer, words) => {
	answers(answer);
	const message = await expectTest(answer.status === 402);
	expect(message).toMatch(words);
	const isStranger = message.includes("did not answer as the service does: check 'Base URL'");
	expect(isStranger).toBe((answer.status ?? 200) < 300);
});

describe('a server that does not end its answer', () => {
	trustCertificates();

	const UPGRADED = 'HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n';
	const BEGUN = 'HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n{';

	/** Sends a space again and again. */
	async function drip(socket: Socket): Promise<void> {
		while (!socket.destroyed) {
			socket.write(' ');
			await sleep(20);
		}
	}

	it.each([
		['https', 'nothing', ''],
		['http', 'a change of protocol', UPGRADED],
		['https', 'a body that drips', BEGUN],
	])('over %s is left within 15 s, and so is its connection: it sends %s', async (...cell) => {
		const [scheme, , begin] = cell;
		const closed: Array<Promise<void>> = [];
		const onConnection = (socket: Socket) => {
			closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
			socket.on('error', () => undefined);
			socket.once('data', () => {
				socket.write(begin);
				if (begin === BEGUN) void drip(socket);
			});
		};
		const server =
			scheme === 'https'
				? createTlsServer(certificate('good'), onConnection)
				: createServer(onConnection);
		const { port, close } = await listening(server);

		// The time is there, only shorter.
		const limits: number[] = [];
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const shorter = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			limits.push(ms);
			return timeout(ms / 10);
		});
		const { status, message } = await test({ baseUrl: `${scheme}://localhost:${port}` });
		shorter.mockRestore();

		expect(status).toBe('Error');
		expect(message).toContain('did not answer in time');
		expect(Math.max(...limits)).toBeLessThan(15_000);
		expect(closed).toHaveLength(1);
		await Promise.all(closed);
		close();
	});
});

it('fails where a secure connection is impossible, and says what to check', async () => {
	const baseUrl = service.simulator.baseUrl.replace('http:', 'https:');
	expect((await test({ baseUrl })).message).toMatch(
		/connection to the service was lost.*https:.*certificate.*eproto/,
	);
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
