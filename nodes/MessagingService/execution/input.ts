import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import type { Parameter, Read } from '../parameters/parameter';
import { DO_NOT_SEND_TO } from '../parameters/recipient';
import { DRY_RUN } from '../parameters/sending';
import { SEND_ONCE_KEY } from '../parameters/sendOnceKey';
import { itemReader } from '../parameters/source';
import { OPERATIONS } from '../resources';
import type { Job, Operation } from '../resources/operation';
import type { ServiceClient } from '../service/client';
import type { Clients } from '../service/createClient';

/** Items that are read before other work of n8n gets its turn. */
const ITEMS_PER_TURN = 500;

/** One input item, read and checked. */
export interface Task {
	itemIndex: number;
	job: Job;
	/** The service, with the credential of this item. */
	service: ServiceClient;
	sendOnceKey?: string;
	/** Whether it is only looked at: a Dry Run. */
	isDry: boolean;
	/** Whether its recipient gets no message, as Do Not Send To says. */
	isLeftOut: boolean;
}

/** An error in the input of an item, found before any request. */
export interface Mistake extends Pick<Task, 'itemIndex' | 'isDry'> {
	error: unknown;
}

/** Returns the operation that is set on the node. @throws InputError */
export function readOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const found = OPERATIONS.find((one) => one.resource === resource && one.value === operation);
	if (found) return found.operation;
	throw new InputError(
		`The operation "${operation}" of the resource "${resource}" does not exist`,
		'Open the node and choose resource and operation again.',
	);
}

/** Checks that the operation takes so many items. @throws InputError */
export function checkItemCount({ name, oneItemOnly }: Operation, itemCount: number): void {
	if (!oneItemOnly || itemCount <= 1) return;
	throw new InputError(
		`"${name}" ${oneItemOnly.reason}, but got ${itemCount} items`,
		oneItemOnly.nextStep,
	);
}

/** Reads and checks the input of items, before any request, until the signal ends that. */
export async function readTasks(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndexes: number[],
	{ clients, signal }: { clients: Clients; signal: AbortSignal },
): Promise<{ tasks: Task[]; mistakes: Mistake[] }> {
	const has = (parameter: Parameter<unknown>) => operation.parameters.includes(parameter);
	const canBeDry = has(DRY_RUN);
	const takesKey = has(SEND_ONCE_KEY);
	// Another operation, which sends to them, may still have the option from before.
	const leftOut = has(DO_NOT_SEND_TO) ? itemReader(context)(0)(DO_NOT_SEND_TO) : new Set<string>();
	const readerOf = itemReader(context, new Map([[DO_NOT_SEND_TO, leftOut]]));
	const tasks: Task[] = [];
	const mistakes: Mistake[] = [];
	const recipients = new Map<string, string | undefined>();
	const sharedKeys = new Set<string>();
	const noteKey = (key?: string, recipient?: string) => {
		if (key === undefined) return;
		if (recipients.has(key) && recipients.get(key) !== recipient) sharedKeys.add(key);
		recipients.set(key, recipient);
	};
	for (const [position, itemIndex] of itemIndexes.entries()) {
		if (position % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
		if (signal.aborted) break;
		let isDry = false;
		const read = readerOf(itemIndex);
		try {
			isDry = (canBeDry && read(DRY_RUN)) ?? false;
			const service = clients.of(itemIndex);
			const job = operation.prepare(read, context);
			const sendOnceKey = takesKey ? read(SEND_ONCE_KEY) : undefined;
			const isLeftOut = leftOut.has(job.lane ?? '');
			tasks.push({ itemIndex, job, service, sendOnceKey, isDry, isLeftOut });
			if (!isLeftOut) noteKey(sendOnceKey, job.lane);
		} catch (error) {
			mistakes.push({ itemIndex, error, isDry });
			if (takesKey) noteKey(...keyAndRecipient(operation, read));
		}
	}
	// Only one of the recipients would get a message, and the output would say of the others that they had got one.
	const isShared = ({ sendOnceKey = '', isLeftOut }: Task) =>
		!isLeftOut && sharedKeys.has(sendOnceKey);
	for (const { itemIndex, isDry, sendOnceKey } of tasks.filter(isShared)) {
		mistakes.push({ itemIndex, isDry, error: sharedKeyError(sendOnceKey) });
	}
	return {
		tasks: tasks.filter((task) => !isShared(task)),
		mistakes: mistakes.sort((a, b) => a.itemIndex - b.itemIndex),
	};
}

/** Reads the key and the recipient of an item that cannot be sent: an item that can be may have the same key. */
function keyAndRecipient({ parameters }: Operation, read: Read): [key?: string, to?: string] {
	try {
		const to = parameters.find(({ isRecipient }) => isRecipient);
		return to ? [read(SEND_ONCE_KEY), String(read(to)).toLowerCase()] : [];
	} catch {
		return [];
	}
}

function sharedKeyError(sendOnceKey: string | undefined): InputError {
	return new InputError(
		`'Send Once Key' is "${quoteValue(sendOnceKey)}" for different recipients`,
		'Only one of them would get a message. Use an ID of the message, as an expression: {{ $json.orderId }}.',
	);
}
