import type { SimulatorOptions } from '../../simulator';
import { runningSimulator } from './runningSimulator';

/** A request to the service with what matters left to the test. */
export interface Call {
	/** Sent as JSON; a string goes out as it is. */
	body?: unknown;
	/** The whole Authorization header; null for none. */
	authorization?: string | null;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

/** What the service answers. */
export interface Reply {
	status: number;
	headers: Headers;
	/** Read as JSON where it is JSON. */
	body: unknown;
}

/** The account without an Enterprise plan. */
export const PLAIN = 'Bearer demo-plain';

/** Starts a simulator for the tests of a file, fresh for each, and calls it without the node. */
export function useSimulator(options: SimulatorOptions = {}) {
	const simulator = runningSimulator(options);

	const call = async (method: string, path: string, given: Call = {}): Promise<Reply> => {
		const { body, authorization = 'Bearer demo-enterprise', headers = {}, signal } = given;
		const response = await fetch(`${simulator().baseUrl}${path}`, {
			method,
			redirect: 'manual',
			...(signal && { signal }),
			headers: {
				...(authorization !== null && { authorization }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: parsed(text) };
	};

	return {
		simulator,
		call,
		get: async (path: string, given?: Call) => await call('GET', path, given),
		post: async (path: string, body?: unknown, given?: Call) =>
			await call('POST', path, { ...given, body }),
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
