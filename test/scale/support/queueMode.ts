/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { installPlayground } from '../../../playground/src/install';
import type { ExampleCredentials } from '../../../playground/src/examples';
import { N8nClient } from '../../../playground/src/n8nClient';
import { N8nInstance } from '../../../playground/src/n8nInstance';
import { installPackage, packPackage } from '../../../playground/src/package';
import { LOOPBACK, probePort } from '../../../playground/src/ports';
import { simulatorCredential } from '../../../playground/src/simulatorCredential';
import type { Simulator } from '../../../simulator';
import { startSimulator } from '../../../simulator';
import type { Server } from './servers';
import { askPostgres, startPostgres, startRedis } from './servers';

const OWNER = { email: 'owner@example.com', password: `Only-for-tests-${process.pid}` };

/** Latency of the service, in ms. */
const LATENCY_MS = 20;

/**
 * n8n in queue mode, as the compose file in deploy/ starts it, without Docker: Redis, PostgreSQL, a main
 * process and workers, and a simulator of the service. All of it listens on this machine alone.
 */
export class QueueMode {
	private readonly servers: Server[] = [];

	private readonly instances = new Set<N8nInstance>();

	private readonly env: Record<string, string> = {};

	private workers = 0;

	private constructor(
		private readonly folder: string,
		readonly simulator: Simulator,
	) {}

	private database!: Server;

	main!: N8nInstance;

	client!: N8nClient;

	/** Credentials for the examples. */
	credentials!: Required<ExampleCredentials>;

	/** The login of the forms that ask for one. */
	readonly formLogin = { user: 'night', password: OWNER.password };

	/** Starts everything but the workers. */
	static async start(): Promise<QueueMode> {
		await installPlayground(() => undefined);
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-scale-'));
		// PostgreSQL's user has to come through to its own folder.
		await chmod(folder, 0o711);
		const started = new QueueMode(
			folder,
			await startSimulator({
				latencyMs: LATENCY_MS,
				historyLimit: 200_000,
				requestLogLimit: 200_000,
			}),
		);
		try {
			await started.startMain();
			return started;
		} catch (error) {
			await started.stop();
			// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- jest shows it, not n8n
			throw error;
		}
	}

	private async startMain(): Promise<void> {
		const { folder, env } = this;
		const redis = await startRedis(path.join(folder, 'redis'));
		this.servers.push(redis);
		const postgres = await startPostgres(path.join(folder, 'postgres'));
		this.servers.push(postgres);
		this.database = postgres;
		await this.sql('CREATE DATABASE messages', 'postgres');
		Object.assign(env, {
			EXECUTIONS_MODE: 'queue',
			N8N_ENCRYPTION_KEY: 'only-for-tests',
			QUEUE_BULL_REDIS_HOST: LOOPBACK,
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			// A worker that dies is noticed in seconds, not in a minute; one that a busy machine keeps from its
			// turn for some of them is not taken for dead.
			QUEUE_WORKER_LOCK_DURATION: '20000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '4000',
			QUEUE_WORKER_STALLED_INTERVAL: '4000',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: LOOPBACK,
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			// As the compose file: what is started by hand runs on a worker as well.
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			// Which worker takes which execution is told in its log.
			N8N_LOG_LEVEL: 'info',
		});
		this.main = await this.startProcess('main', ['start']);
		// As in the compose file: what a worker sends leads to the main process.
		env.WEBHOOK_URL = this.main.url;
		this.client = new N8nClient(this.main.url);
		await this.client.login(OWNER);
		this.credentials = {
			messagingServiceApi: await this.client.saveCredential(
				'Simulator',
				'messagingServiceApi',
				simulatorCredential(this.simulator.baseUrl),
			),
			postgres: await this.client.saveCredential('Messages', 'postgres', {
				host: LOOPBACK,
				port: postgres.port,
				database: 'messages',
				user: 'n8n',
				password: 'none',
				ssl: 'disable',
			}),
			httpBasicAuth: await this.client.saveCredential(
				'Login of forms',
				'httpBasicAuth',
				this.formLogin,
			),
		};
	}

	/** Asks the database of the messages. Gives its rows, the values of each separated by a bar. */
	async sql(query: string, database = 'messages'): Promise<string[]> {
		return await askPostgres(this.database, database, query);
	}

	/**
	 * Starts a worker and waits until it takes executions.
	 * @param concurrency most executions that it runs at once
	 */
	async startWorker(concurrency = 5): Promise<N8nInstance> {
		const command = ['worker', `--concurrency=${concurrency}`];
		return await this.startProcess(`worker-${++this.workers}`, command);
	}

	/** Stops a worker, which takes no more executions then. */
	async stopWorker(worker: N8nInstance): Promise<void> {
		this.instances.delete(worker);
		await worker.stop();
	}

	private async startProcess(name: string, command: string[]): Promise<N8nInstance> {
		const userFolder = path.join(this.folder, name);
		await installPackage(userFolder, await this.tarball());
		const instance = await N8nInstance.start({
			userFolder,
			port: await probePort(0),
			command,
			env: this.env,
			log: path.join(this.folder, `${name}.log`),
		});
		this.instances.add(instance);
		await instance.ready();
		return instance;
	}

	private packed?: Promise<string>;

	private async tarball(): Promise<string> {
		this.packed ??= packPackage(path.join(this.folder, 'package'));
		return await this.packed;
	}

	/** Stops all that was started, and leaves nothing behind. */
	async stop(): Promise<void> {
		await Promise.all([...this.instances].map(async (instance) => await instance.stop()));
		await Promise.all(this.servers.map(async (server) => await server.process.stop()));
		await this.simulator.stop();
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** Ids of the executions that a worker has taken, oldest first. */
export async function executionsOf({ log }: N8nInstance): Promise<string[]> {
	const text = await readFile(log, 'utf8');
	return [...text.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id);
}
