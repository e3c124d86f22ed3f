/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

/** Runs a test that never ends under the watchdog, in a process of its own. */
function runHanging(test: string) {
	const watchdog = path.resolve('test/support/watchdog.ts');
	const program = `
		const { Watchdog } = require(${JSON.stringify(watchdog)});
		setInterval(() => undefined, 60_000);
		new Watchdog({ idle: 2, processor: 3 }).watch('a file › a test');
		void (async () => { ${test} })();`;
	return spawnSync(process.execPath, ['--require', require.resolve('tsx/cjs'), '-e', program], {
		encoding: 'utf8',
	});
}

describe('a test that never ends', () => {
	it.each([
		['waits for what never comes', 'await new Promise(() => undefined);', /has waited for 2 s/],
		['never lets anything else run', 'for (;;);', /has taken \d+ s of processor time/],
		[
			'goes round and round',
			'for (;;) await new Promise((go) => setImmediate(go));',
			/has taken \d+ s of processor time/,
		],
	])('and %s ends its process, and is named', (_, test, reason) => {
		const { signal, stderr } = runHanging(test);
		expect(stderr).toContain('● a file › a test');
		expect(stderr).toMatch(reason);
		expect(signal).toBe('SIGKILL');
	});
});
