/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import type { CredentialReference } from '../../../playground/src/n8nClient';
import { N8nClient } from '../../../playground/src/n8nClient';
import { N8nInstance } from '../../../playground/src/n8nInstance';
import { installPackage } from '../../../playground/src/package';
import { cleanEnvironment } from '../../../playground/src/paths';
import { probePort } from '../../../playground/src/ports';
import { simulatorCredential } from '../../../playground/src/simulatorCredential';
import { e2eContext } from './context';

const PACKAGE = 'n8n-nodes-messaging-service';

/** An n8n of its own, in which the package is updated. */
export class UpdatedN8n {
	private n8n?: N8nInstance;

	private loggedIn?: N8nClient;

	private constructor(
		private readonly folder: string,
		private readonly options: Parameters<typeof N8nInstance.start>[0],
	) {}

	static async create(): Promise<UpdatedN8n> {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-update-'));
		return new UpdatedN8n(folder, {
			userFolder: path.join(folder, 'n8n'),
			port: await probePort(0),
			log: path.join(folder, 'n8n.log'),
			env: await npmEnvironment(folder),
		});
	}

	/** Calls n8n, as its owner. */
	get client(): N8nClient {
		if (!this.loggedIn) throw new Error('n8n has not been started');
		return this.loggedIn;
	}

	/** Installs a tarball while n8n does not run, and starts n8n. */
	async startWith(tarball: string): Promise<void> {
		await installPackage(this.options.userFolder, tarball);
		await this.start();
	}

	/** Starts n8n, and installs a tarball as the editor does. */
	async startAndInstall(tarball: string): Promise<void> {
		await this.start();
		await this.offer(tarball);
		await this.client.request('POST', '/rest/community-packages', { name: PACKAGE });
	}

	/** Updates the package to a tarball while n8n runs, as the editor does. */
	async updateWhileRunning(tarball: string): Promise<void> {
		await this.offer(tarball);
		await this.client.request('PATCH', '/rest/community-packages', { name: PACKAGE });
	}

	/** Saves a credential for the simulator. */
	async saveCredential(): Promise<CredentialReference> {
		const data = simulatorCredential(e2eContext().serviceUrl);
		return await this.client.saveCredential('Simulator', 'messagingServiceApi', data);
	}

	async stop(): Promise<void> {
		await this.n8n?.stop();
	}

	/** Ends n8n as a crash does. */
	async crash(): Promise<void> {
		await this.n8n?.crash();
	}

	/** Stops n8n, and leaves nothing behind. */
	async remove(): Promise<void> {
		await this.stop();
		await rm(this.folder, { recursive: true, force: true });
	}

	private async start(): Promise<void> {
		this.n8n = await N8nInstance.start(this.options);
		await this.n8n.ready();
		this.loggedIn = new N8nClient(this.n8n.url);
		await this.loggedIn.login(e2eContext().owner);
	}

	/** Makes a tarball the newest version of the package for this n8n. */
	private async offer(tarball: string): Promise<void> {
		await copyFile(tarball, path.join(this.folder, 'offered.tgz'));
	}
}

/** Returns the environment in which `npm` knows the offered tarball, and asks nobody for other packages. */
async function npmEnvironment(folder: string): Promise<Record<string, string>> {
	const bin = path.join(folder, 'bin');
	const { PATH = '' } = cleanEnvironment();
	await mkdir(bin, { recursive: true });
	const npm = [
		'#!/bin/sh',
		'case "$1" in',
		'view) echo \'"0.1.0"\' ;;',
		`pack) cp "${folder}/offered.tgz" . && echo offered.tgz ;;`,
		// The package has no dependencies, so nothing is fetched.
		`*) PATH="${PATH}" exec npm "$@" --offline ;;`,
		'esac',
	];
	await writeFile(path.join(bin, 'npm'), `${npm.join('\n')}\n`, { mode: 0o755 });
	// n8n asks the registry of npm itself before it asks npm.
	const nowhere = 'http://127.0.0.1:9';

	return {
		PATH: `${bin}${path.delimiter}${PATH}`,
		https_proxy: nowhere,
		HTTPS_PROXY: nowhere,
		HOME: process.env.HOME ?? folder,
	};
}
