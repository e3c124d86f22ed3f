/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { READY } from '../../../playground/src/console';
import { cleanEnvironment, PLAYGROUND, ROOT } from '../../../playground/src/paths';
import { readState } from '../../../playground/src/playgroundState';
import { LOOPBACK, probePort } from '../../../playground/src/ports';
import { openBrowser } from '../support/browser';

it('npm start brings n8n with the examples, and prints where they are and how to log in', async () => {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-playground-'));
	const [port, simulatorPort] = [await probePort(0), await probePort(0)];
	// The package is built already: another test may be reading it.
	const child = spawn(process.execPath, [path.join(PLAYGROUND, 'main.cjs')], {
		cwd: ROOT,
		env: {
			...cleanEnvironment(),
			BUILT: 'true',
			PLAYGROUND_DATA: folder,
			N8N_PORT: String(port),
			SIMULATOR_PORT: String(simulatorPort),
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	const browser = await openBrowser();

	try {
		let printed = '';
		// It stays open: the playground still prints when it stops.
		child.stdout.on('data', (chunk) => (printed += String(chunk)));
		while (!printed.includes(READY)) await Promise.race([once(child.stdout, 'data'), ended]);
		const { owner } = await readState(folder);
		expect(printed).toContain(`log in with ${owner.email} and ${owner.password}`);
		const [, address] = /Start here\s+(\S+)/.exec(printed) ?? [];

		const page = await browser.newPage();
		await page.goto(address);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
		await page.locator('input[name="password"]').fill(owner.password);
		await page.keyboard.press('Enter');
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.goto(`http://${LOOPBACK}:${simulatorPort}`);
		await page.getByText(/inbox/i).first().waitFor();
	} finally {
		await browser.close();
		child.kill('SIGINT');
		const [code] = (await ended) as [number | null];
		await rm(folder, { recursive: true, force: true });
		expect(code).toBe(0);
	}
});
