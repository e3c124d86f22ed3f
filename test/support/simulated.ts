import { randomUUID } from 'node:crypto';

import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

import type { Account, RecordedRequest, Simulator, SimulatorOptions } from '../../simulator';
import { startSimulator } from '../../simulator';

/** A request that reached the service. */
export type Asked = Pick<RecordedRequest, 'method' | 'path' | 'query'> & { body: unknown };

/** What a request that a test makes itself may have beside its body. */
export interface Call {
	/** The whole Authorization header; null for none. */
	authorization?: string | null;
	signal?: AbortSignal;
}

/** What the service answers, in JSON. */
export interface Reply {
	status: number;
	body: unknown;
}

/** The service of a test. */
export interface Simulated {
	readonly simulator: Simulator;
	/** ID of the workflow that runs: another one in each test, so that no test knows the keys of another. */
	readonly workflowId: string;
	/** Credential data for a plan: Enterprise by default. */
	credentials(plan?: 'enterprise' | 'plain'): ICredentialDataDecryptedObject;
	/** What the service was asked, oldest first. */
	asked(): Asked[];
	/** Paths that the service was asked for, oldest first; of a kind, where that is given. */
	paths(kind?: string): string[];
	/** Recipients of what was sent, oldest first. */
	sent(): string[];
	/** Texts that were sent, oldest first. */
	texts(): string[];
	/** Calls the service without the node. A body is sent as JSON. */
	call(method: string, path: string, body?: unknown, more?: Call): Promise<Reply>;
	/** Does with a number what somebody else would. */
	lease(action: 'register' | 'relinquish', number: string): Promise<void>;
}

/** Returns an account of a simulator that may do everything. */
export const account = (name: string, token: string) =>
	({ name, token, enterprise: true, plan: 'unlimited', quota: 1_000_000 }) satisfies Account;

/** Starts a simulator for the tests of a file or a `describe`, fresh for each of them. */
export function simulated(options: SimulatorOptions = {}): Simulated {
	let simulator: Simulator | undefined;
	const running = () => {
		if (!simulator) throw new Error('The simulator runs only during tests');
		return simulator;
	};
	let workflowId = randomUUID();

	beforeAll(async () => {
		simulator = await startSimulator(options);
	});
	beforeEach(() => {
		running().reset();
		workflowId = randomUUID();
	});
	afterAll(async () => await simulator?.stop());

	const asked = () =>
		running().requests.map(({ method, path, query, body }) => ({ method, path, query, body }));

	return {
		get simulator() {
			return running();
		},
		get workflowId() {
			return workflowId;
		},
		credentials: (plan = 'enterprise') => ({
			baseUrl: running().baseUrl,
			apiToken: `demo-${plan}`,
			authScheme: 'Bearer',
		}),
		asked,
		paths: (kind = '') =>
			asked()
				.map(({ path }) => path)
				.filter((path) => path.includes(kind)),
		sent: () => running().messages.map(({ to }) => to),
		texts: () => running().messages.map(({ text }) => text),
		call: async (...asked) => await call(running().baseUrl, ...asked),
		lease: async (action, number) => await lease(running().baseUrl, action, number),
	};
}

/** Calls a service without the node. */
async function call(
	baseUrl: string,
	method: string,
	path: string,
	body?: unknown,
	{ authorization = 'Bearer demo-enterprise', signal }: Call = {},
): Promise<Reply> {
	const response = await fetch(`${baseUrl}${path}`, {
		method,
		signal,
		headers: {
			...(authorization !== null && { authorization }),
			...(body !== undefined && { 'content-type': 'application/json' }),
		},
		body: JSON.stringify(body),
	});
	return { status: response.status, body: await response.json() };
}

/**
 * Does with a number of a simulated service what somebody else would.
 * @param number E.164
 */
export async function lease(
	baseUrl: string,
	action: 'register' | 'relinquish',
	number: string,
): Promise<void> {
	const path = `/enterprise/lease/${action}/${encodeURIComponent(number)}`;
	const { status } = await call(baseUrl, 'POST', path);
	if (status !== 200) throw new Error(`${action} of ${number} was answered with ${status}`);
}

/** Returns the body of a request as an object. */
export const bodyOf = ({ body }: Asked): IDataObject => body as IDataObject;
