/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { packPackage } from '../../playground/src/package';
import { cleanEnvironment } from '../../playground/src/paths';

const SCANNER = path.resolve('test', 'package', 'scanner');

let folder: string;

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'messaging-service-scan-'));
	if (existsSync(path.join(SCANNER, 'node_modules', '@n8n', 'scan-community-package'))) return;
	execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: SCANNER,
		env: cleanEnvironment(),
		stdio: 'pipe',
	});
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Finding {
	passed: boolean;
	details?: string;
}

function scan(target: string, kind: 'sources' | 'tarball'): Finding {
	const output = execFileSync(process.execPath, [path.join(SCANNER, 'scan.mjs'), target, kind], {
		encoding: 'utf8',
		stdio: 'pipe',
		// Under NODE_ENV=test its rules take every file for one of their own tests.
		env: cleanEnvironment(),
	});
	return JSON.parse(output.trim().split('\n').pop() ?? '{}') as Finding;
}

/** Copies parts of the project to a folder of their own. */
function copied(name: string, parts: string[]): string {
	const target = path.join(folder, name);
	for (const part of parts) {
		cpSync(path.resolve(part), path.join(target, part), { recursive: true });
	}
	return target;
}

describe("n8n's scanner of community packages", () => {
	it('finds nothing in the sources', () => {
		const sources = copied('sources', ['nodes', 'credentials', 'package.json']);
		expect(scan(sources, 'sources')).toEqual({ passed: true });
	});

	it('finds nothing in the packed package', async () => {
		const tarball = await packPackage(folder);
		execFileSync('tar', ['-xzf', tarball, '-C', folder]);
		expect(scan(path.join(folder, 'package'), 'tarball')).toEqual({ passed: true });
	});

	it('would find a timer', () => {
		const target = copied('seeded', ['credentials', 'package.json']);
		const file = path.join(target, 'credentials', 'seeded.ts');
		writeFileSync(file, 'export const later = () => setTimeout(() => undefined, 1);\n');
		const { passed, details } = scan(target, 'sources');
		expect(passed).toBe(false);
		expect(details).toContain('no-restricted-globals');
	});
});
