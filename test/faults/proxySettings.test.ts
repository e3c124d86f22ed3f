/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { Socket } from 'node:net';

import { CredentialTestContext } from 'n8n-core';

import { messagingService } from '../support/built';
import { CONTINUE, outcomes, send } from '../support/send';
import { simulated } from '../support/simulated';
import { resolveNames } from './support/names';
import { setProxy, startOdd, useProxy } from './support/proxies';
import { IMPATIENT } from './support/tried';

const service = simulated();

let forgetNames: () => void;
let stopProxy = () => {};

beforeAll(() => {
	forgetNames = resolveNames();
});
afterEach(() => {
	setProxy(undefined);
	stopProxy();
});
afterAll(() => forgetNames());

const SETTINGS: Array<[string, (port: number) => string]> = [
	['has a port that none can have', () => 'http://127.0.0.1:99999'],
	['has an unescaped # in its password', () => 'http://user:p#ss@127.0.0.1:3128'],
	// It has to listen: n8n's agent connects first, and takes no notice of that connection's errors any more.
	['has an unescaped % in its password', (port) => `http://user:p%zz@127.0.0.1:${port}`],
	['has a name that nobody knows', () => 'http://proxy.invalid:3128'],
	["is down, at the service's own port", (port) => `http://127.0.0.2:${port}`],
	['has the port 0', () => 'http://127.0.0.1:0'],
	['speaks no TLS and is named with https://', (port) => `https://127.0.0.1:${port}`],
];

const CONNECTED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** What a proxy does that is asked to connect. */
const BREAKS: Array<[string, (socket: Socket) => unknown]> = [
	['closes', (socket) => socket.end()],
	['resets', (socket) => socket.resetAndDestroy()],
	['answers with noise', (socket) => socket.end('hello\r\n')],
	['answers with half a line', (socket) => socket.end('HTTP/1.1 2')],
	['cuts its answer', (socket) => socket.end('HTTP/1.1 503 X\r\nContent-Length: 200\r\n\r\n{"a"')],
	['says nothing', () => undefined],
	['connects, and closes', (socket) => socket.end(CONNECTED)],
	['connects, and answers with noise', (socket) => socket.end(`${CONNECTED}hello`)],
	['connects, and says nothing', (socket) => socket.write(CONNECTED)],
];

/** Sends a message through a proxy, which fails, and then without it. */
async function failsBehind(setUp: () => void, scheme: string) {
	const { port, baseUrl } = service.simulator;
	const run = async (address: string, options = {}) =>
		await send(service, {
			options: { maxRetries: 0, sendOnceKey: 'key', ...options },
			credentials: { ...service.credentials(), baseUrl: address },
			node: CONTINUE,
		});
	setUp();
	const failed = await run(`${scheme}://127.0.0.1:${port}`, { timeout: IMPATIENT });
	setProxy(undefined);
	expect(outcomes(failed.json)).toEqual(['failed']);
	expect(JSON.stringify(failed.json)).not.toMatch(/p#ss|p%zz/);
	expect(service.sent()).toEqual([]);

	expect(outcomes((await run(baseUrl)).json)).toEqual(['done']);
}

describe('a proxy in the environment', () => {
	it.each(SETTINGS.flatMap((row) => ['https', 'http'].map((scheme) => [...row, scheme] as const)))(
		'that %s is reported, and nothing is sent or lost',
		async (_what, proxy, scheme) => {
			await failsBehind(() => setProxy(proxy(service.simulator.port)), scheme);
		},
	);

	it.each(BREAKS)('that %s is reported, and nothing is sent or lost', async (_what, onConnect) => {
		const { address, close } = await startOdd(onConnect);
		stopProxy = close;
		await failsBehind(() => useProxy(address), 'https');
	});
});

it.each([201, 401, 403, 407, 502])(
	'the test of a credential tells a proxy that answers %d when it is asked to connect',
	async (status) => {
		// What the service would answer, too.
		const body = '{"data":{"text":[]}}';
		const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
		const { address, close } = await startOdd((socket) =>
			socket.end(`HTTP/1.1 ${status} X\r\n${head}\r\n\r\n${body}`),
		);
		stopProxy = close;
		useProxy(address);
		const baseUrl = `https://127.0.0.1:${service.simulator.port}`;
		const data = { ...service.credentials(), baseUrl };
		const credential = { id: '1', name: 'Service', type: 'messagingServiceApi', data };
		const test = messagingService.methods?.credentialTest?.messagingServiceApiTest;
		const result = await test?.call(new CredentialTestContext(), credential);
		expect(result?.status).toBe('Error');
		expect(result?.message).toMatch(/proxy/);
	},
);
