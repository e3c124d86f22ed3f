import { sleep } from 'n8n-workflow';

import { DRY_RUN, readRequestSettings } from '../fields/runOptions';
import type { Read } from '../fields/parameter';
import { itemReader } from '../fields/reader';
import { MAX_MESSAGES, readRecipient } from '../recipients/recipient';
import { type RecipientLists, readRecipientLists } from '../recipients/recipientLists';
import { type Job, type Operation, sendsMany } from '../actions/operation';
import type { RequestSettings } from '../service/connect';
import type { Run } from './results';

/** A key that keeps an item from being done twice. */
export interface OnceKey {
	/** Name of its option, in outputs too. */
	field: string;
	/** As it was given. */
	key: string;
	/** As it is recorded: it belongs to a recipient. */
	recorded: string;
}

/** One input item, read and checked. */
export interface Task {
	itemIndex: number;
	job: Job;
	/** The key that keeps it from being done twice. */
	once?: OnceKey;
}

/** An item whose recipient gets no message, as Do Not Send To says. Its other fields may be wrong. */
export interface LeftOut {
	itemIndex: number;
	/** What it would send; read for a Dry Run alone. */
	job?: Job;
	/** A number in E.164, or an e-mail address as typed. */
	to: string;
}

/** An error in the input of an item, found before any request. */
export interface Mistake {
	itemIndex: number;
	error: unknown;
}

/** What holds for all items of a run: read from the first one. */
export interface Settings extends RequestSettings {
	/** Whether nothing is sent. */
	isDryRun: boolean;
	/** Most messages of the execution; 0 for no limit. */
	maxMessages: number;
}

/** The input of a run. Each item is in one of the lists, in their order. */
export interface Input {
	settings: Settings;
	tasks: Task[];
	leftOut: LeftOut[];
	mistakes: Mistake[];
}

/** Items that are read before other work of n8n gets its turn. */
const ITEMS_PER_TURN = 500;

/** Reads and checks items, before any request. @throws InputError where what holds for all of them cannot be read */
export async function readInput(run: Run, itemIndexes: number[]): Promise<Input> {
	const { context, operation, results, signal } = run;
	const readerOf = itemReader(context);
	const readers = Array.from({ length: results.itemCount }, (_, index) => readerOf(index));
	const settings = readSettings(operation, readers[0]);
	const lists = readRecipientLists(operation.rules ?? [], readers);

	const input: Input = { settings, tasks: [], leftOut: [], mistakes: [] };
	for (const [count, itemIndex] of itemIndexes.entries()) {
		if (count % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
		if (signal.aborted) break;

		readItem(run, itemIndex, { read: readers[itemIndex], lists, input });
	}
	return input;
}

function readSettings(operation: Operation, readFirst: Read): Settings {
	const isToMany = sendsMany(operation);
	return {
		...readRequestSettings(readFirst),
		isDryRun: isToMany && readFirst(DRY_RUN) === true,
		maxMessages: isToMany ? readFirst(MAX_MESSAGES) : 0,
	};
}

/** What an item is read with, and where it goes. */
interface ItemContext {
	read: Read;
	lists: RecipientLists;
	input: Input;
}

/** Reads an item into the list where it belongs. */
function readItem(run: Run, itemIndex: number, { read, lists, input }: ItemContext): void {
	const { context, operation } = run;
	const { sends, onceKey } = operation;
	try {
		const addressee = sends && readRecipient(sends.to, read, lists);
		if (addressee?.isLeftOut) {
			const job = input.settings.isDryRun ? jobIfReadable(run, read) : undefined;
			input.leftOut.push({ itemIndex, to: addressee.to, job });
			return;
		}

		const key = onceKey && read(onceKey);
		const owner = addressee?.identity ?? '';
		const once = key && { field: onceKey.field.name, key, recorded: `${owner} ${key}` };
		input.tasks.push({ itemIndex, once: once || undefined, job: operation.prepare(read, context) });
	} catch (error) {
		input.mistakes.push({ itemIndex, error });
	}
}

/** Returns the job of an item for a Dry Run. Whoever gets no message needs no correct one. */
function jobIfReadable({ context, operation }: Run, read: Read): Job | undefined {
	try {
		return operation.prepare(read, context);
	} catch {
		return undefined;
	}
}
