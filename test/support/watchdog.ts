/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import inspector from 'node:inspector';
import path from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';

import { end, Watched } from './watchdogThread.cjs';

/** Limits of a test, in s. */
export interface WatchdogLimits {
	/** Time in which nothing happens, until the test counts as one that waits for ever. */
	idle: number;
	/** Processor time of the whole process. */
	processor: number;
}

const LIMITS: WatchdogLimits = { idle: 20, processor: 30 };

/** Processor time, in ms, of seconds in which nothing happens: the watchdog itself takes some. */
const IDLE_COST = 10;

/**
 * Ends the process if a test never ends, and names the test. A slow or busy machine ends no test: a test that waits for
 * ever is known by a process that has nothing to do, and one that runs for ever by the processor time of the process
 * alone, of which it gets ten times as much as the longest test needs.
 */
export class Watchdog {
	/** What is watched, for the thread too: that one also ends a test that never lets the event loop go on. */
	private readonly watched = new Watched();

	/** Seconds for which nothing has happened. */
	private idle = 0;

	private cost = process.cpuUsage();

	constructor(private readonly limits = LIMITS) {
		const program = path.join(__dirname, 'watchdogThread.cjs');
		const workerData = { most: limits.processor, watched: this.watched.memory };
		new Worker(program, { workerData }).unref();
		setInterval(() => this.look(), 1_000).unref();
	}

	/** Watches from now on: a test, a hook, or the file while it is loaded. */
	watch(name: string): void {
		this.watched.name = name;
		this.idle = 0;
	}

	/** Watches nothing any more. */
	rest(): void {
		this.watched.name = '';
	}

	private look(): void {
		const { user, system } = process.cpuUsage(this.cost);
		this.cost = process.cpuUsage();
		const { name } = this.watched;
		if (!name) return;

		// Another process may still work for the test, and a debugger holds it for as long as it likes.
		const waitsForOthers = process.getActiveResourcesInfo().includes('ProcessWrap');
		const isIdle = (user + system) / 1_000 < IDLE_COST && !waitsForOthers && !inspector.url();
		this.idle = isIdle ? this.idle + 1 : 0;

		if (this.idle >= this.limits.idle)
			end(`has waited for ${this.idle} s, and nothing was going to happen`, name);
	}
}
