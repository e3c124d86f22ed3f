import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RecordedRequest, Simulator, SimulatorOptions } from '../../simulator';
import { KeyStore } from './keyStore';
import type { RunOptions, RunResult } from './n8nCore';
import { runNode } from './n8nCore';
import { runningSimulator } from './runningSimulator';

export { RECIPIENT, SEND } from './operations';

/** A request that reached the service. */
export type Asked = Pick<RecordedRequest, 'method' | 'path' | 'query'> & { body: unknown };

/** The service of a test, and n8n's record of keys. */
export interface Simulated {
	readonly simulator: Simulator;
	/** n8n's record of keys, shared by the tests of a file. */
	readonly keys: KeyStore;
	/** ID of the workflow that runs: another one in each test, so that no test knows the keys of another. */
	readonly workflowId: string;
	/** Credential data for a plan: Enterprise by default. */
	credentials(plan?: 'enterprise' | 'plain'): RunOptions['credentials'];
	/** What the service was asked, oldest first. */
	asked(): Asked[];
	/** Paths that the service was asked for, oldest first; of a kind, where that is given. */
	paths(kind?: string): string[];
	/** Recipients of what was sent, oldest first. */
	sent(): string[];
	/** Texts that were sent, oldest first. */
	texts(): string[];
	/** Runs the node with parameters as n8n saves them; tests of operations use `send` of send.ts. */
	run(parameters: INodeParameters, options?: Partial<RunOptions>): Promise<RunResult>;
}

/** Starts a simulator for the tests of a file, fresh for each of them. */
export function simulated(options: SimulatorOptions = {}): Simulated {
	const running = runningSimulator(options);
	const keys = new KeyStore();
	let workflowId = randomUUID();

	beforeAll(async () => await keys.register());
	beforeEach(() => {
		workflowId = randomUUID();
		keys.fault = () => undefined;
	});

	const credentials: Simulated['credentials'] = (plan = 'enterprise') => ({
		baseUrl: running().baseUrl,
		apiToken: `demo-${plan}`,
		authScheme: 'Bearer',
	});

	const asked = () =>
		running().requests.map(({ method, path, query, body }) => ({ method, path, query, body }));

	return {
		get simulator() {
			return running();
		},
		get workflowId() {
			return workflowId;
		},
		keys,
		credentials,
		asked,
		paths: (kind = '') =>
			asked()
				.map(({ path }) => path)
				.filter((path) => path.includes(kind)),
		sent: () => running().messages.map(({ to }) => to),
		texts: () => running().messages.map(({ text }) => text),

		run: async (parameters, more = {}) =>
			await runNode({ parameters, credentials: credentials(), workflowId, ...more }),
	};
}

/** Returns the body of a request as an object. */
export const bodyOf = ({ body }: Asked): IDataObject => body as IDataObject;
