/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { N8nClient } from '../playground/src/n8nClient';
import { N8nInstance } from '../playground/src/n8nInstance';
import { installPackage, packPackage } from '../playground/src/package';
import { LOOPBACK, probePort } from '../playground/src/ports';
import { simulatorCredential } from '../playground/src/simulatorCredential';
import { type Server, startPostgres } from '../test/support/servers';
import { Sender } from './sender';
import { startService } from './service';
import { type Credentials, type Way, workflowOf } from './workflows';

/** Databases of n8n. */
export type Database = 'SQLite' | 'PostgreSQL';

/** A real n8n with the package in it, and a service that answers at once. */
export class RealN8n {
	private workflows = 0;

	private constructor(
		private readonly url: string,
		private readonly client: N8nClient,
		private readonly service: string,
		private readonly credentials: Credentials,
	) {}

	/** Starts n8n with its servers, and stops all of them after the measurement. */
	static async with<T>(database: Database, measure: (n8n: RealN8n) => Promise<T>): Promise<T> {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-bench-n8n-'));
		// PostgreSQL's user has to come through to its own folder.
		await chmod(folder, 0o711);
		const userFolder = path.join(folder, 'n8n');
		await installPackage(userFolder, await packPackage(path.join(folder, 'package')));

		const service = await startService(0);
		const postgres =
			database === 'PostgreSQL'
				? await startPostgres(path.join(folder, 'postgres'), true)
				: undefined;
		const n8n = await N8nInstance.start({
			userFolder,
			port: await probePort(0),
			log: path.join(folder, 'n8n.log'),
			env: {
				EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
				N8N_METRICS: 'true',
				...(postgres && settingsFor(postgres)),
			},
		});

		try {
			await n8n.ready();
			const client = new N8nClient(n8n.url);
			await client.login({ email: 'owner@example.com', password: `Only-for-bench-${process.pid}` });
			const credentials = await saveCredentials(client, service.baseUrl);
			return await measure(new RealN8n(n8n.url, client, service.baseUrl, credentials));
		} finally {
			await n8n.stop();
			await postgres?.process.stop();
			service.stop();
			await rm(folder, { recursive: true, force: true });
		}
	}

	/** Publishes a workflow that sends in this way. Returns what calls it. */
	async sender(way: Way): Promise<Sender> {
		const address = `${way}-${this.workflows++}`;
		const workflow = workflowOf(way, address, this.service, this.credentials);
		await this.client.activate(await this.client.createWorkflow(workflow));
		return new Sender(`${this.url}/webhook/${address}`);
	}

	/** Returns the processor time that n8n has used since it started, in ms. */
	async processorTime(): Promise<number> {
		const metrics = await (await fetch(`${this.url}/metrics`)).text();
		const [, seconds] = /^n8n_process_cpu_seconds_total (\S+)/m.exec(metrics) ?? [];
		if (!seconds) throw new Error('n8n reports no processor time');
		return Number(seconds) * 1000;
	}
}

/** Saves the credentials that the ways need: the package's, and one of n8n's own for HTTP Request. */
async function saveCredentials(client: N8nClient, service: string): Promise<Credentials> {
	const data = simulatorCredential(service);
	const header = { name: 'Authorization', value: `${data.authScheme} ${data.apiToken}` };
	return {
		messagingServiceApi: await client.saveCredential('Simulator', 'messagingServiceApi', data),
		httpHeaderAuth: await client.saveCredential('Header', 'httpHeaderAuth', header),
	};
}

const settingsFor = ({ port }: Server) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: LOOPBACK,
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: 'n8n',
});
