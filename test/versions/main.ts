/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { readExample } from '../../playground/src/examples';
import { installPlayground } from '../../playground/src/install';
import { N8nClient } from '../../playground/src/n8nClient';
import { N8nInstance } from '../../playground/src/n8nInstance';
import { installPackage, packPackage } from '../../playground/src/package';
import { probePort } from '../../playground/src/ports';
import type { Simulator } from '../../simulator';
import { startSimulator } from '../../simulator';
import { ended, until } from '../support/executions';
import type { Version } from './installed';
import { installVersion, VERSIONS } from './installed';

const CLICK = 'When clicking "Execute workflow"';
const PACKAGE = 'n8n-nodes-messaging-service';

/** What is tried in each version: gives what came of it, or throws. */
type Trial = (client: N8nClient, simulator: Simulator, credentialId: string) => Promise<string>;

const data = (simulator: Simulator) => ({
	baseUrl: simulator.baseUrl,
	apiToken: 'demo-enterprise',
	authScheme: 'Bearer',
	allowInsecureHttp: false,
});

async function runExample(client: N8nClient, file: string, id: string, trigger = CLICK) {
	const credentials = { messagingServiceApi: { id, name: 'Simulator' } };
	const workflow = await client.createWorkflow(await readExample(file, credentials));
	return await client.run(workflow, trigger);
}

const isLoaded = async (client: N8nClient, name: string) =>
	(await client.nodeTypes()).some((type) => type.name === `${PACKAGE}.${name}`) ? 'yes' : 'no';

const success = (status: string) => {
	if (status !== 'success') throw new Error(`the execution ended as ${status}`);
	return 'yes';
};

const TRIALS: Record<string, Trial> = {
	Node: async (client) => await isLoaded(client, 'messagingService'),
	Trigger: async (client) => await isLoaded(client, 'messagingServiceTrigger'),
	'Tool of agents': async (client) => await isLoaded(client, 'messagingServiceTool'),
	'Human review of agents': async (client) => await isLoaded(client, 'messagingServiceHitlTool'),
	'Credential test': async (client, simulator) => {
		const { status, message } = await client.testCredential('messagingServiceApi', data(simulator));
		if (status !== 'OK') throw new Error(message);
		return 'yes';
	},
	'Send many': async (client, simulator, id) => {
		const { status } = await ended(client, await runExample(client, 'text-every-row.json', id));
		if (simulator.messages.length !== 4) throw new Error(`${simulator.messages.length} sent`);
		return success(status);
	},
	Leases: async (client, _, id) => {
		const file = 'check-leases-on-a-schedule.json';
		return success((await ended(client, await runExample(client, file, id, 'Every hour'))).status);
	},
	'Send and wait': async (client, simulator, id) => {
		const execution = await runExample(client, 'approve-by-text.json', id);
		await until(async () => {
			const { status } = await client.execution(execution);
			if (status === 'error') throw new Error('the execution ended as error');
			return status === 'waiting';
		});
		const [approve = ''] = simulator.messages[0].text.match(/https?:\/\/\S+/g) ?? [];
		const opened = await fetch(approve);
		if (!(await opened.text()).includes('Nothing is decided')) throw new Error('another page');
		await fetch(approve, { method: 'POST' });
		const { status, json } = await ended(client, execution);
		const answer = JSON.stringify(json('Ask the manager'));
		if (answer !== '[{"data":{"approved":true}}]') throw new Error(`the answer is ${answer}`);
		return success(status);
	},
};

async function tryVersion(version: Version): Promise<string[]> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-version-'));
	const simulator = await startSimulator();
	let n8n: N8nInstance | undefined;
	try {
		const userFolder = path.join(folder, 'n8n');
		await installPackage(userFolder, await packPackage(path.join(folder, 'package')));
		n8n = await N8nInstance.start({
			program: await installVersion(version),
			userFolder,
			port: await probePort(0),
			log: path.join(folder, 'n8n.log'),
		});
		await n8n.ready();
		const client = new N8nClient(n8n.url);
		await client.login({ email: 'owner@example.com', password: `Only-for-tests-${process.pid}` });
		const id = await client.saveCredential('Simulator', 'messagingServiceApi', data(simulator));
		const results: string[] = [];
		for (const trial of Object.values(TRIALS)) {
			simulator.reset();
			results.push(
				await trial(client, simulator, id).catch((error: Error) => `**${error.message}**`),
			);
		}
		return results;
	} finally {
		await n8n?.stop();
		await simulator.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

async function main(): Promise<void> {
	const [, , ...only] = process.argv;
	await installPlayground((step) => process.stdout.write(`${step}\n`));
	const rows: string[][] = [['n8n', ...Object.keys(TRIALS)]];
	for (const version of VERSIONS.filter(({ n8n }) => only.length === 0 || only.includes(n8n))) {
		process.stdout.write(`n8n ${version.n8n} …\n`);
		const results = await tryVersion(version).catch((error: Error) => [`**${error.message}**`]);
		rows.push([version.n8n, ...results]);
	}
	const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
	const line = `| ${rows[0].map(() => '---').join(' | ')} |`;
	process.stdout.write(`\n${[head, line, ...body].join('\n')}\n`);
	if (body.some((row) => row.includes('**'))) process.exitCode = 1;
}

void main();
