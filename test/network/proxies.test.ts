/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { KeptProcess } from '../../playground/src/keptProcess';
import { probePort } from '../../playground/src/ports';
import type { Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import { prepare, tracesOf } from '../faults/cell';
import type { MatrixEndpoint } from '../faults/endpoints';
import { ENDPOINTS } from '../faults/endpoints';
import { TOKEN } from '../faults/matrix';
import { withHeldTimeouts } from '../support/heldTimeouts';
import { KeyStore } from '../support/keyStore';
import { runNode } from '../support/n8nCore';
import { lead, resolveNames } from '../support/names';
import { MAY_HAVE_BEEN_SENT, withoutPrefix } from '../support/mayHaveBeenSent';
import { hostOf, parametersOf } from './cell';
import { DOMAIN, makeCertificates, trust } from './support/certificates';
import { ADDRESS, startFronts } from './support/fronts';
import type { Proxies } from './support/proxies';
import { startProxies, useProxy } from './support/proxies';
import { describeWith } from './support/tools';

/** What a proxy does with a request, and what must come of it. */
interface ProxyRow {
	name: string;
	proxy: keyof Proxies;
	/** `{base_url}`, where it is not the service's own over https. */
	url?: (service: { https: string; http: string; port: number }) => string;
	/** Absent where the request gets through. */
	message?: RegExp;
	/** What the description says. */
	description?: RegExp;
	/** Whether the service may have acted for all that n8n can know. */
	mayHaveBeenSent?: boolean;
	statusCode?: number;
}

const REFUSED = /^The proxy that n8n uses did not connect to /;
const PROXY_ADVICE = /HTTPS_PROXY/;

const refused = (name: string, proxy: keyof Proxies, more: Partial<ProxyRow> = {}): ProxyRow => ({
	name,
	proxy,
	message: REFUSED,
	description: PROXY_ADVICE,
	...more,
});

const http: ProxyRow['url'] = (service) => service.http;

const ROWS: ProxyRow[] = [
	{ name: 'squid lets https through', proxy: 'squid' },
	{ name: 'squid lets http through', proxy: 'squid', url: http },
	{ name: 'tinyproxy lets http through', proxy: 'tinyproxy', url: http },
	refused('squid refuses to connect (403)', 'squidRefuses'),
	refused('squid wants a password (407)', 'squidPassword'),
	refused('squid finds nothing to connect to (503)', 'squid', {
		url: ({ https }) => https.replace(/:\d+$/, ':1'),
	}),
	refused('squid does not know the name (503)', 'squid', {
		url: ({ port }) => `https://unknown.${DOMAIN}:${port}`,
	}),
	refused('tinyproxy refuses the port (403)', 'tinyproxy', {
		url: () => `https://${ADDRESS.nginxTls}:2`,
	}),
	refused('tinyproxy finds nothing to connect to (500)', 'tinyproxy', {
		url: ({ port }) => `https://127.8.9.9:${port}`,
	}),
	{
		name: 'the proxy is down',
		proxy: 'down',
		message: /^Nothing answers at 127\.0\.0\.1:1, the proxy that n8n uses/,
		description: PROXY_ADVICE,
	},
	{
		name: 'the proxy is down, over http',
		proxy: 'down',
		url: http,
		message: /^Nothing answers at 127\.0\.0\.1:1, the proxy that n8n uses/,
		description: PROXY_ADVICE,
	},
	refused('the proxy closes', 'closes'),
	refused('the proxy resets', 'resets'),
	refused('the proxy keeps silent', 'silent'),
	{
		name: 'an untrusted certificate behind squid',
		proxy: 'squid',
		url: ({ port }) => `https://untrusted.${DOMAIN}:${port}`,
		message: /^No secure connection to .* could be made/,
		description: PROXY_ADVICE,
	},
	{
		name: 'squid wants a password, over http (407)',
		proxy: 'squidPassword',
		url: http,
		message: /^The proxy .* requires a user name and a password/,
		description: /HTTP_PROXY/,
		statusCode: 407,
	},
	{
		name: 'squid finds nothing to connect to, over http (503)',
		proxy: 'squid',
		url: () => 'http://127.8.9.9:1',
		message: /^The service reported an error on its side/,
		mayHaveBeenSent: true,
		statusCode: 503,
	},
];

/** What fails on the way fails for every request of an item. */
const FIRST_REQUESTS = ENDPOINTS.filter(({ isSecondRequest }) => !isSecondRequest);

describeWith(
	['squid', 'tinyproxy', 'nginx', 'haproxy', 'openssl'],
	'a proxy before the service',
	() => {
		let folder: string;
		let simulator: Simulator;
		let fronts: KeptProcess[];
		let port: number;
		let proxies: Proxies;
		let isSilent = false;
		let runs = 0;
		const ends: Array<() => void | Promise<void>> = [];

		beforeAll(async () => {
			folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-proxies-'));
			await new KeyStore().register();
			const account = { name: 'enterprise', token: TOKEN, enterprise: true, plan: 'unlimited' };
			simulator = await startSimulator({
				domain: DOMAIN,
				accounts: [{ ...account, quota: 1000, ad: false }],
				otpCode: () => '123456',
			});
			const certificates = await makeCertificates(folder);
			port = await probePort(0);
			fronts = await startFronts(port, certificates, folder);
			const hosts = [
				`${ADDRESS.nginxTls} ${hostOf(simulator)}`,
				`${ADDRESS.untrusted} untrusted.${DOMAIN}`,
			];
			const started = await startProxies(folder, `${hosts.join('\n')}\n`, port, () => {
				isSilent = true;
			});
			proxies = started.proxies;
			ends.push(started.stop, trust(certificates.authority), resolveNames());
			lead(hostOf(simulator), () => [ADDRESS.nginxTls]);
		});
		beforeEach(() => {
			simulator.reset();
			isSilent = false;
		});
		afterEach(() => useProxy(undefined));
		afterAll(async () => {
			for (const end of ends) await end();
			await Promise.all([...fronts, simulator].map(async (server) => await server.stop()));
			await rm(folder, { recursive: true, force: true });
		});

		async function tryOut(row: ProxyRow, endpoint: MatrixEndpoint): Promise<void> {
			const isOnce = endpoint.retryClass === 'once';
			const input = await prepare(endpoint, simulator.baseUrl);
			const https = `https://${hostOf(simulator)}:${port}`;
			const workflowId = `proxies-${runs++}`;
			const run = async (baseUrl: string) =>
				await runNode({
					workflowId,
					parameters: parametersOf(endpoint, { maxRetries: 0 }),
					input,
					credentials: { baseUrl, apiToken: TOKEN, authScheme: 'Bearer', allowInsecureHttp: true },
				});
			const acted = () => simulator.stats.acted[endpoint.counter] ?? 0;
			const before = acted();

			useProxy(proxies[row.proxy]);
			const url = row.url?.({ https, http: simulator.baseUrl, port }) ?? https;
			const { error, ...result } = await withHeldTimeouts(
				async () => await run(url),
				() => isSilent,
			);
			useProxy(undefined);
			expect(tracesOf({ error, ...result })).not.toContain(TOKEN);
			if (!row.message) {
				expect([error, acted() - before]).toEqual([undefined, 1]);
				return;
			}
			expect(acted()).toBe(before);
			expect(withoutPrefix(error?.message ?? '-')).toMatch(row.message);
			expect(error?.description).toMatch(row.description ?? /./);
			expect(error?.httpCode ?? undefined).toBe(row.statusCode?.toString());
			const mayHaveBeenSent = isOnce && row.mayHaveBeenSent === true;
			expect(MAY_HAVE_BEEN_SENT.test(error?.message ?? '')).toBe(
				mayHaveBeenSent && !endpoint.sendsLater,
			);

			const again = await run(https);
			const isKept = mayHaveBeenSent && endpoint.keyOption !== undefined && !endpoint.sendsLater;
			if (isKept) expect(again.json).toMatchObject([{ skipped: true }]);
			expect([again.error, acted() - before]).toEqual([undefined, isKept ? 0 : 1]);
		}

		describe.each(FIRST_REQUESTS)('$name', (endpoint) => {
			it.each(ROWS.map((row): [string, ProxyRow] => [row.name, row]))(
				'does nothing twice, loses nothing and says what happened: %s',
				async (_name, row) => await tryOut(row, endpoint),
			);
		});
	},
);
