/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawnSync } from 'node:child_process';

import { ROOT } from '../../playground/src/paths';

const isIgnored = (file: string) =>
	spawnSync('git', ['check-ignore', '--no-index', file], { cwd: ROOT }).status === 0;

describe('git', () => {
	it.each(['deploy/.env', 'deploy/.env.production', 'deploy/n8n.dump', 'deploy/n8n.dump.new'])(
		'ignores %s, which holds keys or data',
		(file) => expect(isIgnored(file)).toBe(true),
	);

	it('keeps the example of the settings', () => {
		expect(isIgnored('deploy/.env.example')).toBe(false);
	});
});
