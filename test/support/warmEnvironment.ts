/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import path from 'node:path';

import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import type { Circus } from '@jest/types';
import { TestEnvironment } from 'jest-environment-node';

import { LibraryLoader } from './libraryLoader';
import { Watchdog } from './watchdog';

/** Where `library.cjs` finds the loader: libraries are loaded by it instead of by jest. */
const LOADER = Symbol.for('libraries of the tests');

/** Ends a test of this process that never ends. */
let watchdog: Watchdog | undefined;

/** The environments of this process, by the globals that suites set. */
const environments = new Map<string, WarmEnvironment>();

/**
 * An environment that a process keeps from one file of tests to the next, and with it the libraries: jest would load
 * n8n-core anew for each file, which takes longer than most of the tests. Everything else is as in jest: each file has its
 * own copy of the nodes, the simulator and the helpers, and finds the globals as they were at first.
 *
 * What n8n-core and n8n-workflow remember stays, as in an n8n that has been running for a while. So no two files use the
 * same ID of a workflow.
 */
export default class WarmEnvironment extends TestEnvironment {
	/** The globals as they are before any test. */
	private readonly first = new Map<PropertyKey, PropertyDescriptor>();

	/** The file whose tests run. */
	private file = '';

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		const file = path.relative(config.projectConfig.rootDir, context.testPath);
		const settings = JSON.stringify(config.projectConfig.globals);
		const kept = environments.get(settings);
		if (kept) return kept.begin(file);

		super(config, context);
		this.begin(file);
		environments.set(settings, this);
		const loader = new LibraryLoader(this.context);
		Object.defineProperty(this.global, LOADER, { value: (file: string) => loader.load(file) });
		for (const [name, descriptor] of this.globals()) this.first.set(name, descriptor);
	}

	/** Names what is running to the watchdog. */
	handleTestEvent = (event: Circus.AsyncEvent | Circus.SyncEvent): void => {
		if (event.name === 'test_fn_start') this.watch(namesOf(event.test));
		if (event.name === 'hook_start') this.watch([...namesOf(event.hook.parent), event.hook.type]);
		if (event.name === 'test_done' || event.name === 'hook_success') this.watch([]);
	};

	/** Leaves everything as the first file has found it. */
	override async teardown(): Promise<void> {
		watchdog?.rest();
		this.fakeTimersModern?.dispose();
		this.moduleMocker?.restoreAllMocks();

		for (const [name, { configurable }] of this.globals()) {
			const first = this.first.get(name);
			if (!configurable) continue;
			if (first) Object.defineProperty(this.global, name, first);
			else Reflect.deleteProperty(this.global, name);
		}
	}

	private begin(file: string): this {
		this.file = file;
		watchdog ??= new Watchdog();
		this.watch([]);
		return this;
	}

	private watch(names: string[]): void {
		watchdog?.watch([this.file, ...names].join(' › '));
	}

	private globals(): Array<[PropertyKey, PropertyDescriptor]> {
		return Reflect.ownKeys(this.global).map((name) => {
			const descriptor = Reflect.getOwnPropertyDescriptor(this.global, name);
			return [name, descriptor ?? {}];
		});
	}
}

/** Returns the names of a test, or of a `describe`, from the outermost one in. */
function namesOf({ name, parent }: { name: string; parent?: Circus.DescribeBlock }): string[] {
	// The outermost one is the file's, whose name says nothing.
	return parent ? [...namesOf(parent), name] : [];
}
