/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdir } from 'node:fs/promises';

import { KeptProcess } from './keptProcess';
import { cleanEnvironment, N8N, NODE } from './paths';
import { LOOPBACK, probePort } from './ports';

/** Options of an n8n process. */
export interface N8nOptions {
	/** Holds `.n8n`: database, encryption key, community nodes. */
	userFolder: string;
	port: number;
	/** The program of n8n; the playground's by default. */
	program?: string;
	/** n8n's command with its flags, such as `worker` in queue mode; `start` by default. */
	command?: string[];
	/** Further settings of n8n. */
	env?: Record<string, string>;
	/** File that gets all that n8n prints. */
	log: string;
}

/** A running n8n, with all processes that it starts. */
export class N8nInstance {
	private constructor(
		private readonly process: KeptProcess,
		readonly url: string,
		private readonly isWorker: boolean,
	) {}

	/** Starts n8n; it is not ready yet. */
	static async start(options: N8nOptions): Promise<N8nInstance> {
		const { userFolder, port, log, program = N8N, command = ['start'] } = options;
		await mkdir(userFolder, { recursive: true });

		const env = {
			...cleanEnvironment(),
			...settings(port, await probePort(0)),
			N8N_USER_FOLDER: userFolder,
			...options.env,
		};
		const started = await KeptProcess.start([NODE, program, ...command], { env, log });
		return new N8nInstance(started, `http://${LOOPBACK}:${port}`, command[0] === 'worker');
	}

	/** File that gets all that n8n prints. */
	get log(): string {
		return this.process.log;
	}

	/**
	 * Waits until n8n answers.
	 * @throws Error with the end of its log if it stops before it is ready
	 */
	async ready(): Promise<void> {
		await this.process.ready(
			async () =>
				(await this.answers('/healthz/readiness')) &&
				// A worker has no editor to serve.
				(this.isWorker || (await this.answers('/rest/settings'))),
		);
	}

	/** Ends n8n and all that it started; by force when it takes longer than ten seconds. */
	async stop(): Promise<void> {
		await this.process.stop();
	}

	/** Ends n8n as a crash does (kill -9), with all that it started. */
	async crash(): Promise<void> {
		await this.process.crash();
	}

	/** Waits until the process has ended by itself. */
	async gone(): Promise<void> {
		await this.process.gone();
	}

	private async answers(path: string): Promise<boolean> {
		try {
			const headers = { connection: 'close' };
			const response = await fetch(`${this.url}${path}`, { headers });
			if (!response.ok) return false;
			// While it starts, n8n answers every path with a web page that says so.
			if (path.startsWith('/rest')) await response.json();
			return true;
		} catch {
			return false;
		}
	}
}

function settings(port: number, brokerPort: number): Record<string, string> {
	const url = `http://${LOOPBACK}:${port}/`;
	return {
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: LOOPBACK,
		// A worker answers at this port.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
		N8N_HOST: LOOPBACK,
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: url,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_LOG_LEVEL: 'warn',
		// On a busy machine n8n's own limit of 5 s is too short, and then n8n answers every request with 503.
		DB_PING_TIMEOUT_MS: '240000',
	};
}
