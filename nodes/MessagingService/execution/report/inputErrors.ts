import type { INode } from 'n8n-workflow';

import { InputError } from '../../errors/inputError';
import { nodeError } from '../../errors/nodeError';
import { messageOf } from '../../errors/quote';
import type { Outcomes } from '../itemResults';

/** Most items whose mistakes are named. */
const MAX_NAMED = 10;

/** What is wrong with the input of an item, found before any request. */
export interface Mistake {
	itemIndex: number;
	error: unknown;
	/** Whether the item is one of a Dry Run. */
	isDry: boolean;
}

/** Returns the error that names all items that cannot be done. */
export function mistakesError(node: INode, mistakes: Mistake[], outcomes: Outcomes): Error {
	const { itemCount, sends } = outcomes;
	const verb = sends ? 'sent' : 'done';
	// An earlier try of Retry On Fail may have done some, and an expression gives something else in this one.
	const progress = outcomes.progress() ?? `None of the input items was ${verb}.`;
	if (mistakes.length === 1) {
		const [{ itemIndex, error }] = mistakes;
		return nodeError(node, error, { itemIndex, addition: itemCount > 1 ? progress : undefined });
	}
	const message = `${mistakes.length} of ${itemCount} items cannot be ${verb}`;
	return nodeError(node, new InputError(message, describe(mistakes, progress)));
}

/** Says what to do next once where it is the same for all items. */
function describe(mistakes: Mistake[], progress: string): string {
	const first = mistakes.slice(0, MAX_NAMED);
	const [shared, ...others] = new Set(first.map(({ error }) => wayOutOf(error)));
	const isShared = others.length === 0;
	const entries = first.map(({ itemIndex, error }) =>
		`Item ${itemIndex}: ${messageOf(error)}. ${isShared ? '' : wayOutOf(error)}`.trimEnd(),
	);
	const more = mistakes.length - first.length;
	if (more > 0) entries.push(`And ${more} more.`);
	// n8n's error panel drops line breaks: there, the bullets alone keep the items apart, so none ends a line.
	return [`${progress} ${isShared ? shared : ''}`.trimEnd(), ...entries].join('\n•\u00a0');
}

const wayOutOf = (error: unknown) => (error instanceof InputError ? error.description : '');
