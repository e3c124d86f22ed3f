import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { Outcomes } from './outcomes';

/** Items after which the log gets a line. */
const ITEMS_PER_LINE = 1_000;

/** What is said of items whose messages the record of keys does not tell as they are, by their number. */
const WARNINGS = {
	notMarked: (count: number) =>
		`n8n's database could not record that ${count} messages were sent: another run does not send them again, but may report them as possibly sent.`,
	notStarted: (count: number) =>
		`The Send Once Keys of ${count} items that were not sent could not be given back, since n8n's database failed: another run may skip them as possibly sent.`,
	keyless: (count: number, itemCount: number) =>
		`${count} of ${itemCount} items had no Send Once Key: another run sends them again.`,
};

/** How many items are to be warned of, and why. */
export type Warned = Record<keyof typeof WARNINGS, number>;

/** Tells users and the log what becomes of the items of an operation that sends. */
export class SendReport {
	constructor(
		private readonly context: Pick<IExecuteFunctions, 'getNode' | 'logger'>,
		private readonly outcomes: Outcomes,
	) {}

	/** Called after each item. */
	progress(): void {
		if (this.done % ITEMS_PER_LINE === 0 && this.done < this.outcomes.itemCount) this.log();
	}

	/** Logs how far it is. */
	log(): void {
		const { itemCount } = this.outcomes;
		// What runs for single items, as behind a webhook, would fill the log.
		if (itemCount <= 1) return;
		this.context.logger.info(`${this.name}: ${this.done} of ${itemCount} items${this.counted}`);
	}

	/** Logs how it ended. Returns what the output panel says. */
	end(warned: Warned): NodeExecutionHint[] {
		this.log();
		const { counts, itemCount } = this.outcomes;
		const hints: NodeExecutionHint[] = [];
		for (const [why, count] of Object.entries(warned) as Array<[keyof Warned, number]>) {
			if (count === 0) continue;
			const message = WARNINGS[why](count, itemCount);
			hints.push({ message, type: 'warning' });
			this.context.logger.warn(`${this.name}: ${message}`);
		}
		if (itemCount <= 1 && counts.sent > 0) return hints;
		const isOpen = counts.possiblySent > 0;
		const check = isOpen ? '. Check what was possibly sent before you send it again.' : '';
		const message = `${itemCount} items${this.counted}${check}`;
		return [...hints, { message, type: isOpen ? 'warning' : 'info' }];
	}

	private get name(): string {
		return `Messaging Service node "${this.context.getNode().name}"`;
	}

	private get done(): number {
		return Object.values(this.outcomes.counts).reduce((sum, count) => sum + count, 0);
	}

	/** ": 12 sent, 5 skipped, 2 failed, 1 possibly sent", without what is zero. */
	private get counted(): string {
		const { sent, skipped, failed, possiblySent } = this.outcomes.counts;
		const said = Object.entries({ sent, skipped, failed, 'possibly sent': possiblySent })
			.filter(([, count]) => count > 0)
			.map(([what, count]) => `${count} ${what}`);
		return said.length > 0 ? `: ${said.join(', ')}` : '';
	}
}
