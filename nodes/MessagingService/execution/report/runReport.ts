import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isEngine2 } from '../../executionState';
import { SEND_ONCE_KEY } from '../../parameters/sendOnceKey';
import { describeCostly } from '../../service/sms';
import type { ItemResults } from '../itemResults';
import { itemRanges } from './words';

/** Items after which the log gets a line. */
const ITEMS_PER_LINE = 1_000;

/** Tells users and the log what becomes of the items. Their number is told only of an operation that sends. */
export class RunReport {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly results: ItemResults,
	) {}

	/** Called after each item. */
	progress(): void {
		const { known, itemCount } = this.results;
		if (known % ITEMS_PER_LINE === 0 && known < itemCount) this.logCounts();
	}

	/** Logs how far it is. */
	logCounts(): void {
		const { sends, known, itemCount } = this.results;
		// What runs for single items, as behind a webhook, would fill the log.
		if (sends && itemCount > 1) this.log(`${known} of ${itemCount} items${this.counts}`);
	}

	/**
	 * Logs how it ended. Returns what the output panel says.
	 * @param notMarked messages that were sent, which the record of keys does not say
	 * @param notStarted items that were not sent, whose keys could not be given back
	 */
	end(notMarked: number, notStarted: number): NodeExecutionHint[] {
		const { sends, counts, itemCount } = this.results;
		if (!sends) return [];
		this.logCounts();
		const options = (this.context.getNode().parameters.options ?? {}) as IDataObject;
		const usesKeys = Boolean(options[SEND_ONCE_KEY.field.name]);
		const keyless = this.results.where((result) => usesKeys && result?.isKeyless).length;
		const warnings = [
			notMarked > 0 &&
				`${messages(notMarked)} sent, but n8n's database failed to record that. Another run does not send ${them(notMarked)} again, but may report ${them(notMarked)} as possibly sent.`,
			notStarted > 0 &&
				`${messages(notStarted)} not sent, but n8n's database failed to give back the Send Once Key. Another run may skip ${them(notStarted)} as possibly sent.`,
			keyless > 0 &&
				`${itemCount === 1 ? 'The item' : `${keyless} of ${itemCount} items`} ${keyless === 1 ? 'has' : 'have'} no Send Once Key. Another run sends ${them(keyless)} again.`,
		].filter((warning) => typeof warning === 'string');
		for (const warning of warnings) this.log(warning, 'warning');
		// In Engine 2.0 hints stand in the log, as these do already.
		const shown = isEngine2(this.context) ? [] : warnings;
		const hints = shown.map((message): NodeExecutionHint => ({ message, type: 'warning' }));
		const hasPossiblySent = counts.possiblySent > 0;
		const check = hasPossiblySent ? '. Check what was possibly sent before you send it again.' : '';
		const message = itemCount > 1 ? `${itemCount} items${this.counts}${check}` : this.ofSingleItem;
		return message ? [...hints, { message, type: hasPossiblySent ? 'warning' : 'info' }] : hints;
	}

	/**
	 * Says above the items what is to be known of a run, or in the log where n8n's Engine 2.0 shows no hints. A run that
	 * fails as a whole says nothing here.
	 */
	show(hintsOfRun: NodeExecutionHint[]): void {
		for (const hint of [...ofItems(this.results), ...hintsOfRun, ...ofLongTexts(this.results)]) {
			if (isEngine2(this.context)) this.log(hint.message, hint.type);
			// Older versions of n8n lack it.
			else this.context.addExecutionHints?.(hint);
		}
	}

	private log(message: string, type: NodeExecutionHint['type'] = 'info'): void {
		const { context } = this;
		const level = type === 'info' ? 'info' : 'warn';
		context.logger[level](`Messaging Service node "${context.getNode().name}": ${message}`);
	}

	private get ofSingleItem(): string | undefined {
		const { skipped, notSent, possiblySent } = this.results.counts;
		if (possiblySent > 0)
			return 'This message may have been sent. Check with your provider or the recipient.';
		const isLeftOut = this.results.done.some(([, { items }]) => items[0]?.doNotSendTo);
		if (isLeftOut) return "Skipped: the recipient is in 'Do Not Send To'.";
		if (skipped > 0) return 'Skipped: a message with this Send Once Key was sent before.';
		return notSent > 0 ? 'Not sent. The output says why.' : undefined;
	}

	/** ": 12 sent, 5 skipped, 2 failed, 1 possibly sent", without what is zero. */
	private get counts(): string {
		const { sent, skipped, notSent: failed, possiblySent } = this.results.counts;
		const said = Object.entries({ sent, skipped, failed, 'possibly sent': possiblySent })
			.filter(([, count]) => count > 0)
			.map(([what, count]) => `${count} ${what}`);
		return said.length > 0 ? `: ${said.join(', ')}` : '';
	}
}

const messages = (count: number) => (count === 1 ? 'A message was' : `${count} messages were`);

const them = (count: number) => (count === 1 ? 'it' : 'them');

/** Returns the hints of items. One that several items share is shown once, with their numbers. */
function ofItems(results: ItemResults): NodeExecutionHint[] {
	const hints = new Map<string, { hint: NodeExecutionHint; itemIndexes: number[] }>();
	for (const [itemIndex, { hint }] of results.done) {
		if (!hint) continue;
		const known = hints.get(hint.message) ?? { hint, itemIndexes: [] };
		known.itemIndexes.push(itemIndex);
		hints.set(hint.message, known);
	}
	return [...hints.values()].map(({ hint, itemIndexes }) => {
		const about = results.itemCount > 1 ? ` (${itemRanges(itemIndexes)})` : '';
		return { ...hint, message: hint.message + about };
	});
}

/** Tells of texts that were sent as more than one SMS. */
function ofLongTexts(results: ItemResults): NodeExecutionHint[] {
	const texts = results.done.flatMap(([itemIndex, { status, sms }]) =>
		sms && sms.count > 1 && status === 'sent' ? { itemIndex, ...sms } : [],
	);
	if (texts.length === 0) return [];
	const parts = texts.reduce((sum, { count }) => sum + count, 0);
	const what = texts.length === 1 ? 'A text was' : `${texts.length} texts were`;
	const which = ` (${itemRanges(texts.map(({ itemIndex }) => itemIndex))})`;
	const where = results.itemCount > 1 ? which : '';
	const outsideGsm = new Set(
		texts.flatMap(({ encoding, costly }) => (encoding === 'GSM-7' ? [] : costly)),
	);
	const why = outsideGsm.size > 0 ? ` ${describeCostly('UCS-2', [...outsideGsm])}` : '';
	const message = `${what} sent as ${parts} SMS parts${where}: most carriers charge for each part.${why}`;
	return [{ message, type: 'info', location: 'outputPane' }];
}
