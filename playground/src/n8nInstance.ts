import { KeptProcess } from './keptProcess';
import { cleanEnvironment, NODE, PLAYGROUND } from './paths';
import { LOOPBACK, probePort } from './ports';

const N8N = `${PLAYGROUND}/node_modules/n8n/bin/n8n`;

/** Options of an n8n process. */
export interface N8nOptions {
	/** Holds `.n8n`: database, encryption key, community nodes. */
	userFolder: string;
	port: number;
	/** File that gets all that n8n prints. */
	log: string;
	/** The program of n8n; the playground's by default. */
	program?: string;
	/** n8n's command with its flags, such as `worker` in queue mode; `start` by default. */
	command?: string[];
	/** Further settings of n8n. */
	env?: Record<string, string>;
}

/** A running n8n, with all processes that it starts. */
export class N8nInstance extends KeptProcess {
	private constructor(
		{ userFolder, port, log, program = N8N, command = ['start'], env }: N8nOptions,
		brokerPort: number,
	) {
		const own = { ...settings(port, brokerPort), N8N_USER_FOLDER: userFolder, ...env };
		super([NODE, program, ...command], { env: { ...cleanEnvironment(), ...own }, log });
		this.url = `http://${LOOPBACK}:${port}`;
		// A worker has no editor to serve.
		this.pages = ['/healthz/readiness', ...(command[0] === 'worker' ? [] : ['/rest/settings'])];
	}

	readonly url: string;
	private readonly pages: string[];

	/** Starts n8n; it is not ready yet. */
	static async start(options: N8nOptions): Promise<N8nInstance> {
		return new N8nInstance(options, await probePort(0));
	}

	/** Waits until n8n answers. @throws Error with the end of its log if it stops before it is ready */
	async ready(): Promise<void> {
		for (const page of this.pages) await this.untilReady(async () => await this.answers(page));
	}

	/** True where a page answers with JSON: while it starts, n8n answers every path with a web page that says so. */
	private async answers(page: string): Promise<boolean> {
		const response = await fetch(this.url + page, { headers: { connection: 'close' } }).catch(
			() => undefined,
		);
		const isJson = await response?.json().then(
			() => true,
			() => false,
		);
		return response?.ok === true && isJson === true;
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
		N8N_LOG_LEVEL: 'warn',
		// On a busy machine n8n's own limit of 5 s is too short, and then n8n answers every request with 503.
		DB_PING_TIMEOUT_MS: '240000',
	};
}
