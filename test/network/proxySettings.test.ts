/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import type { Socket } from 'node:net';

import { withHeldTimeouts, withoutTimeouts } from '../support/heldTimeouts';
import { KeyStore } from '../support/keyStore';
import { resolveNames } from '../support/names';
import { MAY_HAVE_BEEN_SENT } from '../support/mayHaveBeenSent';
import { SEND, simulated } from '../support/simulated';
import { setProxy, startOdd, useProxy } from './support/proxies';

const service = simulated();

let forgetNames: () => void;

beforeAll(async () => {
	forgetNames = resolveNames();
	await new KeyStore().register();
});
let stopProxy = () => {};

afterEach(() => {
	setProxy(undefined);
	stopProxy();
});
afterAll(() => forgetNames());

const UNREADABLE =
	/cannot read the address of its proxy from the environment variable HTTPS?_PROXY/;
const UNKNOWN = /^The proxy that n8n uses, proxy\.invalid, could not be found/;
const DOWN = /^Nothing answers at 127\.0\.0\.2:\d+, the proxy that n8n uses/;
const UNCONNECTED = /^The proxy that n8n uses did not connect to /;
const INSECURE = /^No secure connection to /;
const ADVICE = /HTTPS?_PROXY/;

const SETTINGS: Array<[string, (port: number) => string, RegExp]> = [
	['has a port that none can have', () => 'http://127.0.0.1:99999', UNREADABLE],
	['has an unescaped # in its password', () => 'http://user:p#ss@127.0.0.1:3128', UNREADABLE],
	// It has to listen: n8n's agent connects first, and takes no notice of that connection's errors any more.
	[
		'has an unescaped % in its password',
		(port) => `http://user:p%zz@127.0.0.1:${port}`,
		UNREADABLE,
	],
	['has a name that nobody knows', () => 'http://proxy.invalid:3128', UNKNOWN],
	["is down, at the service's own port", (port) => `http://127.0.0.2:${port}`, DOWN],
	['has the port 0', () => 'http://127.0.0.1:0', /^Nothing answers at 127\.0\.0\.1, the proxy /],
	['speaks no TLS and is named with https://', (port) => `https://127.0.0.1:${port}`, UNCONNECTED],
];

const CONNECTED = 'HTTP/1.1 200 Connection established\r\n\r\n';

/** What a proxy does that is asked to connect; `waits` is called once nothing more can come of it. */
const BREAKS: Array<[string, (socket: Socket, waits: () => void) => unknown, RegExp]> = [
	['closes', (socket) => socket.end(), UNCONNECTED],
	['resets', (socket) => socket.resetAndDestroy(), UNCONNECTED],
	['answers with noise', (socket) => socket.end('hello\r\n'), UNCONNECTED],
	['answers with half a line', (socket) => socket.end('HTTP/1.1 2'), UNCONNECTED],
	[
		'cuts its answer',
		(socket) => socket.end('HTTP/1.1 503 X\r\nContent-Length: 200\r\n\r\n{"a"'),
		UNCONNECTED,
	],
	['says nothing', (_socket, waits) => waits(), UNCONNECTED],
	['connects, and closes', (socket) => socket.end(CONNECTED), INSECURE],
	['connects, and answers with noise', (socket) => socket.end(`${CONNECTED}hello`), INSECURE],
	[
		'connects, and says nothing',
		(socket, waits) => socket.once('data', waits).write(CONNECTED),
		/^No connection to .* in time/,
	],
];

let runs = 0;

/** Sends a message through a proxy, which fails, and then without it. A time-out comes only when `isTime`. */
async function failsBehind(
	setUp: () => void,
	scheme: string,
	message: RegExp,
	isTime = () => false,
) {
	const { port, baseUrl } = service.simulator;
	const workflowId = `behind a proxy ${runs++}`;
	const run = async (address: string) =>
		await service.run(
			{ ...SEND, options: { maxRetries: 0, sendOnceKey: 'key' } },
			{ workflowId, credentials: { ...service.credentials(), baseUrl: address } },
		);
	setUp();
	const { error } = await withHeldTimeouts(
		async () => await run(`${scheme}://127.0.0.1:${port}`),
		isTime,
	);
	setProxy(undefined);
	expect(error?.message).toMatch(message);
	expect(`${error?.message} ${error?.description}`).toMatch(ADVICE);
	expect(error?.message).not.toMatch(MAY_HAVE_BEEN_SENT);
	expect(JSON.stringify(error)).not.toMatch(/p#ss|p%zz/);
	expect(service.simulator.messages).toHaveLength(0);

	const again = await withoutTimeouts(async () => await run(baseUrl));
	expect([again.error, again.json[0]?.skipped]).toEqual([undefined, undefined]);
	expect(service.simulator.messages).toHaveLength(1);
}

describe('a proxy in the environment', () => {
	it.each(
		SETTINGS.flatMap(([what, proxy, message]) =>
			['https', 'http'].map((scheme) => ({ what, proxy, message, scheme })),
		),
	)('that $what is reported, and nothing is sent or lost ($scheme)', async (row) => {
		const { port } = service.simulator;
		await failsBehind(() => setProxy(row.proxy(port)), row.scheme, row.message);
	});

	it.each(BREAKS)(
		'that %s is reported, and nothing is sent or lost',
		async (_what, onConnect, message) => {
			let isWaiting = false;
			const { address, stop } = await startOdd((socket) =>
				onConnect(socket, () => {
					isWaiting = true;
				}),
			);

			stopProxy = stop;
			await failsBehind(
				() => useProxy(address),
				'https',
				message,
				() => isWaiting,
			);
		},
	);
});
