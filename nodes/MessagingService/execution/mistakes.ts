import type { INode } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { nodeError } from '../errors/nodeError';
import { messageOf } from '../errors/quote';

/** Most items whose mistakes are named. */
const MAX_NAMED = 10;

/** What is wrong with the input of items, found before any request. */
export class Mistakes {
	private count = 0;

	private readonly first: Array<{ itemIndex: number; error: unknown }> = [];

	add(itemIndex: number, error: unknown): void {
		this.count++;
		if (this.first.length < MAX_NAMED) this.first.push({ itemIndex, error });
	}

	/**
	 * Returns the error that names all items that cannot be done; undefined where there are none.
	 * @param itemCount number of all input items
	 * @param verb what was not done with them: 'sent' or 'done'
	 */
	failure(node: INode, itemCount: number, verb: string): Error | undefined {
		const nothing = `None of the input items was ${verb}.`;
		if (this.count === 0) return undefined;
		if (this.count === 1) {
			const [{ itemIndex, error }] = this.first;
			const addition = itemCount > 1 ? nothing : undefined;
			return nodeError(node, error, { itemIndex, addition });
		}
		const message = `${this.count} of ${itemCount} items cannot be ${verb}`;
		return nodeError(node, new InputError(message, this.describe(nothing)));
	}

	/** Says what to do next once where it is the same for all items. */
	private describe(nothing: string): string {
		const [shared, ...others] = new Set(this.first.map(({ error }) => wayOutOf(error)));
		const isShared = others.length === 0;
		const entries = this.first.map(({ itemIndex, error }) =>
			`Item ${itemIndex}: ${messageOf(error)}. ${isShared ? '' : wayOutOf(error)}`.trimEnd(),
		);
		const more = this.count - this.first.length;
		if (more > 0) entries.push(`And ${more} more.`);
		// n8n's error panel drops line breaks: there, the bullets alone keep the items apart, so none ends a line.
		return [`${nothing} ${isShared ? shared : ''}`.trimEnd(), ...entries].join('\n•\u00a0');
	}
}

const wayOutOf = (error: unknown) => (error instanceof InputError ? error.description : '');
