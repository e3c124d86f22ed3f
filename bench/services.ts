/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../playground/src/paths';
import { LOOPBACK, probePort } from '../playground/src/ports';
import type { Stats } from '../simulator';
import { makeCertificate } from '../test/support/certificates';
import type { FarPorts, FarSettings } from './far';

/** A simulator in a process of its own, so that its time is not counted as the node's. */
export interface Service {
	direct: Access;
	throughProxy: Access;
	reset(): Promise<void>;
	stats(): Promise<Stats>;
}

/** How a process gets to a service. */
export interface Access {
	baseUrl: string;
	/** Environment variables that the process needs. */
	environment: NodeJS.ProcessEnv;
}

/** How a service answers, and how it is reached. */
export interface Place {
	/** ms before each answer. */
	latency: number;
	/** ms from n8n to it and back, over TLS; undefined for plain http on this machine. */
	roundTrip?: number;
}

/** The simulators that measurements need. */
export class Services {
	private readonly children: ChildProcess[] = [];

	private readonly byPlace = new Map<string, Promise<Service>>();

	/** A certificate for this machine, and the folder where it is. */
	private certificates?: ReturnType<typeof makeCertificates>;

	constructor() {
		process.once('exit', () => this.endAll());
	}

	/** Returns the simulator at a place. */
	async at(place: Place): Promise<Service> {
		return await this.known('measured', place);
	}

	/** Returns a simulator without latency for the run that warms a process up. */
	async forWarmUp({ roundTrip }: Place): Promise<Service> {
		return await this.known('warm up', { latency: 0, roundTrip: roundTrip && 0 });
	}

	/** Starts a simulator that nobody else uses. */
	async start({ latency, roundTrip }: Place): Promise<Service> {
		const port = await probePort(0);
		const args = ['--port', port, '--latency', latency, '--request-log', 0].map(String);
		this.spawn(path.join('simulator', 'main.ts'), args);

		const url = `http://${LOOPBACK}:${port}`;
		const call = async (method: string, route: string) =>
			await (await fetch(`${url}/_simulator/${route}`, { method })).json();
		const isReady = async () => (await call('GET', 'stats').catch(() => undefined)) !== undefined;
		while (!(await isReady())) await setTimeout(50);

		return {
			...(roundTrip === undefined ? near(url) : await this.startFar(port, roundTrip)),
			reset: async () => {
				await call('POST', 'reset');
			},
			stats: async () => (await call('GET', 'stats')) as Stats,
		};
	}

	/** Returns this machine's certificate. A process trusts it if it is given the certificate's `authority`. */
	async certificate() {
		this.certificates ??= makeCertificates();
		return await this.certificates;
	}

	async stop(): Promise<void> {
		this.endAll();
		const made = await this.certificates;
		if (made) await rm(made.folder, { recursive: true, force: true });
	}

	/** Returns the simulator that is kept for this use, and starts it where there is none yet. */
	private async known(use: string, { latency, roundTrip }: Place): Promise<Service> {
		const name = [use, latency, roundTrip].join();
		const service = this.byPlace.get(name) ?? this.start({ latency, roundTrip });
		this.byPlace.set(name, service);
		return await service;
	}

	/** Starts TLS and a proxy before a simulator, and returns both ways to it. */
	private async startFar(port: number, roundTrip: number) {
		const { authority, certificate, key } = await this.certificate();
		const far = this.spawn(path.join('bench', 'far.ts'));
		far.send({ port, roundTrip, certificate, key } satisfies FarSettings);
		const [ports] = (await once(far, 'message')) as [FarPorts];

		const environment = { NODE_EXTRA_CA_CERTS: authority };
		return {
			direct: { baseUrl: `https://${LOOPBACK}:${ports.secure}`, environment },
			throughProxy: {
				// Through a proxy, n8n's helper checks no certificate of an address in digits, so this is a name.
				baseUrl: `https://localhost:${ports.secure}`,
				environment: { ...environment, HTTPS_PROXY: `http://${LOOPBACK}:${ports.proxy}` },
			},
		};
	}

	/** Starts a program of the project in a process of its own. */
	private spawn(program: string, args: string[] = []): ChildProcess {
		const tsx = pathToFileURL(require.resolve('tsx')).href;
		const child = spawn(process.execPath, ['--import', tsx, path.join(ROOT, program), ...args], {
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		this.children.push(child);
		return child;
	}

	private endAll(): void {
		for (const child of this.children) child.kill();
	}
}

/** Returns the two ways to a simulator on this machine, which are the same. */
function near(baseUrl: string) {
	const direct = { baseUrl, environment: {} };
	return { direct, throughProxy: direct };
}

async function makeCertificates() {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-bench-tls-'));
	return { ...(await makeCertificate(folder, LOOPBACK, 'localhost')), folder };
}
