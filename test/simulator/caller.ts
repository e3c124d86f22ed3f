import type { SimulatorOptions } from '../../simulator';
import { runningSimulator } from '../support/runningSimulator';

/** A request to the service with what matters left to the test. */
export interface Call {
	/** Sent as JSON; a string goes out as it is. */
	body?: unknown;
	/** The whole Authorization header; null for none. */
	authorization?: string | null;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

/** An answer, its body parsed where it is JSON. */
export interface Reply {
	status: number;
	headers: Headers;
	body: unknown;
}

const ENTERPRISE = 'Bearer demo-enterprise';
export const PLAIN = 'Bearer demo-plain';

/** Starts a simulator for the tests of a `describe`, with a fresh state for each, and stops it after them. */
export function useSimulator(options: SimulatorOptions = {}) {
	const simulator = runningSimulator(options);

	/** Calls the service; `path` starts after the base address. */
	const call = async (method: 'GET' | 'POST', path: string, given: Call = {}): Promise<Reply> => {
		const { body, authorization = ENTERPRISE, headers = {}, signal } = given;
		const response = await fetch(`${simulator().baseUrl}${path}`, {
			method,
			redirect: 'manual',
			...(signal && { signal }),
			headers: {
				...(authorization !== null && { authorization }),
				...(body !== undefined && { 'content-type': 'application/json' }),
				...headers,
			},
			...(body !== undefined && {
				body: typeof body === 'string' ? body : JSON.stringify(body),
			}),
		});
		return {
			status: response.status,
			headers: response.headers,
			body: parsed(await response.text()),
		};
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
