/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { installPlayground } from '../../../playground/src/install';
import type { CredentialReference } from '../../../playground/src/n8nClient';
import { N8nClient } from '../../../playground/src/n8nClient';
import { N8nInstance } from '../../../playground/src/n8nInstance';
import { installPackage, packPackage } from '../../../playground/src/package';
import { probePort } from '../../../playground/src/ports';
import { simulatorCredential } from '../../../playground/src/simulatorCredential';
import type { Simulator, SimulatorOptions } from '../../../simulator';
import { startSimulator } from '../../../simulator';
import type { Server } from '../../support/servers';

/** Who owns the n8n. */
export const OWNER = { email: 'owner@example.com', password: `Only-for-tests-${process.pid}` };

/** How an n8n process of an installation is started. */
export interface ProcessOptions {
	command?: string[];
	/** Any free port by default. */
	port?: number;
	/** The command of another n8n than the playground's. */
	program?: string;
	/** Another build of the package. */
	tarball?: string;
}

/**
 * n8n with the servers that it needs and a simulator of the service, in a folder of its own. All of it
 * listens on this machine alone.
 */
export abstract class Installation {
	/** Settings of every n8n process. */
	protected readonly env: Record<string, string> = {};

	private readonly servers: Server[] = [];

	private readonly instances = new Set<N8nInstance>();

	client!: N8nClient;

	/** The simulator's credential. */
	credential!: CredentialReference;

	constructor(
		protected readonly folder: string,
		readonly simulator: Simulator,
	) {}

	/** Starts the servers and n8n. */
	protected abstract startAll(): Promise<void>;

	/** Starts everything; stops what was started where that fails. */
	static async begin<T extends Installation>(
		this: new (folder: string, simulator: Simulator) => T,
		options: SimulatorOptions,
	): Promise<T> {
		await installPlayground(() => undefined);
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-scale-'));
		// PostgreSQL's user has to come through to its own folder.
		await chmod(folder, 0o711);
		const started = new this(folder, await startSimulator(options));
		try {
			await started.startAll();
			return started;
		} catch (error) {
			await started.stop();
			// eslint-disable-next-line @n8n/community-nodes/require-node-api-error -- jest shows it, not n8n
			throw error;
		}
	}

	/** Starts a server in a folder of its own; it ends with the rest. */
	protected async startServer(
		name: string,
		start: (folder: string) => Promise<Server>,
	): Promise<Server> {
		const server = await start(path.join(this.folder, name));
		this.servers.push(server);
		return server;
	}

	/** Starts an n8n process with the package in it, in the folder of this name, and waits until it is ready. */
	protected async startProcess(name: string, options: ProcessOptions): Promise<N8nInstance> {
		const userFolder = path.join(this.folder, name);
		await installPackage(userFolder, options.tarball ?? (await this.tarball()));
		const instance = await N8nInstance.start({
			port: await probePort(0),
			...options,
			userFolder,
			env: this.env,
			log: path.join(this.folder, `${name}.log`),
		});
		this.instances.add(instance);
		await instance.ready();
		return instance;
	}

	/** Runs a command of n8n that ends by itself. */
	protected async runCommand(command: string[]): Promise<void> {
		const instance = await N8nInstance.start({
			port: await probePort(0),
			command,
			userFolder: path.join(this.folder, 'command'),
			env: this.env,
			log: path.join(this.folder, 'command.log'),
		});
		this.instances.add(instance);
		await instance.gone();
		this.instances.delete(instance);
	}

	/** Stops a process before the rest. */
	protected async stopProcess(instance: N8nInstance): Promise<void> {
		this.instances.delete(instance);
		await instance.stop();
	}

	/** Logs in, and makes the simulator's credential. */
	protected async logIn({ url }: N8nInstance): Promise<void> {
		this.client = new N8nClient(url);
		await this.client.login(OWNER);
		this.credential ??= await this.client.saveCredential(
			'Simulator',
			'messagingServiceApi',
			simulatorCredential(this.simulator.baseUrl),
		);
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
