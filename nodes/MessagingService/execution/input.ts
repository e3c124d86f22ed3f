import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { nodeError } from '../errors/nodeError';
import { ExecutionParameters } from '../parameters/expressionShortcuts';
import { ItemParameters } from '../parameters/itemParameters';
import { DRY_RUN, SEND_ONCE_KEY } from '../parameters/options';
import { RESOURCES } from '../resources';
import type { Job, Operation } from '../resources/operation';
import { Mistakes } from './mistakes';

/** Items that are read before other work of n8n gets its turn. */
const ITEMS_PER_TURN = 500;

/** What is to be done with one input item. */
export interface Task {
	itemIndex: number;
	job: Job;
	sendOnceKey?: string;
	/** Whether it is only looked at: a Dry Run. */
	isDry: boolean;
}

/** How items are read. */
export interface Reading {
	/** Tells whether an item was done in an earlier try, so that it is not read again. */
	isDone: (itemIndex: number) => boolean;
	/** Ends the reading. */
	signal: AbortSignal;
	/** Index of the first item that is not read any more. */
	end: number;
	/** Told of each item that cannot be done; without it, all of them together are one error. */
	refuse?: (itemIndex: number, error: unknown, isDry: boolean) => void;
}

/** Returns the operation that is set on the node. @throws NodeOperationError */
export function readOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const found = RESOURCES[resource]?.operations[operation];
	if (found) return found;
	throw nodeError(
		context.getNode(),
		new InputError(
			`The operation "${operation}" of the resource "${resource}" does not exist`,
			'Open the node and choose resource and operation again.',
		),
	);
}

/** Checks that the operation takes so many items. @throws InputError */
export function checkItemCount({ name, oneItemOnly }: Operation, itemCount: number): void {
	if (!oneItemOnly || itemCount <= 1) return;
	throw new InputError(
		`"${name}" ${oneItemOnly.reason}, but got ${itemCount} items`,
		oneItemOnly.wayOut,
	);
}

/**
 * Reads and checks every item's input, before any request.
 * @throws NodeOperationError that names all items that cannot be done, where there is no `refuse`
 */
export async function readTasks(
	context: IExecuteFunctions,
	operation: Operation,
	{ isDone, signal, end, refuse }: Reading,
): Promise<Task[]> {
	const { fields, options } = operation;
	const sends = options.includes(SEND_ONCE_KEY);
	const itemCount = context.getInputData().length;
	const source = new ExecutionParameters(context);
	const mistakes = new Mistakes();
	const tasks: Task[] = [];
	for (let itemIndex = 0; itemIndex < end && !signal.aborted; itemIndex++) {
		if (itemIndex % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
		if (isDone(itemIndex)) continue;
		let isDry = false;
		try {
			const parameters = new ItemParameters(source.ofItem(itemIndex), fields);
			isDry = (sends && parameters.option(DRY_RUN)) ?? false;
			const job = operation.prepare(parameters, context);
			const sendOnceKey = sends ? parameters.option(SEND_ONCE_KEY) : undefined;
			tasks.push({ itemIndex, job, sendOnceKey, isDry });
		} catch (error) {
			if (refuse) refuse(itemIndex, error, isDry);
			else mistakes.add(itemIndex, error);
		}
	}
	const failure = mistakes.failure(context.getNode(), itemCount, sends ? 'sent' : 'done');
	if (failure) throw failure;
	return tasks;
}
