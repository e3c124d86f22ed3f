/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { existsSync } from 'node:fs';
import path from 'node:path';

import { cleanEnvironment, ROOT } from '../../playground/src/paths';
import { run } from '../../playground/src/run';

const OLDEST = path.join(ROOT, 'test', 'oldest');

/** Installs the oldest n8n that the package supports, unless it is there. */
export default async function installOldest(): Promise<void> {
	if (existsSync(path.join(OLDEST, 'node_modules', 'n8n-core'))) return;
	await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: OLDEST,
		env: cleanEnvironment(),
		log: path.join(OLDEST, 'install.log'),
	});
}
