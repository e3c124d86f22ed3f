/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { inspect } from 'node:util';

import { stringify } from 'flatted';
import type { IDataObject } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { withoutTimeouts } from '../support/heldTimeouts';
import type { RunResult } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { operationOf } from '../support/operations';
import type { MatrixEndpoint } from './endpoints';
import type { FaultRow } from './matrix';
import { TOKEN } from './matrix';
import { runOutOfTime } from './timers';
import type { Way } from './ways';
import { openWay } from './ways';

/** How long a fault stays: the first answer only, or every one. */
export const MODES = ['first answer only', 'lasting'] as const;

/** How long a fault stays. */
export type Mode = (typeof MODES)[number];

/** One cell of the matrix. */
export interface Cell {
	row: FaultRow;
	endpoint: MatrixEndpoint;
	mode: Mode;
}

/** What was seen of a cell that was run. */
export interface Seen {
	/** Attempts that the node made, wherever they ended. */
	attempts: number;
	/** Requests that the service read. */
	requests: number;
	/** Of these, how many it carried out. */
	acted: number;
	/** Carried out before, by the item's first request. */
	actedBefore: number;
	result: RunResult;
	/** All that n8n would save, and the error with its causes, as text. */
	traces: string;
}

/** Without TLS an item does not get as far as its second request. */
const isPossible = ({ row, endpoint, mode }: Cell) =>
	!((row.place === 'tls' || row.place === 'handshake') && endpoint.isSecondRequest) &&
	!(row.onlyLasting && mode !== 'lasting');

/** Gives every cell of the matrix. */
export function cellsOf(rows: FaultRow[], endpoints: MatrixEndpoint[]): Cell[] {
	return endpoints
		.flatMap((endpoint) =>
			rows.flatMap((row) => MODES.map((mode): Cell => ({ row, endpoint, mode }))),
		)
		.filter(isPossible);
}

/** Retries that the node may make in a cell. */
export const retriesOf = ({ maxRetries = 1 }: FaultRow): number => maxRetries;

/** Runs a cell against a simulator that no other cell uses meanwhile. */
export async function runCell(
	{ row, endpoint, mode }: Cell,
	simulator: Simulator,
	otherHost: string,
): Promise<Seen> {
	simulator.reset();
	const input = await prepare(endpoint, simulator.baseUrl);
	const { acted: before } = simulator.stats;
	const lasting = mode === 'lasting';
	const fault = typeof row.fault === 'function' ? row.fault(otherHost) : row.fault;
	if (fault) {
		const { method, path } = endpoint;
		simulator.fault({ ...fault, method, path, times: lasting ? 'always' : 1 });
	}
	const way = await openWay(row.place ?? 'service', simulator, endpoint, lasting);
	const running = async () => await run(endpoint, input, row, way);
	const ended = row.timeIsUp
		? runOutOfTime(row.timeIsUp, row.acts, simulator, running)
		: withoutTimeouts(running);
	const result = await ended.finally(async () => await way.close());
	const { acted, received } = simulator.stats;
	const count = (counts: Record<string, number>, counter = endpoint.counter) =>
		counts[counter] ?? 0;

	return {
		attempts: count(received) + way.lost,
		requests: count(received),
		acted: count(acted) - count(before),
		actedBefore: count(acted, endpoint.counterBefore),
		result,
		traces: tracesOf(result),
	};
}

async function run(
	{ parameters }: MatrixEndpoint,
	input: IDataObject[],
	row: FaultRow,
	{ baseUrl }: Way,
): Promise<RunResult> {
	const options = { maxRetries: retriesOf(row) };
	return await runNode({
		parameters: { ...parameters, options },
		input,
		credentials: {
			baseUrl,
			apiToken: TOKEN,
			authScheme: 'Bearer',
			allowInsecureHttp: row.place !== undefined,
		},
	});
}

/** Does what has to come before a request, on a network without faults, and returns the items for its operation. */
export async function prepare({ after }: MatrixEndpoint, baseUrl: string): Promise<IDataObject[]> {
	if (after === undefined) return [{}];
	const { parameters } = operationOf(after);
	const credentials = { baseUrl, apiToken: TOKEN, authScheme: 'Bearer' };
	const { json, error } = await runNode({ parameters, credentials });
	if (error) throw new Error(`${after} could not be prepared: ${error.message}`);
	return json;
}

/** Gives all that n8n would save of a run, and its error with its causes, as text. */
export function tracesOf({ run: saved }: RunResult): string {
	const deep = { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null };
	const { error } = saved.data.resultData;
	return [
		stringify(saved),
		inspect(saved.data.resultData, deep),
		inspect(error, deep),
		inspect(error?.cause, deep),
		String(error?.stack),
	].join('\n');
}
