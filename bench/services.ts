/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- runs on Node.js itself, never inside n8n */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { ROOT } from '../playground/src/paths';
import { LOOPBACK, probePort } from '../playground/src/ports';
import type { Stats } from '../simulator';

/** A simulator in a process of its own, so that its work is not counted as the node's. */
export interface Service {
	baseUrl: string;
	reset(): Promise<void>;
	stats(): Promise<Stats>;
}

/** The simulators that measurements need. */
export class Services {
	private readonly children: ChildProcess[] = [];

	private readonly byLatency = new Map<number, Promise<Service>>();

	constructor() {
		process.once('exit', () => this.stop());
	}

	/** Returns the simulator that takes so many ms for an answer. */
	async withLatency(latency: number): Promise<Service> {
		const there = this.byLatency.get(latency) ?? this.start(latency);
		this.byLatency.set(latency, there);
		return await there;
	}

	/** Starts a simulator that nobody else uses. */
	async start(latency: number): Promise<Service> {
		const port = await probePort(0);
		const tsx = path.join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
		const main = path.join(ROOT, 'simulator', 'main.ts');
		const args = ['--port', port, '--latency', latency, '--request-log', 0].map(String);
		this.children.push(spawn(process.execPath, [tsx, main, ...args], { stdio: 'ignore' }));
		const url = `http://${LOOPBACK}:${port}`;
		const call = async (method: string, route: string) =>
			await (await fetch(`${url}/_simulator/${route}`, { method })).json();
		while (!(await call('GET', 'stats').catch(() => undefined))) await setTimeout(50);
		return {
			baseUrl: url,
			reset: async () => void (await call('POST', 'reset')),
			stats: async () => (await call('GET', 'stats')) as Stats,
		};
	}

	stop(): void {
		for (const child of this.children) child.kill();
	}
}
