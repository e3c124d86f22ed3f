import type { IDataObject, IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isEngine2 } from '../../executionState';
import { SEND_ONCE_KEY } from '../../parameters/sendOnceKey';
import type { ItemResults } from '../itemResults';
import { log } from './hints';

/** Items after which the log gets a line. */
const ITEMS_PER_LINE = 1_000;

/** Tells users and the log what becomes of the items of an operation that sends. */
export class SendReport {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly results: ItemResults,
	) {}

	/** Called after each item. */
	progress(): void {
		const { known, itemCount } = this.results;
		if (known % ITEMS_PER_LINE === 0 && known < itemCount) this.log();
	}

	/** Logs how far it is. */
	log(): void {
		const { known, itemCount } = this.results;
		// What runs for single items, as behind a webhook, would fill the log.
		if (itemCount > 1) log(this.context, `${known} of ${itemCount} items${this.counted}`);
	}

	/**
	 * Logs how it ended. Returns what the output panel says.
	 * @param notMarked messages that were sent, which the record of keys does not say
	 * @param notStarted items that were not sent, whose keys could not be given back
	 */
	end(notMarked: number, notStarted: number): NodeExecutionHint[] {
		this.log();
		const { counts, itemCount } = this.results;
		const options = (this.context.getNode().parameters.options ?? {}) as IDataObject;
		const keyless = options[SEND_ONCE_KEY.field.name]
			? this.results.where((result) => result?.isKeyless).length
			: 0;
		const warnings = [
			notMarked > 0 &&
				`${messages(notMarked)} sent, but n8n's database failed to record that. Another run does not send ${them(notMarked)} again, but may report ${them(notMarked)} as possibly sent.`,
			notStarted > 0 &&
				`${messages(notStarted)} not sent, but n8n's database failed to give back the Send Once Key. Another run may skip ${them(notStarted)} as possibly sent.`,
			keyless > 0 &&
				`${itemCount === 1 ? 'The item' : `${keyless} of ${itemCount} items`} ${keyless === 1 ? 'has' : 'have'} no Send Once Key. Another run sends ${them(keyless)} again.`,
		].filter((warning) => typeof warning === 'string');
		for (const warning of warnings) log(this.context, warning, 'warning');
		// In Engine 2.0 hints stand in the log, as these do already.
		const shown = isEngine2(this.context) ? [] : warnings;
		const hints = shown.map((message): NodeExecutionHint => ({ message, type: 'warning' }));
		const hasPossiblySent = counts.possiblySent > 0;
		const check = hasPossiblySent ? '. Check what was possibly sent before you send it again.' : '';
		const message = itemCount > 1 ? `${itemCount} items${this.counted}${check}` : this.ofSingleItem;
		return message ? [...hints, { message, type: hasPossiblySent ? 'warning' : 'info' }] : hints;
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
	private get counted(): string {
		const { sent, skipped, notSent: failed, possiblySent } = this.results.counts;
		const said = Object.entries({ sent, skipped, failed, 'possibly sent': possiblySent })
			.filter(([, count]) => count > 0)
			.map(([what, count]) => `${count} ${what}`);
		return said.length > 0 ? `: ${said.join(', ')}` : '';
	}
}

const messages = (count: number) => (count === 1 ? 'A message was' : `${count} messages were`);

const them = (count: number) => (count === 1 ? 'it' : 'them');
