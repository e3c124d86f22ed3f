import { type IDataObject, sleep } from 'n8n-workflow';

import { DRY_RUN, readRequestSettings } from '../fields/runOptions';
import type { Read } from '../fields/parameter';
import { itemReader } from '../fields/reader';
import { MAX_MESSAGES, readRecipient } from '../recipients/recipient';
import { readRecipientLists } from '../recipients/recipientLists';
import { type Job, type Operation, sendsMany } from '../actions/operation';
import type { RequestSettings } from '../service/connect';
import { previewOf } from './dryRun';
import { leftOutResult, notSent, type Run } from './results';

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

/** What holds for all items of a run: read from the first one. */
export interface Settings extends RequestSettings {
	/** Whether nothing is sent. */
	isDryRun: boolean;
	/** Most messages of the execution; 0 for no limit. */
	maxMessages: number;
}

/** Items that are read before other work of n8n gets its turn. */
const ITEMS_PER_TURN = 500;

/**
 * Reads and checks the items without a result, before any request. Returns those that can be done; the others get their
 * result here.
 * @throws InputError where what holds for all of them cannot be read
 */
export async function readInput(run: Run) {
	const { context, operation, results, signal } = run;
	const { sends } = operation;
	const readerOf = itemReader(context);
	const readers = Array.from({ length: results.itemCount }, (_, index) => readerOf(index));
	const settings = readSettings(operation, readers[0]);
	const lists = readRecipientLists(operation.rules ?? [], readers, sends?.acceptsEmail);

	const tasks: Task[] = [];
	for (const [count, itemIndex] of results.pending.entries()) {
		if (count % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await sleep(0);
		if (signal.aborted) break;

		const read = readers[itemIndex];
		try {
			const addressee = sends && readRecipient(sends.to, read, lists);
			if (addressee?.isLeftOut) {
				const preview = settings.isDryRun ? previewOfLeftOut(run, addressee.to, read) : {};
				results.add(itemIndex, leftOutResult(addressee.to, preview));
			} else {
				tasks.push({ itemIndex, ...readTask(run, read, addressee?.subscriber) });
			}
		} catch (error) {
			results.add(itemIndex, notSent(error));
		}
	}
	return { settings, tasks };
}

function readSettings(operation: Operation, readFirst: Read): Settings {
	const isToMany = sendsMany(operation);
	return {
		...readRequestSettings(readFirst),
		isDryRun: isToMany && readFirst(DRY_RUN) === true,
		maxMessages: isToMany ? readFirst(MAX_MESSAGES) : 0,
	};
}

/** Reads what an item asks for. @param subscriber to whom its key belongs @throws InputError */
function readTask({ context, operation }: Run, read: Read, subscriber = '') {
	const { onceKey } = operation;
	const key = onceKey && read(onceKey);
	const once = key
		? { field: onceKey.field.name, key, recorded: `${subscriber} ${key}` }
		: undefined;
	return { once, job: operation.prepare(read, context) };
}

/** Returns what a Dry Run shows of an item whose recipient gets no message. Its other fields need not be right. */
function previewOfLeftOut({ context, operation }: Run, to: string, read: Read): IDataObject {
	try {
		return previewOf(operation.prepare(read, context).message ?? { to });
	} catch {
		return previewOf({ to });
	}
}
