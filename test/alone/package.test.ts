/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import { npmProgram } from '../../playground/src/npm';
import { cleanEnvironment, ROOT } from '../../playground/src/paths';
import { checkOut } from '../n8n/support/checkout';
import { temporaryFolder } from '../support/folders';

interface Manifest {
	name: string;
	dependencies?: object;
	overrides?: object;
	scripts: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

const SHARED = 'dist/shared.js';
const NOTICES = 'dist/THIRD-PARTY-NOTICES.txt';

const folder = temporaryFolder('package');
let tarball: string;
let unpacked: string;
let manifest: Manifest;
let loaded: string[];

beforeAll(async () => {
	const checkout = path.join(folder, 'checkout');
	await checkOut(checkout);
	// Nothing is built there: `npm pack` does it.
	const pack = [npmProgram(), 'pack', '--silent', '--pack-destination', folder];
	const printed = execFileSync(process.execPath, pack, { cwd: checkout, encoding: 'utf8' });
	tarball = path.join(folder, printed.trim().split('\n').at(-1) ?? '');
	execFileSync('tar', ['-xzf', tarball, '-C', folder]);
	unpacked = path.join(folder, 'package');
	manifest = JSON.parse(read('package.json')) as Manifest;
	loaded = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
});

const read = (file: string) => readFileSync(path.join(unpacked, file), 'utf8');

/** Files of the package, but for the previews of outputs. */
function files(): string[] {
	return readdirSync(unpacked, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => path.relative(unpacked, path.join(parentPath, name)))
		.filter((file) => !file.includes('__schema__'));
}

describe('the package that would be published', () => {
	it('holds what n8n loads, README and licences, and nothing else', () => {
		const beside = manifest.n8n.nodes.map((file) => file.replace(/\.js$/, '.json'));
		const icons = ['messagingService.svg', 'messagingService.dark.svg'].map(
			(icon) => `dist/nodes/MessagingService/${icon}`,
		);
		const texts = ['LICENSE', 'README.md', 'package.json', NOTICES];
		expect(files().sort()).toEqual([...texts, SHARED, ...loaded, ...beside, ...icons].sort());
	});

	it('brings the licence of each library that is bundled into it', () => {
		const libraries = read(SHARED).matchAll(
			/^\s*(?:\/\/ |")\S*node_modules\/((?:@[^/]+\/)?[^/]+)/gm,
		);
		const names = new Set([...libraries].map(([, name]) => name));
		expect([...names]).toContain('libphonenumber-js');
		for (const name of names) expect(read(NOTICES)).toMatch(new RegExp(`^${name} \\d`, 'm'));
	});

	it('installs nothing else, and runs no script when it is installed', () => {
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(manifest.overrides).toBeUndefined();
		for (const script of ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']) {
			expect(manifest.scripts).not.toHaveProperty(script);
		}
	});

	it('names no folder of the machine that it was built on', () => {
		for (const file of files()) {
			expect(read(file)).not.toContain(ROOT);
			expect(read(file)).not.toContain(folder);
		}
	});

	it("is installed by README's command, without a network, and adds one package", () => {
		const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
		const [command = ''] = /^npm install .*\.tgz$/m.exec(readme) ?? [];
		const env = { ...cleanEnvironment(), HOME: folder, npm_config_offline: 'true' };
		const install = command.replace(/\S+$/, `'${tarball}'`);
		const options = { cwd: folder, env, encoding: 'utf8' } as const;
		expect(execFileSync('sh', ['-c', install], options)).toContain('added 1 package');
		const home = path.join(folder, '.n8n', 'nodes', 'node_modules', manifest.name);
		expect(readdirSync(home)).toContain('dist');
	});

	it('loads where only n8n-workflow can be resolved, with classes that are named as their files', () => {
		const bare = path.join(folder, 'bare', 'node_modules');
		mkdirSync(path.join(bare, 'n8n-workflow'), { recursive: true });
		cpSync(unpacked, path.join(bare, manifest.name), { recursive: true });
		const workflow = createRequire(__filename).resolve('n8n-workflow');
		const script = `
			const { writeFileSync } = require('node:fs');
			writeFileSync('n8n-workflow/index.js', 'module.exports = require(${JSON.stringify(workflow)});');
			for (const file of ${JSON.stringify(loaded)}) {
				for (const made of Object.values(require(process.cwd() + '/${manifest.name}/' + file))) {
					console.log(new made().constructor.name);
				}
			}
		`;
		const printed = execFileSync(process.execPath, ['-e', script], { cwd: bare, encoding: 'utf8' });
		const names = loaded.map((file) => path.basename(file).split('.')[0]);
		expect(printed.trim().split('\n')).toEqual(names);
	});
});

it("n8n's scanner of community packages finds nothing in the package", () => {
	const scanner = path.join(ROOT, 'test', 'n8n', 'scanner');
	// Under NODE_ENV=test its rules take every file for one of their own tests.
	const options = { cwd: scanner, env: cleanEnvironment(), encoding: 'utf8' as const };
	if (!readdirSync(scanner).includes('node_modules')) {
		const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
		execFileSync('npm', install, { ...options, stdio: 'pipe' });
	}
	const output = execFileSync(process.execPath, ['scan.mjs', unpacked], options);
	const result = output.trim().split('\n').pop() ?? '';
	expect(JSON.parse(result)).toEqual({ passed: true });
});
