import type { KeptProcess } from '../../playground/src/keptProcess';
import { probePort } from '../../playground/src/ports';
import type { Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import { DOMAIN, makeCertificates, trust } from '../support/certificates';
import { temporaryFolder } from '../support/folders';
import { ADDRESS, startFronts } from './support/fronts';
import { lead, resolveNames } from './support/names';
import type { Proxies } from './support/proxies';
import { startProxies, useProxy } from './support/proxies';
import type { TriedRequest } from './support/requests';
import { REQUESTS } from './support/requests';
import {
	credentialOf,
	failureOf,
	hostOf,
	itemsOf,
	make,
	SIMULATOR,
	TOKEN,
	tracesOf,
} from './support/tried';

/** What a proxy does with a request, and what must come of it. */
interface ProxyRow {
	name: string;
	proxy: keyof Proxies;
	/** `{base_url}`, where it is not the service's own over https. */
	url?: (service: { https: string; http: string; port: number }) => string;
	/** Whether the request gets through. */
	succeeds?: true;
	/** What the error is about: the address, where the proxy answers in place of the service. */
	about?: 'address';
	/** Whether the service may have acted for all that n8n can know. */
	mayHaveBeenSent?: boolean;
	statusCode?: number;
}

const refused = (name: string, proxy: keyof Proxies, more: Partial<ProxyRow> = {}): ProxyRow => ({
	name,
	proxy,
	about: 'address',
	...more,
});

const http: ProxyRow['url'] = (service) => service.http;

const ROWS: ProxyRow[] = [
	{ name: 'squid lets https through', proxy: 'squid', succeeds: true },
	{ name: 'squid lets http through', proxy: 'squid', url: http, succeeds: true },
	refused('squid refuses to connect (403)', 'squidRefuses'),
	refused('squid wants a password (407)', 'squidPassword'),
	refused('squid finds nothing to connect to (503)', 'squid', {
		url: ({ https }) => https.replace(/:\d+$/, ':1'),
	}),
	refused('squid does not know the name (503)', 'squid', {
		url: ({ port }) => `https://unknown.${DOMAIN}:${port}`,
	}),
	{ name: 'the proxy is down', proxy: 'down' },
	{ name: 'the proxy is down, over http', proxy: 'down', url: http },
	{
		name: 'an untrusted certificate behind squid',
		proxy: 'squid',
		url: ({ port }) => `https://untrusted.${DOMAIN}:${port}`,
	},
	refused('squid wants a password, over http (407)', 'squidPassword', {
		url: http,
		statusCode: 407,
	}),
	{
		name: 'squid finds nothing to connect to, over http (503)',
		proxy: 'squid',
		url: () => 'http://127.8.9.9:1',
		mayHaveBeenSent: true,
		statusCode: 503,
	},
];

/** What fails on the way fails for every request of an item. */
const FIRST_REQUESTS = REQUESTS.filter(({ isSecond }) => !isSecond);

const folder = temporaryFolder('proxies');

describe('a proxy before the service', () => {
	let simulator: Simulator;
	let front: KeptProcess;
	let port: number;
	let proxies: Proxies;
	let runs = 0;
	const ends: Array<() => void | Promise<void>> = [];

	beforeAll(async () => {
		simulator = await startSimulator({ ...SIMULATOR, domain: DOMAIN });
		const certificates = await makeCertificates(folder);
		port = await probePort(0);
		front = await startFronts(port, certificates, folder);
		const hosts = [
			`${ADDRESS.nginxTls} ${hostOf(simulator)}`,
			`${ADDRESS.untrusted} untrusted.${DOMAIN}`,
		];
		const started = await startProxies(folder, `${hosts.join('\n')}\n`);
		proxies = started.proxies;
		ends.push(started.stop, trust(certificates.authority), resolveNames());
		lead(hostOf(simulator), () => [ADDRESS.nginxTls]);
	});
	beforeEach(() => simulator.reset());
	afterEach(() => useProxy(undefined));
	afterAll(async () => {
		for (const end of ends) await end();
		await Promise.all([front.stop(), simulator.stop()]);
	});

	async function tryOut(row: ProxyRow, request: TriedRequest): Promise<void> {
		const items = await itemsOf(simulator, request);
		const https = `https://${hostOf(simulator)}:${port}`;
		const workflowId = `proxies ${runs++}`;
		const { keyOption } = request;
		const run = async (baseUrl: string) =>
			await make(simulator, request, {
				workflowId,
				items,
				options: {
					maxRetries: 0,
					...(keyOption && { [keyOption]: 'key of the item' }),
				},
				credentials: credentialOf(baseUrl, { allowInsecureHttp: true }),
			});
		const acted = () => simulator.stats.acted[request.counter] ?? 0;
		const before = acted();

		useProxy(proxies[row.proxy]);
		const url = row.url?.({ https, http: simulator.baseUrl, port }) ?? https;
		const result = await run(url);
		useProxy(undefined);
		expect(tracesOf(result)).not.toContain(TOKEN);
		const failure = failureOf(result);
		if (row.succeeds) {
			expect([failure, acted() - before]).toEqual([undefined, 1]);
			return;
		}
		const mayHaveBeenSent = row.mayHaveBeenSent === true && !request.isSafe && !request.sendsLater;
		expect([failure, acted() - before]).toEqual([
			expect.objectContaining({
				mayHaveBeenSent,
				...(row.statusCode && { httpCode: String(row.statusCode) }),
			}),
			0,
		]);
		expect(failure?.about).toBe(row.about);

		const again = await run(https);
		const isKept = mayHaveBeenSent && keyOption !== undefined;
		if (isKept) expect(again.json).toMatchObject([{ skipped: true }]);
		expect([failureOf(again), acted() - before]).toEqual([undefined, isKept ? 0 : 1]);
	}

	describe.each(FIRST_REQUESTS)('$name', (request) => {
		it.each(ROWS.map((row): [string, ProxyRow] => [row.name, row]))(
			'does nothing twice, loses nothing and says what happened: %s',
			async (_name, row) => await tryOut(row, request),
		);
	});
});
