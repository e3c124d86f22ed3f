import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { furtherRounds } from './loop';
import type { RunOptions, RunResult } from './n8nCore';
import { runNode, TOOL_TYPE } from './n8nCore';
import { LEASED, operationOf, RECIPIENT } from './operations';
import type { Asked, Simulated } from './simulated';

/** What the node is to do. Everything has a default: one text, sent to RECIPIENT. */
export interface Sending extends Partial<Omit<RunOptions, 'parameters' | 'input'>> {
	/** `resource.operation` */
	operation?: string;
	/** Fields of the operation, beside those of its example. */
	parameters?: INodeParameters;
	options?: INodeParameters;
	/** Entries of the collection "Recipient Rules". */
	rules?: INodeParameters;
	filters?: INodeParameters;
	/** `json` of the input items: `to`, `text`, `number`, … as the examples read them. */
	items?: IDataObject[];
	/** The items of each round of a loop, in place of `items`. */
	rounds?: IDataObject[][];
	/** Settings of the node: onError, retryOnFail, … */
	node?: Partial<INode>;
	/** Whether it runs as the tool of an AI agent. */
	asTool?: boolean;
}

/** What came of it. */
export interface Sent extends RunResult {
	/** The requests of this run that reached the service, oldest first. */
	requests: Asked[];
}

/** Where it is sent: the service of the file, or a simulator alone. */
type Service = Pick<Simulated, 'simulator'> & Partial<Simulated>;

/**
 * Lets the built node do something against the simulated service.
 * @throws Error where the node fails, unless it is told `fails: true`: then where it does not fail
 */
export async function send(service: Service, sending: Sending = {}): Promise<Sent> {
	const { rounds, items, asTool, ...more } = sending;
	const { simulator, workflowId } = service;
	const before = simulator.requests.at(-1)?.id ?? 0;
	const [first = items, ...later] = rounds ?? [];

	const result = await runNode({
		credentials: service.credentials?.() ?? {},
		workflowId,
		...(asTool && { type: TOOL_TYPE }),
		...(rounds && furtherRounds(later)),
		...more,
		parameters: parametersOf(sending),
		input: first ?? [{ to: RECIPIENT, number: LEASED }],
	});

	const requests = simulator.requests
		.filter(({ id }) => id > before)
		.map(({ method, path, query, body }) => ({ method, path, query, body }));
	return { ...result, requests };
}

/** Returns the parameters of a node as n8n saves them. */
export function parametersOf(sending: Sending): INodeParameters {
	const { operation = 'message.send', parameters, options, rules, filters, asTool } = sending;
	const { parameters: usual } = operationOf(operation);
	return {
		...usual,
		// What a model can set, such as $json, is refused in a tool.
		...(asTool && usual.to && { to: "={{ $('Source').all()[$itemIndex].json.to }}" }),
		...(filters && { filters }),
		...(rules && { recipientRules: rules }),
		...(options && { options }),
		...parameters,
	};
}

/** Does what has to come before an operation, and returns the items for it. */
export async function itemsFor(
	service: Service,
	operation: string,
	more: Sending = {},
): Promise<IDataObject[]> {
	const { after } = operationOf(operation);
	if (after === undefined) return [{ to: RECIPIENT, number: LEASED }];

	const items = await itemsFor(service, after, more);
	return (await send(service, { ...more, operation: after, items })).json;
}

/** Continues on errors, with an item for each. */
export const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };

/** Tries again twice; the wait is the shortest that n8n takes, in ms. */
export const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** One request after the other, each tried once: what is done is then the same each time. */
export const ONE_BY_ONE = { concurrency: 1, maxRetries: 0 };

/** What became of an item. */
export type Outcome = 'done' | 'skipped' | 'skipped, possibly sent' | 'failed' | 'possibly sent';

/** Tells what became of each item, by its output. */
export const outcomes = (json: IDataObject[]): Outcome[] =>
	json.map(({ skipped, mayHaveBeenSent, error, errorDetails }) => {
		if (skipped) return mayHaveBeenSent ? 'skipped, possibly sent' : 'skipped';
		if (error === undefined || errorDetails === undefined) return 'done';
		return (errorDetails as IDataObject).mayHaveBeenSent ? 'possibly sent' : 'failed';
	});

/** Returns what a mistake of an item looks like in its output, whatever its words. */
export const refusedItem = (about = 'input') =>
	expect.objectContaining({
		error: expect.any(String) as string,
		errorDetails: expect.objectContaining({ about, mayHaveBeenSent: false }) as unknown,
	}) as unknown;
