/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ROOT } from '../../playground/src/paths';

let folder: string;

// A repository of its own: the project may be here without one.
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'messaging-service-git-'));
	execFileSync('git', ['init', '--quiet', folder], { stdio: 'pipe' });
	copyFileSync(path.join(ROOT, '.gitignore'), path.join(folder, '.gitignore'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isIgnored = (file: string) =>
	spawnSync('git', ['check-ignore', '--quiet', file], { cwd: folder }).status;

describe('git', () => {
	it.each(['deploy/.env', 'deploy/.env.production', 'deploy/n8n.dump', 'deploy/n8n.dump.new'])(
		'ignores %s, which holds keys or data',
		(file) => expect(isIgnored(file)).toBe(0),
	);

	it('keeps the example of the settings', () => {
		expect(isIgnored('deploy/.env.example')).toBe(1);
	});
});
