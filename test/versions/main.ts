/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { print, Progress } from '../../playground/src/console';
import { N8nClient } from '../../playground/src/n8nClient';
import { N8nInstance } from '../../playground/src/n8nInstance';
import { installPackage, packPackage } from '../../playground/src/package';
import { probePort } from '../../playground/src/ports';
import { simulatorCredential } from '../../playground/src/simulatorCredential';
import { startSimulator } from '../../simulator';
import { openBrowser } from '../e2e/support/browser';
import type { Version } from './installed';
import { installVersion, versions } from './installed';
import { TRIALS } from './trials';

const progress = new Progress();

async function tryVersion(version: Version): Promise<string[]> {
	const program = await installVersion(version, (step) => progress.step(step));
	progress.step(`Trying n8n ${version.n8n}`);
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-version-'));
	const simulator = await startSimulator();
	const browser = await openBrowser();
	let n8n: N8nInstance | undefined;
	try {
		const userFolder = path.join(folder, 'n8n');
		await installPackage(userFolder, await packPackage(path.join(folder, 'package')));
		n8n = await N8nInstance.start({
			program,
			userFolder,
			port: await probePort(0),
			log: path.join(folder, 'n8n.log'),
		});
		await n8n.ready();
		const client = new N8nClient(n8n.url);
		await client.login({ email: 'owner@example.com', password: `Only-for-tests-${process.pid}` });
		const data = simulatorCredential(simulator.baseUrl);
		const credential = await client.saveCredential('Simulator', 'messagingServiceApi', data);
		const results: string[] = [];
		for (const trial of Object.values(TRIALS)) {
			simulator.reset();
			const result = await trial({ client, simulator, credential, browser }).catch(failed);
			results.push(result ?? 'yes');
		}
		return results;
	} finally {
		await browser.close();
		await n8n?.stop();
		await simulator.stop();
		await rm(folder, { recursive: true, force: true });
		progress.done();
	}
}

/** A cell of the table for what does not work; no other cell has a star. */
const failed = ({ message }: Error) => `**${message.replaceAll(/[\s|]+/g, ' ')}**`;

async function main(): Promise<void> {
	const [, , ...only] = process.argv;
	const rows: string[][] = [['n8n', ...Object.keys(TRIALS)]];
	for (const version of await versions()) {
		if (only.length > 0 && !only.includes(version.n8n)) continue;
		rows.push([
			version.n8n,
			...(await tryVersion(version).catch((error: Error) => [failed(error)])),
		]);
	}
	const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
	const line = `| ${rows[0].map(() => '---').join(' | ')} |`;
	print(`\n${[head, line, ...body].join('\n')}`);
	if (body.some((row) => row.includes('**'))) process.exitCode = 1;
}

void main();
