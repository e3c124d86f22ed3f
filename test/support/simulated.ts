import type { INodeParameters } from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../simulator';
import type { RunOptions, RunResult } from './n8nCore';
import { runNode } from './n8nCore';
import { runningSimulator } from './runningSimulator';

/** A recipient of every test that needs one; reserved for fiction. */
export const RECIPIENT = '+12025550143';

/** The node against a simulator of its own. */
export interface Simulated {
	readonly simulator: Simulator;
	/** Credential data for a plan: Enterprise by default. */
	credentials(plan?: 'enterprise' | 'plain'): RunOptions['credentials'];
	/** Runs the node with these parameters. */
	run(parameters: INodeParameters, options?: Partial<RunOptions>): Promise<RunResult>;
	/** What the service was asked, oldest first: method, path as it was sent, query, body. */
	asked(): Array<{ method: string; path: string; query: string; body: unknown }>;
}

/** Starts a simulator for the tests of a file, fresh for each of them. */
export function simulated(options: SimulatorOptions = {}): Simulated {
	const running = runningSimulator(options);
	const credentials: Simulated['credentials'] = (plan = 'enterprise') => ({
		baseUrl: running().baseUrl,
		apiToken: `demo-${plan}`,
		authScheme: 'Bearer',
	});
	return {
		get simulator() {
			return running();
		},
		credentials,
		run: async (parameters, more = {}) =>
			await runNode({ parameters, credentials: credentials(), ...more }),
		asked: () =>
			running().requests.map(({ method, path, query, body }) => ({ method, path, query, body })),
	};
}
