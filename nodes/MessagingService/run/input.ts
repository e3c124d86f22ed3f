import type { IDataObject } from 'n8n-workflow';

import { DRY_RUN, readRequestSettings } from '../fields/options';
import type { Read } from '../fields/parameter';
import { itemReader } from '../fields/reader';
import { isAgentTool } from '../n8n/undocumented';
import { MAX_MESSAGES, readRecipient } from '../recipients/recipient';
import { readRecipientLists } from '../recipients/recipientLists';
import { type Operation, sendsMany } from '../actions/operation';
import { previewOf } from './dryRun';
import { type ItemJob, notSent, type Run, type Settings } from './run';

/**
 * Reads and checks the items without a result, before any request. Returns the jobs of those that can be done; the others
 * get their result here.
 * @throws InputError where what holds for all of them cannot be read
 */
export async function readInput(run: Run) {
	const { context, operation, results, signal, pause } = run;
	const readItem = itemReader(context);
	const readers = Array.from({ length: results.itemCount }, (_, index) => readItem(index));
	const settings = readSettings(operation, readers[0]);
	const isSecret = isAgentTool(context.getNode());
	const lists = await readRecipientLists(operation.rules ?? [], readers, isSecret, pause);

	const jobs: ItemJob[] = [];
	for (const itemIndex of results.open) {
		await pause();
		if (signal.aborted) break;

		const read = readers[itemIndex];
		try {
			const recipient = operation.recipient && readRecipient(operation.recipient, read, lists);
			if (recipient?.isSkipped) {
				const preview = settings.isDryRun ? previewOfSkipped(run, recipient.to, read) : {};
				const json = { ...preview, skipped: true, doNotSendTo: recipient.to };
				results.add({ itemIndex, status: 'skipped', items: [json] });
			} else {
				jobs.push(readJob(run, itemIndex, read, recipient?.recipientId));
			}
		} catch (error) {
			results.add(notSent(itemIndex, error));
		}
	}

	if (jobs.some(({ once }) => once)) run.keyLabel = operation.onceKey?.field.displayName;
	return { settings, jobs };
}

function readSettings(operation: Operation, readFirst: Read): Settings {
	const isToMany = sendsMany(operation);
	return {
		...readRequestSettings(readFirst),
		isDryRun: isToMany && readFirst(DRY_RUN) === true,
		maxMessages: isToMany ? readFirst(MAX_MESSAGES) : 0,
	};
}

/** Reads what an item asks for. @param recipientId of its message, to whom its key belongs @throws InputError */
function readJob(
	{ context, operation }: Run,
	itemIndex: number,
	read: Read,
	recipientId?: string,
): ItemJob {
	const { onceKey } = operation;
	const key = onceKey && read(onceKey);
	const recorded = `${recipientId ?? ''} ${key}`;
	const once = key ? { field: onceKey.field.name, key, recorded } : undefined;
	return { lane: recipientId, ...operation.prepare(read, context), itemIndex, once };
}

/** Returns what a Dry Run shows of an item whose recipient gets no message. Its other fields need not be right. */
function previewOfSkipped({ context, operation }: Run, to: string, read: Read): IDataObject {
	try {
		return previewOf(operation.prepare(read, context).message ?? { to });
	} catch {
		return previewOf({ to });
	}
}
