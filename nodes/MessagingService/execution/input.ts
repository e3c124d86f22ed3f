import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { readRecipient } from '../parameters/recipient';
import { type RecipientLists, readRecipientLists } from '../parameters/recipientLists';
import { DRY_RUN } from '../parameters/sending';
import { itemReader } from '../parameters/source';
import { OPERATIONS } from '../resources';
import { type Job, onceKeyOf, type Operation } from '../resources/operation';
import { inTurns } from '../waiting';
import type { ServiceClient } from '../service/client';
import type { ItemClients } from '../service/createClient';
import type { ExecutionTally } from './executionTally';
import { Adoptions, KeyOwners } from './repeats';
import type { Memory } from './retryOnFail';

/** One input item, read and checked. */
export interface Task {
	kind: 'task';
	itemIndex: number;
	job: Job;
	/** The service, with the credential of this item. */
	service: ServiceClient;
	/** The key that keeps it from being done twice, where it has one. */
	key?: string;
	/** Whether it is checked and not sent, as Dry Run says. */
	isDry: boolean;
}

/** An item whose recipient gets no message, as Do Not Send To says. Its other fields may be wrong. */
export interface LeftOut extends Pick<Task, 'itemIndex' | 'key' | 'isDry'> {
	kind: 'leftOut';
	/** A number in E.164, or an e-mail address as typed. */
	to: string;
	job?: Job;
}

/** An error in the input of an item, found before any request. */
export interface Mistake extends Pick<Task, 'itemIndex' | 'isDry'> {
	kind: 'mistake';
	error: unknown;
	/** Its key and its recipient, as far as they can be read: an item that can be sent may have the same key. */
	key?: string;
	recipient?: string;
}

/** The items of a run, sorted: each is in one of the lists, in their order. */
interface SortedItems {
	tasks: Task[];
	leftOut: LeftOut[];
	mistakes: Mistake[];
}

/** The input of a run. */
export interface Input extends SortedItems {
	/** Warnings for the output panel, although no item is wrong. */
	warnings: string[];
}

/** The context in which the input of a run is read. */
interface InputContext {
	operation: Operation;
	clients: ItemClients;
	tally: ExecutionTally;
	/** The memory of earlier tries, by item index. */
	memories: Memory[];
	/** Ends the reading. */
	signal: AbortSignal;
}

/** Returns the operation that is set on the node. @throws InputError */
export function readOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = OPERATIONS.find((one) => one.resource === resource && one.value === operation);
	if (found) return found.operation;

	throw new InputError(
		`The operation "${String(operation)}" of the resource "${String(resource)}" does not exist`,
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
export async function readInput(
	context: IExecuteFunctions,
	itemIndexes: number[],
	inputContext: InputContext,
): Promise<Input> {
	const { operation, signal } = inputContext;
	const lists = await readRecipientLists(context, operation.parameters, signal);
	const readItem = itemReading(context, inputContext, lists);
	const items: ReadItem[] = [];

	for await (const itemIndex of inTurns(itemIndexes, signal)) items.push(readItem(itemIndex));
	const warnings = lists.warning === undefined ? [] : [lists.warning];
	return { ...sorted(items, inputContext), warnings };
}

/** One item as it was read, before the others are known. */
type ReadItem = Task | LeftOut | Mistake;

/** Returns the function that reads an item. */
function itemReading(
	context: IExecuteFunctions,
	{ operation, clients }: InputContext,
	lists: RecipientLists,
): (itemIndex: number) => ReadItem {
	const { parameters } = operation;
	const canBeDry = parameters.includes(DRY_RUN);
	const onceKey = onceKeyOf(operation);
	const readerAt = itemReader(context);

	return (itemIndex) => {
		const read = readerAt(itemIndex);
		const readKey = () => onceKey && read(onceKey);
		const readTo = () => readRecipient(parameters, read, lists);
		const prepare = () => operation.prepare(read, context);
		let isDry = false;

		try {
			isDry = canBeDry && read(DRY_RUN) === true;
			const recipient = readTo();

			// Whoever gets no message needs no correct one.
			if (recipient?.isLeftOut) {
				const key = unlessUnreadable(readKey);
				const job = unlessUnreadable(prepare);
				return { kind: 'leftOut', itemIndex, isDry, key, job, to: recipient.to };
			}

			// In this order, since the first error is the one that is shown.
			const service = clients.of(itemIndex);
			const key = readKey();
			const job = prepare();
			return { kind: 'task', itemIndex, isDry, key, service, job };
		} catch (error) {
			const key = unlessUnreadable(readKey);
			const recipient = unlessUnreadable(readTo)?.identity;
			return { kind: 'mistake', itemIndex, isDry, key, recipient, error };
		}
	};
}

/** Returns the value that a function reads; undefined where it cannot be read. */
function unlessUnreadable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Sorts the items, and refuses those that repeat another one in a way that nobody means. */
function sorted(items: ReadItem[], { tally, memories }: InputContext): SortedItems {
	const owners = new KeyOwners(tally);
	for (const item of items) addTo(owners, item);

	const adoptions = new Adoptions();
	for (const { adopts, result, sendOnceKey } of memories) {
		if (result && adopts !== undefined) adoptions.add(adopts, sendOnceKey);
	}

	const input: SortedItems = { tasks: [], leftOut: [], mistakes: [] };
	for (const item of items) {
		if (item.kind === 'mistake') input.mistakes.push(item);
		else if (item.kind === 'leftOut') input.leftOut.push(item);
		else {
			const error = refusalOf(item, { owners, adoptions });
			if (error) input.mistakes.push({ ...item, kind: 'mistake', error });
			else input.tasks.push(item);
		}
	}
	return input;
}

function addTo(owners: KeyOwners, item: ReadItem): void {
	// Whoever gets no message needs no key.
	if (item.kind === 'leftOut') return;

	const { key, isDry } = item;
	const recipient = item.kind === 'task' ? item.job.recipient : item.recipient;
	if (key === undefined || recipient === undefined) return;

	owners.add({ key, recipient, isDry });
}

/** Returns why an item cannot be done beside the others; undefined where it can. */
function refusalOf(
	{ job, key, isDry }: Task,
	{ owners, adoptions }: { owners: KeyOwners; adoptions: Adoptions },
): InputError | undefined {
	const { recipient, adopts } = job;
	if (key !== undefined && recipient !== undefined) {
		return owners.refusalOf({ key, recipient, isDry });
	}
	if (adopts === undefined) return undefined;

	const refusal = adoptions.refusalOf(adopts, key);
	if (!refusal) adoptions.add(adopts, key);
	return refusal;
}
