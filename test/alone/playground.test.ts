/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';

import { npmProgram } from '../../playground/src/npm';
import { cleanEnvironment } from '../../playground/src/paths';
import { LOOPBACK, probePort } from '../../playground/src/ports';
import { temporaryFolder } from '../support/folders';
import { openBrowser } from '../n8n/support/browser';
import { checkOut } from '../n8n/support/checkout';
import { until } from '../n8n/support/n8n';

/** What the shell of somebody who has another n8n, and a proxy, may set. */
const OF_ANOTHER_N8N = {
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	EXECUTIONS_MODE: 'queue',
	N8N_ENCRYPTION_KEY: 'of another n8n',
	N8N_PATH: '/below/',
	N8N_COMMUNITY_PACKAGES_ENABLED: 'false',
	NODES_EXCLUDE: '["n8n-nodes-messaging-service.messagingService"]',
	WEBHOOK_URL: 'https://n8n.example.com',
	HTTP_PROXY: 'http://127.0.0.1:9',
	NODE_USE_ENV_PROXY: '1',
};

const folder = temporaryFolder('playground [é & #1] ');

it('npm start brings n8n with the examples, says where they are and how to log in, and ends with npm', async () => {
	await checkOut(folder);
	const [port, simulatorPort] = [await probePort(0), await probePort(0)];
	const child = spawn(process.execPath, [npmProgram(), 'start'], {
		cwd: folder,
		env: {
			...cleanEnvironment(),
			...OF_ANOTHER_N8N,
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
		while (!printed.includes('Press Ctrl-C')) {
			await Promise.race([once(child.stdout, 'data'), ended]);
			if (child.exitCode !== null) throw new Error(printed);
		}
		const [, address] = /Start here\s+(\S+)/.exec(printed) ?? [];
		const [, email, password] = /log in with (\S+) and (\S+),/.exec(printed) ?? [];

		const page = await browser.newPage();
		await page.goto(address);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(email);
		await page.locator('input[name="password"]').fill(password);
		await page.keyboard.press('Enter');
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		await page.goto(`http://${LOOPBACK}:${simulatorPort}`);
		await page.getByText(/inbox/i).first().waitFor();
	} finally {
		await browser.close();
		child.kill('SIGTERM');
		await ended;
		// The two servers end after npm.
		for (const used of [port, simulatorPort]) {
			await until(async () => await probePort(used).catch(() => false as const));
		}
	}
});
