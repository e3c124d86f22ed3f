/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile } from 'node:fs/promises';

import type { ExampleCredentials } from '../../../playground/src/examples';
import type { N8nInstance } from '../../../playground/src/n8nInstance';
import { LOOPBACK } from '../../../playground/src/ports';
import { Installation } from './installation';
import type { Server } from '../../support/servers';
import { askPostgres, startPostgres, startRedis } from '../../support/servers';

/** Latency of the service, in ms. */
const LATENCY_MS = 20;

/**
 * n8n in queue mode, as the compose file in deploy/ starts it, without Docker: Redis, PostgreSQL, a main
 * process and workers.
 */
export class QueueMode extends Installation {
	private workers = 0;

	private database!: Server;

	main!: N8nInstance;

	/** Credentials for the examples. */
	credentials!: Required<Omit<ExampleCredentials, 'httpBearerAuth'>>;

	/** Starts everything but the workers. */
	static async start(): Promise<QueueMode> {
		return await QueueMode.begin({
			latencyMs: LATENCY_MS,
			historyLimit: 200_000,
			requestLogLimit: 200_000,
		});
	}

	protected async startAll(): Promise<void> {
		const { env } = this;
		const redis = await this.startServer('redis', startRedis);
		this.database = await this.startServer('postgres', startPostgres);
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
			DB_POSTGRESDB_PORT: String(this.database.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			// As the compose file: what is started by hand runs on a worker as well.
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			// Which worker takes which execution is told in its log.
			N8N_LOG_LEVEL: 'info',
		});

		this.main = await this.startProcess('main', {});
		// As in the compose file: what a worker sends leads to the main process.
		env.WEBHOOK_URL = this.main.url;
		await this.logIn(this.main);

		this.credentials = {
			messagingServiceApi: this.credential,
			postgres: await this.client.saveCredential('Messages', 'postgres', {
				host: LOOPBACK,
				port: this.database.port,
				database: 'messages',
				user: 'n8n',
				password: 'none',
				ssl: 'disable',
			}),
		};
	}

	/** Asks the database of the messages, and returns its rows: the values of each, separated by a bar. */
	async sql(query: string, database = 'messages'): Promise<string[]> {
		return await askPostgres(this.database, database, query);
	}

	/**
	 * Starts a worker and waits until it takes executions.
	 * @param concurrency most executions that it runs at once
	 * @param tarball of another build of the package
	 */
	async startWorker(concurrency = 5, tarball?: string): Promise<N8nInstance> {
		const command = ['worker', `--concurrency=${concurrency}`];
		return await this.startProcess(`worker-${++this.workers}`, { command, tarball });
	}

	/** Stops a worker, which takes no more executions then. */
	async stopWorker(worker: N8nInstance): Promise<void> {
		await this.stopProcess(worker);
	}
}

/** Ids of the executions that a worker has taken, oldest first. */
export async function executionsOf({ log }: N8nInstance): Promise<string[]> {
	const text = await readFile(log, 'utf8');
	return [...text.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id);
}
