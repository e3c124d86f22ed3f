/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { cleanEnvironment, N8N, NODE } from './paths';
import { LOOPBACK, probePort } from './ports';
import { tail } from './run';

const KEEPER = path.join(__dirname, 'keeper.cjs');

/** How an n8n process is started. */
export interface N8nOptions {
	/** Holds `.n8n`: database, encryption key, community nodes. */
	userFolder: string;
	port: number;
	/** Further settings of n8n. */
	env?: Record<string, string>;
	/** File that takes all that n8n prints. */
	log: string;
}

/** A running n8n process with all that it started itself. */
export class N8nInstance {
	readonly url: string;

	private ended = false;

	private constructor(
		private readonly process: ChildProcess,
		private readonly options: N8nOptions,
	) {
		this.url = `http://${LOOPBACK}:${options.port}`;
		process.once('exit', () => {
			this.ended = true;
		});
	}

	/** Starts n8n; it is not ready yet. */
	static async start(options: N8nOptions): Promise<N8nInstance> {
		const { userFolder, port, log } = options;
		await mkdir(userFolder, { recursive: true });
		await mkdir(path.dirname(log), { recursive: true });
		const output = createWriteStream(log, { flags: 'a' });
		const child = spawn(process.execPath, [KEEPER, NODE, N8N, 'start'], {
			env: {
				...cleanEnvironment(),
				...settings(port, await probePort(0)),
				N8N_USER_FOLDER: userFolder,
				...options.env,
			},
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		child.stdout.pipe(output);
		child.stderr.pipe(output);
		// Ctrl-C in a terminal may have ended it already.
		child.stdin.on('error', () => undefined);
		return new N8nInstance(child, options);
	}

	/**
	 * Waits until n8n answers.
	 * @throws Error with the end of its log when it stops before that
	 */
	async ready(): Promise<void> {
		while (!(await this.answers('/healthz/readiness')) || !(await this.answers('/rest/settings'))) {
			if (this.ended) {
				const { log } = this.options;
				throw new Error(
					`n8n stopped while it started:\n\n${await tail(log)}\n\nThe whole log: ${log}`,
				);
			}
			await setTimeout(250);
		}
	}

	/** Ends n8n and all that it started; by force when it takes longer than ten seconds. */
	async stop(): Promise<void> {
		this.process.stdin?.end();
		await this.gone();
	}

	/** Ends n8n as a crash does (kill -9), with all that it started. */
	async crash(): Promise<void> {
		this.process.kill('SIGUSR2');
		await this.gone();
	}

	/** Waits until the process has ended by itself. */
	async gone(): Promise<void> {
		if (this.ended) return;
		await new Promise((resolve) => this.process.once('exit', resolve));
	}

	private async answers(path: string): Promise<boolean> {
		try {
			const response = await fetch(`${this.url}${path}`);
			if (!response.ok) return false;
			// While it starts, n8n answers everything with a page that says so.
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
	};
}
