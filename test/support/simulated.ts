import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../simulator';
import type { RunOptions, RunResult } from './n8nCore';
import { runNode } from './n8nCore';
import { operationOf, type TriedOperation } from './operations';
import { runningSimulator } from './runningSimulator';

export { RECIPIENT, SEND } from './operations';

/** The node against a simulator of its own. */
export interface Simulated {
	readonly simulator: Simulator;
	/** Credential data for a plan: Enterprise by default. */
	credentials(plan?: 'enterprise' | 'plain'): RunOptions['credentials'];
	/**
	 * Runs the node with these parameters. A test in which the node fails must read `error`, or stop the
	 * execution itself: else the test fails too.
	 */
	run(parameters: INodeParameters, options?: Partial<RunOptions>): Promise<RunResult>;
	/** Runs the example of an operation, and before it the operations that have to come first. */
	runExample(example: TriedOperation, options?: Partial<RunOptions>): Promise<RunResult>;
	/** What the service was asked, oldest first: method, path as it was sent, query, body. */
	asked(): Array<{ method: string; path: string; query: string; body: unknown }>;
}

/** Starts a simulator for the tests of a file, fresh for each of them. */
export function simulated(options: SimulatorOptions = {}): Simulated {
	const running = runningSimulator(options);
	const mustBeRead = failuresToRead();

	const credentials: Simulated['credentials'] = (plan = 'enterprise') => ({
		baseUrl: running().baseUrl,
		apiToken: `demo-${plan}`,
		authScheme: 'Bearer',
	});

	const service: Simulated = {
		get simulator() {
			return running();
		},

		credentials,

		async run(parameters, more = {}) {
			const result = await runNode({ parameters, credentials: credentials(), ...more });
			return more.onStart ? result : mustBeRead(result);
		},

		async runExample({ parameters, after }, more) {
			if (after === undefined) return await service.run(parameters, more);

			const before = await service.runExample(operationOf(after));
			for (const [, field] of JSON.stringify(parameters).matchAll(/\$json\.(\w+)/g)) {
				if (before.json.every((item) => field in item)) continue;
				throw new Error(`simulator/api returns no ${field} for ${after}, which the example needs`);
			}
			return await service.run(parameters, { input: before.json, ...more });
		},

		asked: () =>
			running().requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
	};
	return service;
}

/** Returns a function that gives back a result, and fails the test if nobody reads the result's error. */
function failuresToRead(): (result: RunResult) => RunResult {
	const unread = new Set<RunResult>();

	afterEach(() => {
		const messages = [...unread].map(({ error }) => error?.message);
		unread.clear();
		if (messages.length === 0) return;
		throw new Error(
			`The node failed, and the test does not read the error: ${messages.join('; ')}`,
		);
	});

	return (result) => {
		const { error } = result;
		if (!error) return result;

		unread.add(result);
		return Object.defineProperty({ ...result }, 'error', {
			enumerable: true,
			get() {
				unread.delete(result);
				return error;
			},
		});
	};
}
