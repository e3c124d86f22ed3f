import { readAll } from '../fields/groups';
import { DRY_RUN, SETTINGS } from '../fields/options';
import type { Read } from '../fields/parameter';
import { itemReaders } from '../fields/reader';
import { inTurns } from '../n8n/execution';
import { lineOf } from '../phone';
import { MAX_MESSAGES, readRecipient, RECIPIENT_RULES } from '../recipients/recipient';
import { readRecipientLists } from '../recipients/recipientLists';
import { ifPossible } from '../util/ifPossible';
import { failedResult, isNotBegun, type Run, setResult } from './run';

/**
 * Reads and checks the items without a result, before any request. Returns the jobs of those that can be done; the others
 * get their result here.
 * @throws InputError where what holds for all of them cannot be read
 */
export async function readInput(run: Run) {
	const { context, operation, results } = run;
	const readers = itemReaders(context);
	const [ofFirstItem] = readers;
	const { recipients } = operation;
	const settings = {
		...readAll(ofFirstItem, SETTINGS),
		isDryRun: recipients === 'many' && ofFirstItem(DRY_RUN),
		maxMessages: recipients === 'many' && ofFirstItem(MAX_MESSAGES),
	};
	const lists =
		recipients &&
		(await readRecipientLists(RECIPIENT_RULES[recipients], readers, context.getNode()));

	const jobs = [];
	for await (const { itemIndex } of inTurns(results.filter(isNotBegun))) {
		const read = readers[itemIndex];
		try {
			const recipient = lists && readRecipient(read, lists);
			if (recipient?.isSkipped) {
				// Its other fields need not be right.
				const messageIn = () => operation.prepare(read, context).message;
				const preview =
					settings.isDryRun && previewOf({ to: recipient.to, ...ifPossible(messageIn) });
				const json = { ...preview, skipped: true, doNotSendTo: recipient.to };
				setResult(run, { itemIndex, status: 'skipped', items: [json] });
			} else {
				jobs.push(readJob(run, itemIndex, read, recipient?.recipientId));
			}
		} catch (error) {
			setResult(run, failedResult(itemIndex, error));
		}
	}

	return { settings, jobs };
}

/** What a run has to do, and the settings that hold for all of its items. */
export type Input = Awaited<ReturnType<typeof readInput>>;

/** Reads what an item asks for. @param recipientId of its message, to whom its key belongs @throws InputError */
function readJob(run: Run, itemIndex: number, read: Read, recipientId?: string) {
	const { context, operation } = run;
	const { onceKey, inOneLane } = operation;
	const value = onceKey && read(onceKey);
	// As it is recorded, and as the output shows it. The word before it keeps it apart from marks.
	const key = value
		? { recorded: `${recipientId ?? 'item'} ${value}`, shown: { [onceKey.field.name]: value } }
		: undefined;
	const job = operation.prepare(read, context);
	const lane = recipientId ?? key?.recorded ?? job.lane;
	return { ...job, lane: inOneLane ? 'all' : lane, itemIndex, key };
}

/** What one item asks for, read and checked, and the key that keeps it from being done twice. */
export type ItemJob = ReturnType<typeof readJob>;

/** Returns what a Dry Run shows of a message. */
export const previewOf = (message: { to: string }) => ({
	...message,
	dryRun: true,
	...lineOf(message.to),
});
