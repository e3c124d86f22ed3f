/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { inspect } from 'node:util';

import { stringify } from 'flatted';
import pLimit from 'p-limit';

import type { Simulator, SimulatorOptions } from '../../../simulator';
import { startSimulator } from '../../../simulator';
import { DOMAIN } from '../../support/certificates';
import type { Sending, Sent } from '../../support/send';
import { CONTINUE, itemsFor, send } from '../../support/send';
import type { TriedRequest } from './requests';

/** The token of the tests: it must appear nowhere, so it is unlike anything else. */
export const TOKEN = ['matrix', 'secret', '5f3a9c'].join('-');

/** Longest time of a request that gets no answer: enough for one that does, on a busy machine. In ms. */
export const IMPATIENT = 2_000;

/** Settings of a simulator for these tests. */
export const SIMULATOR: SimulatorOptions = {
	accounts: [
		{
			name: 'enterprise',
			token: TOKEN,
			enterprise: true,
			plan: 'unlimited',
			quota: 1000,
			ad: false,
		},
	],
	otpCode: () => '123456',
};

/** Returns the credential of these tests. */
export const credentialOf = (baseUrl: string, more = {}) => ({
	baseUrl,
	apiToken: TOKEN,
	authScheme: 'Bearer',
	...more,
});

/** Where a service of these tests is. */
export const hostOf = ({ port }: Simulator): string => `service-${port}.${DOMAIN}`;

/** Returns the items for a request, made on a network without faults. */
export const itemsOf = async (simulator: Simulator, { operation }: TriedRequest) =>
	await itemsFor({ simulator }, operation, { credentials: credentialOf(simulator.baseUrl) });

/** Makes a request, and goes on where it fails. */
export const make = async (
	simulator: Simulator,
	{ operation }: TriedRequest,
	sending: Sending,
): Promise<Sent> => await send({ simulator }, { operation, node: CONTINUE, ...sending });

/** What an item that failed says of itself, undefined where it was done. */
export interface Failure {
	message: string;
	description: string;
	mayHaveBeenSent: boolean;
	about?: string;
	httpCode?: string;
}

/** Returns how an item failed. */
export function failureOf({ json }: Sent): Failure | undefined {
	const [{ error: message, errorDetails } = {}] = json;
	return errorDetails ? ({ message, ...(errorDetails as object) } as Failure) : undefined;
}

/** Returns all that n8n would save of a run, and its error with its causes, as text. */
export function tracesOf({ run: saved }: Sent): string {
	const deep = { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null };
	const { error } = saved.data.resultData;
	const parts = [saved.data.resultData, error, error?.cause];
	return [stringify(saved), ...parts.map((part) => inspect(part, deep)), error?.stack].join('\n');
}

/**
 * Runs cells of a table side by side, each with a simulator that no other cell uses meanwhile.
 * @returns what was seen of a cell, once it has run
 */
export async function runCells<Cell, Seen>(
	cells: Cell[],
	sideBySide: number,
	options: SimulatorOptions,
	run: (cell: Cell, simulator: Simulator, index: number) => Promise<Seen>,
) {
	const starting = Array.from({ length: sideBySide }, async () => await startSimulator(options));
	const simulators = await Promise.all(starting);
	const free = simulators.map((_, index) => index);
	const limit = pLimit(sideBySide);
	const seen = new Map<Cell, Promise<Seen>>();

	return {
		simulators,
		/** Begins to run the cells. */
		begin() {
			for (const cell of cells) {
				const running = limit(async () => {
					const index = free.pop() as number;
					simulators[index].reset();
					return await run(cell, simulators[index], index).finally(() => free.push(index));
				});
				// Each cell's own test reports what went wrong with it.
				running.catch(() => undefined);
				seen.set(cell, running);
			}
		},
		seenOf: async (cell: Cell) => await (seen.get(cell) as Promise<Seen>),
		async stop() {
			await Promise.allSettled(seen.values());
			await Promise.all(simulators.map(async (simulator) => await simulator.stop()));
		},
	};
}
