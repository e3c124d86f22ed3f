import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { TestEnvironment } from 'jest-environment-node';

import { LibraryLoader } from './libraryLoader';

/** Where `library.cjs` finds the loader: libraries are loaded by it instead of by jest. */
const LOADER = Symbol.for('libraries of the tests');

/** The environment of this process, once there is one. */
const environments: WarmEnvironment[] = [];

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

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		const [kept] = environments;
		if (kept) return kept;

		super(config, context);
		environments.push(this);
		const loader = new LibraryLoader(this.context);
		Object.defineProperty(this.global, LOADER, { value: (file: string) => loader.load(file) });
		for (const [name, descriptor] of this.globals()) this.first.set(name, descriptor);
	}

	/** Leaves everything as the first file has found it. */
	override async teardown(): Promise<void> {
		this.fakeTimersModern?.dispose();
		this.moduleMocker?.restoreAllMocks();

		for (const [name, { configurable }] of this.globals()) {
			const first = this.first.get(name);
			if (!configurable) continue;
			if (first) Object.defineProperty(this.global, name, first);
			else Reflect.deleteProperty(this.global, name);
		}
	}

	private globals(): Array<[PropertyKey, PropertyDescriptor]> {
		return Reflect.ownKeys(this.global).map((name) => {
			const descriptor = Reflect.getOwnPropertyDescriptor(this.global, name);
			return [name, descriptor ?? {}];
		});
	}
}
