/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

import { packageCount } from '../../playground/src/install';
import { fingerprint } from '../../playground/src/package';
import { probePort } from '../../playground/src/ports';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'messaging-service-start-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs what `npm start` runs, where it goes no further than its first checks. */
async function start(nodeArguments: string[], env: NodeJS.ProcessEnv = {}) {
	const main = path.resolve('playground', 'main.cjs');
	const child = spawn(process.execPath, [...nodeArguments, main], {
		env: { ...process.env, PLAYGROUND_DATA: path.join(folder, 'data'), ...env },
	});
	const [printed, error, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'exit') as Promise<[number | null]>,
	]);
	return { printed, error, code };
}

describe('npm start', () => {
	it.each(['12.22.9', '18.20.4', '20.14.0'])(
		'says that Node.js %s is too old, and which one it needs',
		async (version) => {
			const older = path.join(folder, 'older.cjs');
			const value = JSON.stringify({ value: version });
			writeFileSync(older, `Object.defineProperty(process.versions, 'node', ${value});`);
			const { error, code } = await start(['--require', older]);
			expect(error).toMatch(`needs Node.js 20.15 or later, and you have ${version}.`);
			expect(error.split('\n')).toHaveLength(2);
			expect(code).toBe(1);
		},
	);

	it.each(['N8N_PORT', 'SIMULATOR_PORT'])(
		'says that the port of %s is taken, before anything is built',
		async (variable) => {
			const server = createServer().listen(0, '127.0.0.1');
			await once(server, 'listening');
			const { port } = server.address() as AddressInfo;
			const free = `${await probePort(0)}`;
			const ports = { N8N_PORT: free, SIMULATOR_PORT: free, [variable]: `${port}` };
			const { printed, error, code } = await start([], ports);
			server.close();
			expect(error).toContain(`Port ${port} is taken by another program.`);
			expect(printed).toBe('');
			expect(code).toBe(1);
		},
	);
});

describe('the installation of the nodes', () => {
	it('is made anew when a file has changed, whatever its time and size, and only then', async () => {
		const nodes = path.join(folder, 'dist', 'nodes');
		mkdirSync(nodes, { recursive: true });
		const write = (file: string, content: string, time: number) => {
			writeFileSync(file, content);
			utimesSync(file, time, time);
		};

		const manifest = path.join(folder, 'package.json');
		const [node, renamed] = [path.join(nodes, 'a.js'), path.join(nodes, 'b.js')];
		const seen: string[] = [];
		const look = async () => seen.push(await fingerprint(folder));
		write(manifest, '{"version":1}', 1);
		write(node, 'one', 1);
		await look();
		write(node, 'two', 1);
		await look();
		renameSync(node, renamed);
		await look();
		write(manifest, '{"version":2}', 1);
		await look();

		expect(new Set(seen).size).toBe(seen.length);

		write(renamed, 'two', 2);
		expect(await fingerprint(folder)).toBe(seen.at(-1));
	});
});

describe('the installation of n8n', () => {
	it('counts the packages that are there already, of those that this machine needs', async () => {
		const packages = {
			'': {},
			'node_modules/here': {},
			'node_modules/here/node_modules/missing': {},
			'node_modules/@scope/missing': {},
			'node_modules/for-another-machine': { optional: true },
		};
		writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
		const howFar = await packageCount(folder);

		expect(howFar()).toBe('0 of 3 packages');

		mkdirSync(path.join(folder, 'node_modules', 'here'), { recursive: true });
		writeFileSync(path.join(folder, 'node_modules', 'here', 'package.json'), '{}');
		expect(howFar()).toBe('1 of 3 packages');
	});
});
