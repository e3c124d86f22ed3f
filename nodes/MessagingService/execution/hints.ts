import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { ranges } from './progress';

/** What the output panel says above the items after a run. A run that fails as a whole shows none. */
export class Hints {
	private readonly hints = new Map<string, { hint: NodeExecutionHint; itemIndexes: number[] }>();

	/**
	 * Adds a hint. What is said of several items is shown once, with the items that it is about.
	 * @param itemIndex of the item that it is about; without one, it is about the run
	 */
	add(hint: NodeExecutionHint, itemIndex?: number): void {
		const known = this.hints.get(hint.message) ?? { hint, itemIndexes: [] };
		if (itemIndex !== undefined) known.itemIndexes.push(itemIndex);
		this.hints.set(hint.message, known);
	}

	/** Hands them to n8n, where this n8n has hints. */
	show(context: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>, itemCount: number): void {
		for (const { hint, itemIndexes } of this.hints.values()) {
			const about =
				itemIndexes.length > 0 && itemCount > 1 ? ` (items: ${ranges(itemIndexes)})` : '';
			context.addExecutionHints?.({ ...hint, message: hint.message + about });
		}
	}
}
