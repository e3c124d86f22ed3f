/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import process from 'node:process';

import { simulated } from '../support/simulated';

const service = simulated();
const { call } = service;

const NUMBER = '+12125550101';

describe('a web page of somebody else', () => {
	/** `fetch` sets Host itself, as browsers do. */
	const ask = async (path: string, headers: Record<string, string>, method = 'GET') =>
		await new Promise<number | undefined>((resolve, reject) => {
			request(`${service.simulator.url}${path}`, { method, headers }, (response) => {
				response.resume();
				resolve(response.statusCode);
			})
				.on('error', reject)
				.end();
		});

	it('reads nothing by a name of its own, and changes nothing', async () => {
		for (const path of ['/', '/_simulator/state', '/enterprise/lease/purchasable']) {
			expect(await ask(path, { host: `evil.example:${service.simulator.port}` })).toBe(403);
		}
		const origin = 'https://evil.example';
		expect(await ask('/_simulator/reset', { origin }, 'POST')).toBe(403);
		expect(await ask('/send/text', { origin }, 'POST')).toBe(403);
	});

	it('is not the inbox, which asks from this machine by any of its names', async () => {
		for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
			const host = `${name}:${service.simulator.port}`;
			expect(await ask('/_simulator/state', { host, origin: `http://${host}` })).toBe(200);
		}
	});
});

describe('the inbox', () => {
	it.each(['/', '/enterprise/message/intent'])('runs its own script alone: %s', async (path) => {
		const response = await fetch(`${service.simulator.url}${path}`);
		const policy = response.headers.get('content-security-policy');
		const [, script] = /<script[^>]*>([^]*)<\/script>/.exec(await response.text()) ?? [];
		const hash = createHash('sha256').update(script).digest('base64');
		expect(policy).toContain(`script-src 'sha256-${hash}'`);
		expect(policy).toMatch(/^default-src 'none'/);
		expect(script).not.toContain('innerHTML');
	});

	it('hears of what has changed since it looked', async () => {
		const look = async (since = '') => {
			const response = await fetch(`${service.simulator.url}/_simulator/inbox?since=${since}`);
			if (response.status === 204) return undefined;
			return (await response.json()) as { state: string; messages: object[]; pool: object[] };
		};
		const first = await look();
		expect(first?.messages).toEqual([]);
		expect(await look(first?.state)).toBeUndefined();

		await call('POST', '/send/text', { to: '+12025550143', message: 'Read me' });
		const second = await look(first?.state);
		expect(second?.messages).toMatchObject([{ text: 'Read me' }]);

		await service.lease('register', NUMBER);
		const third = await look(second?.state);
		expect(JSON.stringify(third?.pool)).toContain('"adopted"');
		service.simulator.reset();
		expect((await look(third?.state))?.messages).toEqual([]);
	});
});

describe('npm run simulator', () => {
	it('prints address and tokens, and stops when it is told to', async () => {
		// eslint-disable-next-line @n8n/community-nodes/no-dangerous-functions -- what users start is a process
		const child = spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', '--port', '0']);
		let printed = '';
		for await (const chunk of child.stdout) {
			printed += String(chunk);
			if (printed.includes('Ctrl-C')) break;
		}
		const [base] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
		const headers = { authorization: 'Bearer demo-enterprise' };
		expect(printed).toContain('demo-enterprise');
		expect((await fetch(`${base}/enterprise/lease/purchasable`, { headers })).status).toBe(200);
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});
});
