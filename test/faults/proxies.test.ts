/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import process from 'node:process';

import { CredentialTestContext } from 'n8n-core';

import type { VerdictName } from '../../nodes/MessagingService/errors/verdicts';
import { LOOPBACK } from '../../playground/src/ports';
import { messagingService } from '../support/built';
import { DOMAIN, trustCertificates } from '../support/certificates';
import { listening } from '../support/servers';
import { simulated } from '../support/simulated';
import { names, resolveNames, useWays, WAY } from './support/network';
import { actedOn, expectFailure, IMPATIENT, make, SENDS, SIMULATOR, TOKEN } from './support/tried';

const service = simulated(SIMULATOR);
resolveNames();
trustCertificates();

const port = useWays();
let stopProxy = () => {};

afterEach(() => {
	setProxy(undefined);
	stopProxy();
});

/** Sends what this process sends through a proxy, as the environment variables tell n8n; undefined for none. */
function setProxy(value: string | undefined): void {
	for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
}

/** What a proxy does that is asked to connect. */
type Proxy = (client: Socket, target: URL) => unknown;

const CONNECTED = 'HTTP/1.1 200 Connection established\r\n\r\n';

const connects: Proxy = (client, { hostname, port: wanted }) => {
	client.write(CONNECTED);
	const onward = connect(Number(wanted), hostname);
	client.on('close', () => onward.destroy());
	onward.on('error', () => client.destroy());
	client.pipe(onward).pipe(client);
};

/** Answers as the service might. */
const answers =
	(status: number): Proxy =>
	(client) => {
		const body = '{"data":{"text":[]}}';
		const head = `Content-Type: application/json\r\nContent-Length: ${body.length}`;
		client.end(`HTTP/1.1 ${status} X\r\n${head}\r\n\r\n${body}`);
	};

/** Starts a proxy, and lets n8n use it. */
async function useProxy(proxy: Proxy): Promise<void> {
	const server = createServer();
	server.on('connect', ({ url }, client: Socket) => proxy(client, new URL(`http://${url}`)));
	const { url, close } = await listening(server);
	stopProxy = close;
	setProxy(url);
}

const named = () => `https://service-${service.simulator.port}.${DOMAIN}:${port()}`;

/** Sends a message through a proxy, which fails, and then without it. */
async function expectNotSent(baseUrl: string, verdict?: VerdictName): Promise<void> {
	const { simulator, workflowId } = service;
	const failed = await make(simulator, SENDS, baseUrl, {
		workflowId,
		options: { maxRetries: 0, timeout: IMPATIENT },
		fails: true,
	});
	setProxy(undefined);
	if (verdict) expectFailure(failed, verdict, SENDS);
	expect(failed.error.context).toMatchObject({ outcome: 'notSent' });
	expect(JSON.stringify(failed.run)).not.toMatch(/p#ss|p%zz/);
	expect(actedOn(simulator, SENDS)).toBe(0);

	await make(simulator, SENDS, simulator.baseUrl, { workflowId });
	expect(actedOn(simulator, SENDS)).toBe(1);
}

it.each<[string, VerdictName, Proxy]>([
	['refuses to connect', 'proxy', answers(403)],
	['wants a password', 'proxy', answers(407)],
	['finds nothing to connect to', 'proxy', answers(503)],
	['closes', 'notConnected', (client) => client.end()],
	['resets', 'notConnected', (client) => client.resetAndDestroy()],
	['answers with noise', 'notConnected', (client) => client.end('hello\r\n')],
	['answers with half a line', 'notConnected', (client) => client.end('HTTP/1.1 2')],
	['breaks off', 'proxy', (client) => client.end('HTTP/1.1 503 X\r\nContent-Length: 9\r\n\r\n{')],
	['says nothing', 'notConnected', () => undefined],
	['connects, and closes', 'notConnected', (client) => client.end(CONNECTED)],
	['connects, and answers with noise', 'notConnected', (client) => client.end(`${CONNECTED}hello`)],
	['connects, and says nothing', 'notConnected', (client) => client.write(CONNECTED)],
])('a proxy that %s is reported, and nothing is sent or lost', async (_what, verdict, proxy) => {
	await useProxy(proxy);
	await expectNotSent(named(), verdict);
});

it.each([
	['a good certificate', WAY.good],
	['an untrusted certificate', WAY.untrusted],
])('a proxy that connects to a service with %s is no way around TLS', async (_what, way) => {
	names.set(new URL(named()).hostname, () => [way]);
	await useProxy(connects);
	if (way === WAY.untrusted) return await expectNotSent(named(), 'notConnected');
	await make(service.simulator, SENDS, named(), {});
	expect(actedOn(service.simulator, SENDS)).toBe(1);
});

const SETTINGS: Array<[string, (port: number) => string]> = [
	['has a port that none can have', () => 'http://127.0.0.1:99999'],
	['has an unescaped # in its password', () => 'http://user:p#ss@127.0.0.1:3128'],
	// It has to listen: n8n's agent connects first, and takes no notice of that connection's errors any more.
	['has an unescaped % in its password', (own) => `http://user:p%zz@127.0.0.1:${own}`],
	['has a name that nobody knows', () => 'http://proxy.invalid:3128'],
	["is down, at the service's own port", (own) => `http://127.0.0.2:${own}`],
	['has the port 0', () => 'http://127.0.0.1:0'],
	['speaks no TLS and is named with https://', (own) => `https://127.0.0.1:${own}`],
];

it.each(SETTINGS.flatMap((row) => ['https', 'http'].map((scheme) => [...row, scheme] as const)))(
	'a proxy in the environment that %s is reported, and nothing is sent or lost',
	async (_what, proxy, scheme) => {
		const own = service.simulator.port;
		setProxy(proxy(own));
		await expectNotSent(`${scheme}://${LOOPBACK}:${own}`);
	},
);

it.each([201, 401, 403, 407, 502])(
	'the test of a credential tells a proxy that answers %d when it is asked to connect',
	async (status) => {
		await useProxy(answers(status));
		const data = { baseUrl: named(), apiToken: TOKEN, authScheme: 'Bearer' };
		const credential = { id: '1', name: 'Service', type: 'messagingServiceApi', data };
		const test = messagingService.methods?.credentialTest?.messagingServiceApiTest;
		const result = await test?.call(new CredentialTestContext(), credential);
		expect(result?.status).toBe('Error');
		expect(result?.message).toMatch(/proxy/);
	},
);
