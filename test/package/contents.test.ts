/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import { execFileSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { build } from 'esbuild';

import { packPackage } from '../../playground/src/package';
import { OPERATIONS, schemaOf, TRIGGER_SCHEMA } from '../support/operations';

interface Manifest {
	name: string;
	dependencies?: object;
	overrides?: object;
	scripts: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

/** What both nodes share. */
const PHONE = 'dist/nodes/MessagingService/phone/index.js';

const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';

let folder: string;
let tarball: string;
let unpacked: string;
let manifest: Manifest;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'messaging-service-package-'));
	tarball = await packPackage(folder);
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	unpacked = path.join(folder, 'package');
	manifest = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8')) as Manifest;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every file below a folder, relative to it. */
function filesBelow(root: string, below = ''): string[] {
	return readdirSync(path.join(root, below), { withFileTypes: true }).flatMap((entry) => {
		const file = path.posix.join(below, entry.name);
		return entry.isDirectory() ? filesBelow(root, file) : [file];
	});
}

describe('the published package', () => {
	it('holds what n8n loads, and README and licence, and nothing else', () => {
		const built = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
		const beside = manifest.n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		const icons = ['messagingService.svg', 'messagingService.dark.svg'].map(
			(icon) => `dist/nodes/MessagingService/${icon}`,
		);
		const schemas = [...OPERATIONS.map(schemaOf), TRIGGER_SCHEMA].map(
			(file) => `dist/nodes/MessagingService/__schema__/${file}`,
		);
		const isShared = (file: string) => /^dist\/nodes\/MessagingService\/shared-\w+\.js$/.test(file);
		const files = filesBelow(unpacked);

		expect(files.filter(isShared).length).toBeLessThanOrEqual(built.length);
		expect(files.filter((file) => !isShared(file)).sort()).toEqual(
			[
				'LICENSE',
				'README.md',
				'package.json',
				NOTICES,
				PHONE,
				...built,
				...beside,
				...icons,
				...schemas,
			].sort(),
		);
	});

	it('brings the licence of each library that is bundled into it', async () => {
		const notices = readFileSync(path.join(unpacked, NOTICES), 'utf8');
		const { metafile } = await build({
			entryPoints: manifest.n8n.nodes.map((file) => file.replace(/^dist\/(.*)\.js$/, '$1.ts')),
			bundle: true,
			platform: 'node',
			external: ['n8n-workflow'],
			outdir: folder,
			write: false,
			metafile: true,
		});

		const bundled = Object.keys(metafile.inputs).flatMap((file) => [
			...file.matchAll(/^node_modules\/((?:@[^/]+\/)?[^/]+)/g),
		]);
		const libraries = new Set(bundled.map(([, name]) => name));
		expect([...libraries]).toContain('libphonenumber-js');

		for (const library of libraries) {
			const licences = readdirSync(path.join('node_modules', library)).filter((file) =>
				/^licen[cs]e/i.test(file),
			);
			expect({ library, licences }).not.toEqual({ library, licences: [] });
			for (const file of licences) {
				const text = readFileSync(path.join('node_modules', library, file), 'utf8').trim();
				expect(notices).toContain(text);
			}
		}
	});

	it('takes at most 130 kB to download', () => {
		expect(statSync(tarball).size).toBeLessThanOrEqual(130_000);
	});

	it('installs nothing else and runs no script when it is installed', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.overrides).toBeUndefined();
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']) {
			expect(manifest.scripts).not.toHaveProperty(script);
		}
	});

	it('has nothing that publint would change', () => {
		const publint = path.resolve('node_modules', '.bin', 'publint');
		const output = execFileSync(publint, ['run', tarball, '--strict'], {
			cwd: folder,
			encoding: 'utf8',
			stdio: 'pipe',
		});
		expect(output).toContain('All good!');
	});

	it('names no folder of the machine that it was built on', () => {
		for (const file of filesBelow(unpacked)) {
			expect(readFileSync(path.join(unpacked, file), 'utf8')).not.toContain(process.cwd());
		}
	});
});

describe('in a process that can resolve n8n-workflow alone', () => {
	/** Loads a file of the unpacked package with a stand-in for n8n-workflow beside it. */
	function load(file: string): string {
		const bare = mkdtempSync(path.join(folder, 'bare-'));
		const home = path.join(bare, 'node_modules', manifest.name);
		cpSync(unpacked, home, { recursive: true });
		const workflow = path.join(bare, 'node_modules', 'n8n-workflow');
		mkdirSync(workflow);
		writeFileSync(
			path.join(workflow, 'index.js'),
			`module.exports = require(${JSON.stringify(require.resolve('n8n-workflow'))});`,
		);
		const script = `const exported = Object.values(require(${JSON.stringify(path.join(home, file))}));
			console.log(new exported[0]().constructor.name);`;

		return execFileSync(process.execPath, ['-e', script], {
			cwd: bare,
			encoding: 'utf8',
			stdio: 'pipe',
		}).trim();
	}

	it('every node and credential loads, under the name of its file', () => {
		for (const file of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			expect(load(file)).toBe(path.basename(file).split('.')[0]);
		}
	});

	it('a file that needs anything more does not load', () => {
		const file = 'dist/needs-more.js';
		writeFileSync(path.join(unpacked, file), `require('libphonenumber-js'); exports.A = class {};`);
		try {
			expect(() => load(file)).toThrow(/Cannot find module 'libphonenumber-js'/);
		} finally {
			rmSync(path.join(unpacked, file));
		}
	});
});
