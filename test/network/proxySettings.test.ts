import { KeyStore } from '../support/keyStore';
import { resolveNames } from '../support/names';
import { POSSIBLY_DONE } from '../support/possiblyDone';
import { RECIPIENT, simulated } from '../support/simulated';
import { setProxy } from './support/proxies';

const service = simulated();

let forgetNames: () => void;

beforeAll(async () => {
	forgetNames = resolveNames();
	await new KeyStore().register();
});
afterEach(() => setProxy(undefined));
afterAll(() => forgetNames());

const UNREADABLE = /cannot read the address of its proxy in the environment variable HTTPS?_PROXY/;
const UNKNOWN =
	/^The proxy through which n8n reaches the service, proxy\.invalid, could not be found/;
const DOWN =
	/^Nothing answers at 127\.0\.0\.2:\d+, the proxy through which n8n reaches the service/;

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
];

describe('a proxy in the environment', () => {
	it.each(
		SETTINGS.flatMap(([what, proxy, message]) =>
			['https', 'http'].map((scheme) => ({ what, proxy, message, scheme })),
		),
	)('that $what is told, and nothing is sent or lost ($scheme)', async (row) => {
		const { port, baseUrl } = service.simulator;
		const run = async (address: string) =>
			await service.run(
				{
					resource: 'message',
					operation: 'send',
					channel: 'sms',
					to: RECIPIENT,
					message: 'Hello',
					options: { maxRetries: 0, sendOnceKey: 'key' },
				},
				{
					workflowId: `${row.what} ${row.scheme}`,
					credentials: { ...service.credentials(), baseUrl: address },
				},
			);
		setProxy(row.proxy(port));
		const { error } = await run(`${row.scheme}://127.0.0.1:${port}`);
		setProxy(undefined);
		expect(error?.message).toMatch(row.message);
		expect(error?.description).not.toMatch(POSSIBLY_DONE);
		expect(JSON.stringify(error)).not.toMatch(/p#ss|p%zz/);
		expect(service.simulator.messages).toHaveLength(0);

		const again = await run(baseUrl);
		expect([again.error, again.json[0]?.skipped]).toEqual([undefined, undefined]);
		expect(service.simulator.messages).toHaveLength(1);
	});
});
