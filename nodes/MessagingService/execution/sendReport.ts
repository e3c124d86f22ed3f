import type { IExecuteFunctions } from 'n8n-workflow';

import type { Unwritten } from '../sendOnce/ledger';
import type { Hints } from './hints';
import type { Counts } from './outcomes';

/** Items after which the log gets a line. */
const ITEMS_PER_LINE = 1_000;

/** Tells users and the log what becomes of the items of an operation that sends. */
export class SendReport {
	constructor(
		private readonly context: Pick<IExecuteFunctions, 'getNode' | 'logger'>,
		private readonly hints: Hints,
		private readonly counts: Counts,
		private readonly itemCount: number,
	) {}

	/** Called before the first item. */
	start(): void {
		this.log();
	}

	/** Called after each item. */
	progress(): void {
		if (this.done % ITEMS_PER_LINE === 0 && this.done < this.itemCount) this.log();
	}

	/**
	 * @param keyless items whose Send Once Key was empty, where the option is set
	 * @param unwritten what n8n's database could not take
	 */
	end(keyless: number, unwritten?: Unwritten): void {
		this.log();
		const { sent, possiblySent } = this.counts;
		const warnings = unwritten ? describeUnwritten(unwritten) : [];
		if (keyless > 0) {
			warnings.push(
				`Items without a Send Once Key: ${keyless} of ${this.itemCount}. Another run sends them again.`,
			);
		}
		for (const message of warnings) {
			this.hints.add({ message, type: 'warning' });
			this.context.logger.warn(`${this.name}: ${message}`);
		}
		if (this.itemCount <= 1 && sent > 0) return;
		const check =
			possiblySent > 0 ? '. Check what was possibly sent before you send it again.' : '';
		this.hints.add({
			message: `${this.itemCount} item${this.itemCount === 1 ? '' : 's'}${describeCounts(this.counts)}${check}`,
			type: possiblySent > 0 ? 'warning' : 'info',
		});
	}

	private get name(): string {
		return `Messaging Service node "${this.context.getNode().name}"`;
	}

	private get done(): number {
		return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
	}

	private log(): void {
		// What runs for single items, as behind a webhook, would fill the log.
		if (this.itemCount <= 1) return;
		this.context.logger.info(
			`${this.name}: ${this.done} of ${this.itemCount} items${describeCounts(this.counts)}`,
		);
	}
}

/** Returns ": 12 sent, 5 skipped, 2 failed, 1 possibly sent", without what is zero. */
function describeCounts({ sent, skipped, failed, possiblySent }: Counts): string {
	const counts: Array<[number, string]> = [
		[sent, 'sent'],
		[skipped, 'skipped'],
		[failed, 'failed'],
		[possiblySent, 'possibly sent'],
	];
	const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
	return said.length > 0 ? `: ${said.join(', ')}` : '';
}

function describeUnwritten({ notMarked, notStarted }: Unwritten): string[] {
	const messages: string[] = [];
	if (notMarked > 0) {
		messages.push(
			`Sent, but not recorded, since n8n's database failed: ${notMarked}. Another run does not send these again, but may report them as possibly sent.`,
		);
	}
	if (notStarted > 0) {
		messages.push(
			`Not sent, but their Send Once Keys could not be given back, since n8n's database failed: ${notStarted}. Another run may skip these as possibly sent.`,
		);
	}
	return messages;
}
