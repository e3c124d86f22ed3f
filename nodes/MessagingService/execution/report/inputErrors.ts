import { InputError } from '../../errors/inputError';
import { nodeError } from '../../errors/nodeError';
import { messageOf } from '../../errors/quote';
import type { ItemResults } from '../itemResults';
import { describeProgress, summarize, verbOf } from './progress';
import { itemRanges } from './words';

/** Most items whose mistakes are explained. */
const MAX_EXPLAINED = 10;

const COUNTED = 'Items are counted from 0.';

/** An error in the input of an item, found before any request. */
export interface Mistake {
	itemIndex: number;
	error: unknown;
	/** Whether the item is one of a Dry Run. */
	isDry: boolean;
}

/** Returns the error that names all items that cannot be done. */
export function mistakesError(mistakes: Mistake[], results: ItemResults): Error {
	const { node, itemCount } = results;
	const verb = verbOf(results);
	const summary = summarize(results);
	const [{ itemIndex, error }] = mistakes;
	if (itemCount === 1) return nodeError(node, error, { itemIndex });
	// An earlier try of Retry On Fail may have done some, and an expression gives something else in this one.
	const state = describeProgress(results) ?? `None of the input items was ${verb}.`;
	const others =
		mistakes.length < itemCount &&
		`To have the other items ${verb}, set 'On Error' to 'Continue (using error output)' in the node's settings.`;
	if (mistakes.length === 1) {
		const addition = [state, COUNTED, others].filter(Boolean).join(' ');
		return nodeError(node, error, { itemIndex, ...summary, addition });
	}
	const message = `${mistakes.length} of ${itemCount} items cannot be ${verb}`;
	const all = itemRanges(mistakes.map((mistake) => mistake.itemIndex));
	const which = mistakes.length > MAX_EXPLAINED && `In all, these cannot be ${verb}: ${all}.`;
	const end = [which, COUNTED, others].filter(Boolean).join(' ');
	// n8n's error panel drops line breaks: there, the bullets alone keep the reasons apart, so none ends a line.
	const description = [...explained(mistakes, state), end].join('\n•\u00a0');
	return nodeError(node, new InputError(message, description), summary);
}

/** Returns the state and the reasons of the first items. What to do next is said once where it is the same. */
function explained(mistakes: Mistake[], state: string): string[] {
	const byNextStep = new Map<string, string[]>();
	for (const { itemIndex, error } of mistakes.slice(0, MAX_EXPLAINED)) {
		const nextStep = error instanceof InputError ? error.description : '';
		const reasons = byNextStep.get(nextStep) ?? [];
		byNextStep.set(nextStep, [...reasons, `Item ${itemIndex}: ${messageOf(error)}.`]);
	}
	const [[shared, reasons], ...others] = byNextStep;
	if (others.length === 0) return [`${state} ${shared}`.trimEnd(), ...reasons];
	return [state, ...[...byNextStep].map(([nextStep, same]) => [...same, nextStep].join(' '))];
}
