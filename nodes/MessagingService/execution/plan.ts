import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Secrets } from '../errors/secrets';
import { MAX_MESSAGES } from '../parameters/sending';
import { readRequestOptions } from '../parameters/settings';
import { itemReader } from '../parameters/source';
import type { Operation } from '../resources/operation';
import { connectItems, ItemClients } from '../service/createClient';
import type { ExecutionTally } from './executionTally';
import type { Input, LeftOut, Task } from './input';
import { MessageLimit } from './messageLimit';
import { warningHint } from './report/hints';

/** The settings of a run, which hold for all its items: read once, from the first one. */
export interface Settings {
	clients: ItemClients;
	/** Most requests at the same time. */
	concurrency: number;
	/** The limit of messages, for an operation that has one. */
	limit?: MessageLimit;
}

/** The context in which the settings are read. */
interface SettingsContext {
	tally: ExecutionTally;
	/** Takes the API tokens. */
	secrets: Secrets;
	/** Ends all requests that wait. */
	signal: AbortSignal;
}

/** Reads what holds for all items of a run. @throws InputError, and ServiceError where the credential cannot be used */
export async function readSettings(
	context: IExecuteFunctions,
	operation: Operation,
	{ tally, secrets, signal }: SettingsContext,
): Promise<Settings> {
	const connectionOf = await connectItems(context, { secrets, signal });

	const readFirst = itemReader(context)(0);
	const options = readRequestOptions(readFirst, { forManyItems: !operation.oneItemOnly });
	const hasLimit = operation.parameters.includes(MAX_MESSAGES);
	return {
		clients: new ItemClients(context, connectionOf, options, { signal, execution: context }),
		concurrency: options.concurrency,
		limit: hasLimit ? new MessageLimit(tally, readFirst(MAX_MESSAGES)) : undefined,
	};
}

/** The items whose input can be read, sorted by what is done with them. */
export interface Plan {
	/** Items to do, in their order. */
	tasks: Task[];
	/** Items of a Dry Run, which are checked and not sent. */
	dry: Array<Task | LeftOut>;
	/** How many items of a Dry Run cannot be sent. */
	refusedDry: number;
	/** Items whose recipient gets no message. */
	leftOut: LeftOut[];
}

/** Sorts out what is not sent. */
export function planOf({ tasks, leftOut, mistakes }: Input): Plan {
	return {
		tasks: tasks.filter(({ isDry }) => !isDry),
		dry: [...tasks, ...leftOut].filter(({ isDry }) => isDry),
		refusedDry: mistakes.filter(({ isDry }) => isDry).length,
		leftOut: leftOut.filter(({ isDry }) => !isDry),
	};
}

/** Warns where only the Dry Run keeps the messages within Max Messages. */
export function dryRefusal(tasks: Task[], limit?: MessageLimit): NodeExecutionHint[] {
	const isAnyDry = tasks.some(({ isDry }) => isDry);
	const refusal = isAnyDry ? limit?.refusalOf(tasks) : undefined;
	if (!refusal) return [];

	return [warningHint(`Dry Run: this run would be refused. ${refusal.message}.`)];
}
