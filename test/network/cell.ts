import type { INodeParameters } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { prepare, tracesOf } from '../faults/cell';
import type { MatrixEndpoint } from '../faults/endpoints';
import { TOKEN } from '../faults/matrix';
import { withHeldTimeouts, withoutTimeouts } from '../support/heldTimeouts';
import type { RunResult } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { forget, lead } from '../support/names';
import type { NetworkRow } from './rows';
import { DOMAIN } from './support/certificates';
import { ADDRESS } from './support/fronts';
import { hellosTo } from './support/wires';

/** One cell of the matrix: a fault of the network, and a request. */
export interface Cell {
	row: NetworkRow;
	endpoint: MatrixEndpoint;
}

/** What was seen of an item that met a fault, and was then done again on a network without one. */
export interface Seen {
	/** Attempts that the node made at the request. */
	attempts: number;
	/** How often the service carried the request out. */
	acted: number;
	result: RunResult;
	/** All that n8n would save, and the error with its causes, as text. */
	traces: string;
	/** Of the second run, which has the same key. */
	again: { acted: number; sent: number; result: RunResult };
}

/** Where a service of these tests is. */
export const hostOf = (simulator: Simulator): string => `service-${simulator.port}.${DOMAIN}`;

/** Parameters of an endpoint with options, and a key where it takes one. */
export function parametersOf(
	{ parameters, keyOption }: MatrixEndpoint,
	options: INodeParameters,
): INodeParameters {
	return {
		...parameters,
		options: {
			...options,
			...(keyOption && { [keyOption]: 'key of the item' }),
		},
	};
}

/** Turns of the event loop in which an attempt comes as far as it ever does. */
const TURNS = 10;

/** Returns what tells of each attempt, once, that it hangs. */
function hangs(attempts: () => number): () => boolean {
	let [told, turns] = [0, 0];
	return () => {
		if (attempts() === told || ++turns % TURNS !== 0) return false;
		told = attempts();
		return true;
	};
}

let cells = 0;

/**
 * Runs a cell against a simulator that no other cell uses meanwhile.
 * @param index of the simulator
 * @param port of every server that stands before it
 */
export async function runCell(
	{ row, endpoint }: Cell,
	simulator: Simulator,
	index: number,
	port: number,
): Promise<Seen> {
	simulator.reset();
	const input = await prepare(endpoint, simulator.baseUrl);
	const { method, path } = endpoint;
	if (row.fault) simulator.fault({ ...row.fault, method, path, times: 'always' });

	const acted = (counter = endpoint.counter) => simulator.stats.acted[counter] ?? 0;
	const before = acted();
	let attempts = 0;
	let isHealed = false;
	const isTurn = () => {
		if (isHealed) return false;
		if (endpoint.sendsLater) return acted() === before;
		return !endpoint.isSecondRequest || simulator.stats.requests > 0;
	};
	lead(hostOf(simulator), () => {
		if (!isTurn()) return [row.scheme === 'https' ? ADDRESS.nginxTls : ADDRESS.nginx];
		attempts++;
		return row.to(index);
	});
	const workflowId = `network-${cells++}`;
	const run = async (options: INodeParameters) =>
		await runNode({
			workflowId,
			parameters: parametersOf(endpoint, options),
			input,
			credentials: {
				baseUrl: `${row.scheme}://${hostOf(simulator)}:${port}`,
				apiToken: TOKEN,
				authScheme: 'Bearer',
				allowInsecureHttp: true,
			},
		});
	const retried = async () => await run({ maxRetries: 1 });
	const hellosBefore = hellosTo(hostOf(simulator));
	const begun = () =>
		row.hangs === 'handshake' ? hellosTo(hostOf(simulator)) - hellosBefore : attempts;
	const result = row.hangs
		? await withHeldTimeouts(retried, hangs(begun))
		: await withoutTimeouts(retried);
	const first = { attempts, acted: acted() - before, result, traces: tracesOf(result) };

	isHealed = true;
	simulator.clearFaults();
	const sentBefore = acted('POST /send/text');
	const resultAgain = await withoutTimeouts(async () => await run({}));
	forget(hostOf(simulator));
	const again = {
		acted: acted() - before - first.acted,
		sent: acted('POST /send/text') - sentBefore,
		result: resultAgain,
	};
	return { ...first, again };
}
