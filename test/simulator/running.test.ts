/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { startSimulator } from '../../simulator';
import { nextTurn } from '../support/nextTurn';

const ROOT = path.resolve(process.cwd());

/** `npm run simulator`, without npm in between. */
function run(...args: string[]) {
	// eslint-disable-next-line @n8n/community-nodes/no-dangerous-functions -- what users start is a process
	return spawn(process.execPath, ['--import', 'tsx', 'simulator/main.ts', ...args], { cwd: ROOT });
}

describe('startSimulator', () => {
	it('takes any free port, on this machine alone', async () => {
		const [one, two] = await Promise.all([startSimulator(), startSimulator()]);
		expect(one.port).not.toBe(two.port);
		expect(one.baseUrl).toBe(`http://127.0.0.1:${one.port}`);
		expect(two.baseUrl).toBe(`http://127.0.0.1:${two.port}`);
		await Promise.all([one.stop(), two.stop()]);
		await expect(fetch(one.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
	});

	it('fails where the port is taken', async () => {
		const first = await startSimulator();
		await expect(startSimulator({ port: first.port })).rejects.toMatchObject({
			code: 'EADDRINUSE',
		});
		await first.stop();
	});

	it('stops although requests hang and a page listens', async () => {
		const simulator = await startSimulator();
		simulator.fault({ kind: 'hang' });
		const hung = fetch(`${simulator.baseUrl}/send/text`, { method: 'POST' });
		const page = await fetch(`${simulator.url}/_simulator/events`);
		while (simulator.stats.inFlight === 0) await nextTurn();

		const ended = Promise.allSettled([hung, page.text()]);
		await simulator.stop();
		expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	});
});

describe('npm run simulator', () => {
	it.each(['SIGINT', 'SIGTERM'] as const)(
		'prints address and tokens, and stops on %s',
		async (signal) => {
			const child = run('--port', '0');
			try {
				let printed = '';
				for await (const chunk of child.stdout) {
					printed += String(chunk);
					if (printed.includes('Ctrl-C')) break;
				}
				const base = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];

				expect(printed).toContain('demo-enterprise');
				expect(printed).toContain('demo-plain');

				const response = await fetch(`${base}/enterprise/lease/purchasable`, {
					headers: { authorization: 'Bearer demo-enterprise' },
				});
				expect(response.status).toBe(200);
			} finally {
				child.kill(signal);
			}
			const [code] = (await once(child, 'exit')) as [number | null];

			expect(code).toBe(0);
		},
	);

	it('says so where the port is taken, and exits with 1', async () => {
		const first = await startSimulator();
		const child = run('--port', String(first.port));
		const [error, [code]] = await Promise.all([
			text(child.stderr),
			once(child, 'exit') as Promise<[number | null]>,
		]);
		await first.stop();
		expect(error).toContain(`Port ${first.port} is taken by another program.`);
		expect(error).not.toContain('    at ');
		expect(code).toBe(1);
	});
});
