import type { VerdictName } from '../../nodes/MessagingService/errors/verdicts';
import type { KeptProcess } from '../../playground/src/keptProcess';
import { probePort } from '../../playground/src/ports';
import type { Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import { DOMAIN, makeCertificates, trust } from '../support/certificates';
import { temporaryFolder } from '../support/folders';
import type { Sending } from '../support/send';
import { ADDRESS, startFronts } from './support/fronts';
import { lead, resolveNames } from './support/names';
import type { Proxies } from './support/proxies';
import { startProxies, useProxy } from './support/proxies';
import type { Kind } from './support/tried';
import {
	actedOn,
	expectFailure,
	hostOf,
	make,
	meaningOf,
	READS,
	SENDS,
	SIMULATOR,
} from './support/tried';

/** What a proxy does with a request, and what must come of it. */
interface Case {
	name: string;
	proxy: keyof Proxies;
	/** Its row in the table of verdicts; undefined where the request gets through. */
	verdict?: VerdictName;
	/** `{base_url}`, where it is not the service's own over https. */
	url?: (service: { https: string; http: string; port: number }) => string;
	status?: number;
}

const http: Case['url'] = (service) => service.http;

const CASES: Case[] = [
	{ name: 'squid lets https through', proxy: 'squid' },
	{ name: 'squid lets http through', proxy: 'squid', url: http },
	{ name: 'squid refuses to connect (403)', proxy: 'squidRefuses', verdict: 'proxyRefused' },
	{ name: 'squid wants a password (407)', proxy: 'squidPassword', verdict: 'proxyRefused' },
	{
		name: 'squid finds nothing to connect to (503)',
		proxy: 'squid',
		verdict: 'proxyFailed',
		url: ({ https }) => https.replace(/:\d+$/, ':1'),
	},
	{
		name: 'squid does not know the name (503)',
		proxy: 'squid',
		verdict: 'proxyFailed',
		url: ({ port }) => `https://unknown.${DOMAIN}:${port}`,
	},
	{ name: 'the proxy is down', proxy: 'down', verdict: 'notConnected' },
	{ name: 'the proxy is down, over http', proxy: 'down', verdict: 'notConnected', url: http },
	{
		name: 'an untrusted certificate behind squid',
		proxy: 'squid',
		verdict: 'notSecure',
		url: ({ port }) => `https://untrusted.${DOMAIN}:${port}`,
	},
	{
		name: 'squid wants a password, over http (407)',
		proxy: 'squidPassword',
		verdict: 'address',
		url: http,
		status: 407,
	},
	{
		name: 'squid finds nothing to connect to, over http (503)',
		proxy: 'squid',
		verdict: 'brokenDown',
		url: () => 'http://127.8.9.9:1',
		status: 503,
	},
];

const folder = temporaryFolder('proxies');

describe('a proxy before the service', () => {
	let simulator: Simulator;
	let front: KeptProcess;
	let port: number;
	let proxies: Proxies;
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

	it.each(
		CASES.flatMap((one) =>
			[READS, SENDS].map((kind) => [one.name, kind.operation, one, kind] as const),
		),
	)(
		'does nothing twice, loses nothing and says what happened: %s, %s',
		async (_name, _kind, one, kind) => await expectSafe(one, kind),
	);

	async function expectSafe(
		{ name, proxy, verdict, url, status }: Case,
		kind: Kind,
	): Promise<void> {
		const https = `https://${hostOf(simulator)}:${port}`;
		const run = async (baseUrl: string, sending: Sending = {}) =>
			await make(simulator, kind, baseUrl, {
				workflowId: `${name}, ${kind.operation}`,
				options: { maxRetries: 0 },
				...sending,
			});
		useProxy(proxies[proxy]);
		const baseUrl = url?.({ https, http: simulator.baseUrl, port }) ?? https;
		const result = await run(baseUrl, { fails: verdict !== undefined });
		useProxy(undefined);
		expect(actedOn(simulator, kind)).toBe(verdict ? 0 : 1);
		if (!verdict) return;

		expectFailure(result, verdict, kind, status);
		const again = await run(https);
		const isInDoubt = meaningOf(verdict, kind).isInDoubt;
		expect(again.json[0].skipped ?? false).toBe(isInDoubt);
		expect(actedOn(simulator, kind)).toBe(isInDoubt ? 0 : 1);
	}
});
