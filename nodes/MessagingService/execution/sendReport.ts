import type { IExecuteFunctions } from 'n8n-workflow';

import type { Hints } from './hints';
import type { Counts } from './outcomes';
import type { Unwritten } from './sendOnceLedger';

/** Items after which the log gets a line. */
const ITEMS_PER_LINE = 1_000;

const RETRY_ON_FAIL =
	'"Retry On Fail" is on: where one item fails, n8n runs this node again with all its items, and whoever already got a message gets it again. Turn it off and raise Max Retries in the options instead, or set Send Once Key.';

/** Tells users and the log what becomes of the items of an operation that sends. */
export class SendReport {
	constructor(
		private readonly context: Pick<IExecuteFunctions, 'getNode' | 'logger'>,
		private readonly hints: Hints,
		private readonly counts: Counts,
		private readonly itemCount: number,
	) {}

	/** @param hasKeys whether every item has a Send Once Key */
	start(hasKeys: boolean): void {
		this.log();
		if (!this.context.getNode().retryOnFail || hasKeys) return;
		this.hints.add({ message: RETRY_ON_FAIL, type: 'warning' });
		this.context.logger.warn(`${this.name}: ${RETRY_ON_FAIL}`);
	}

	/** Called after each item. */
	progress(): void {
		if (this.done % ITEMS_PER_LINE === 0 && this.done < this.itemCount) this.log();
	}

	/** @param unwritten what n8n's database could not take */
	end(unwritten?: Unwritten): void {
		this.log();
		for (const message of unwritten ? describeUnwritten(unwritten) : []) {
			this.hints.add({ message, type: 'warning' });
			this.context.logger.warn(`${this.name}: ${message}`);
		}
		const { sent, open } = this.counts;
		if (this.itemCount <= 1 && sent > 0) return;
		const look = open > 0 ? '. Open: it may have been sent; look before you send it again.' : '';
		this.hints.add({
			message: `${this.itemCount} items: ${describeCounts(this.counts)}${look}`,
			type: open > 0 ? 'warning' : 'info',
		});
	}

	private get name(): string {
		return `Messaging Service node "${this.context.getNode().name}"`;
	}

	private get done(): number {
		const { sent, skipped, refused, open } = this.counts;
		return sent + skipped + refused + open;
	}

	private log(): void {
		// What runs for single items, as behind a webhook, would fill the log.
		if (this.itemCount <= 1) return;
		this.context.logger.info(
			`${this.name}: ${this.done} of ${this.itemCount} items: ${describeCounts(this.counts)}`,
		);
	}
}

/** Gives "12 sent, 5 skipped, 2 refused, 1 open". */
export function describeCounts({ sent, skipped, refused, open }: Counts): string {
	return `${sent} sent, ${skipped} skipped, ${refused} refused, ${open} open`;
}

function describeUnwritten({ notMarked, notStarted }: Unwritten): string[] {
	const messages: string[] = [];
	if (notMarked > 0) {
		messages.push(
			`n8n's database could not record that ${notMarked} messages were sent: another run does not send them again, but may say of them that they may have been sent.`,
		);
	}
	if (notStarted > 0) {
		messages.push(
			`The Send Once Keys of ${notStarted} items that were not started could not be given back, since n8n's database failed: another run may skip them and say that they may have been sent, which they were not.`,
		);
	}
	return messages;
}
