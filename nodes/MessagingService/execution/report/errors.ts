import { InputError } from '../../errors/inputError';
import { asShown, errorOfItems, type NodeError, nodeError, reasonOf } from '../../errors/nodeError';
import type { Secrets } from '../../errors/secrets';
import { messageOf } from '../../errors/thrown';
import { capitalized } from '../../wording';
import type { Mistake } from '../input';
import type { Failed } from '../itemResult';
import { type Account, doubtAboutOthers, fullProgress, noneDone, shortProgress } from './account';
import { itemRanges } from './words';

/** Most reasons that are explained, each with all items that it is about. */
const MAX_EXPLAINED = 10;

/** Most characters by which two reasons are compared. */
const MAX_COMPARED = 1_000;

/** Returns the error of the item that failed first, with the results of the others; undefined where none did. */
export function firstError(account: Account): NodeError | undefined {
	const first = account.results.firstFailure;
	return first && withResults(first.failure, account, first.itemIndex);
}

/**
 * Returns an error that says what became of the items.
 * @param failed index of the item that it is about; undefined where it is about all of them
 */
export function withResults(
	{ error, addition }: Pick<Failed, 'error' | 'addition'>,
	account: Account,
	failed?: number,
): NodeError {
	return nodeError(account.results, error, {
		itemIndex: failed,
		prefix: doubtAboutOthers(account, failed),
		progress: shortProgress(account, failed),
		addition: [addition, fullProgress(account, failed)].filter(Boolean).join('\n\n'),
	});
}

/** Returns the error that names all items that cannot be done. */
export function mistakesError(mistakes: Mistake[], account: Account): Error {
	const { results, words } = account;
	const { itemCount } = results;
	const [{ itemIndex, error }] = mistakes;
	if (itemCount === 1) return withResults({ error }, account, itemIndex);

	// An earlier try of Retry On Fail may have done some, and an expression returns something else in this one.
	const state = results.resultCount > 0 ? fullProgress(account) : noneDone(account);
	const end = whatElse(mistakes, account);
	const progress = shortProgress(account);
	if (mistakes.length === 1) {
		const addition = [state, end].filter(Boolean).join(' ');
		const prefix = doubtAboutOthers(account, itemIndex);
		return nodeError(results, error, { itemIndex, prefix, progress, addition });
	}

	const message = `${mistakes.length} of ${itemCount} items cannot be ${words.done}`;
	// n8n's error panel drops line breaks: there, the bullets alone keep the reasons apart, so none ends a line.
	const lines = [...explained(mistakes, state ?? '', results.secrets), end].filter(Boolean);
	const texts = { message, description: lines.join('\n•\u00a0') };
	return errorOfItems(results, texts, { prefix: doubtAboutOthers(account), progress });
}

/** Says which items cannot be done in all, and what to do for the others. */
function whatElse(mistakes: Mistake[], { results, words }: Account): string {
	const reasons = new Set(mistakes.map(({ error }) => comparable(error)));
	const all = itemRanges(mistakes.map(({ itemIndex }) => itemIndex));
	const which = reasons.size > MAX_EXPLAINED && `In all, these cannot be ${words.done}: ${all}.`;

	const withKey =
		words.keyName &&
		` With ${article(words.keyName)} '${words.keyName}', a later run skips what was ${words.done}.`;
	const others =
		mistakes.length < results.itemCount &&
		`To have the other items ${words.done}, set 'On Error' to 'Continue (using error output)' in the node's settings.${withKey ?? ''}`;
	return [which, others].filter(Boolean).join(' ');
}

/** Returns the words by which one reason differs from another. n8n's own can be of any length, for each of many items. */
const comparable = (error: unknown) => messageOf(error).slice(0, MAX_COMPARED);

/** Returns the article that stands before a name. */
const article = (name: string) => (/^[AEIOU]/.test(name) ? 'an' : 'a');

/** One reason for which items cannot be done. */
interface Reason {
	error: unknown;
	nextStep: string;
	itemIndexes: number[];
}

/** Returns the state, then the first reasons with their items. What to do next stands before them where it is the same. */
function explained(mistakes: Mistake[], state: string, secrets: Secrets): string[] {
	const reasons = chosenFrom(reasonsOf(mistakes));
	const line = (reason: Reason) => withItems(reason, secrets);
	const nextSteps = new Set(reasons.map(({ nextStep }) => nextStep));
	if (nextSteps.size === 1) {
		const [shared] = nextSteps;
		return [`${state} ${asShown(shared, secrets)}`.trim(), ...reasons.map(line)];
	}

	const groups = [...nextSteps].map((nextStep) => {
		const same = reasons.filter((reason) => reason.nextStep === nextStep);
		return [...same.map(line), asShown(nextStep, secrets)].join(' ');
	});
	return [state, ...groups];
}

/** Returns each reason once, with all its items, in the order of the items. */
function reasonsOf(mistakes: Mistake[]): Reason[] {
	const reasons = new Map<string, Reason>();
	for (const { itemIndex, error } of mistakes) {
		const nextStep = error instanceof InputError ? error.description : '';
		const id = JSON.stringify([comparable(error), nextStep]);
		const reason = reasons.get(id) ?? { error, nextStep, itemIndexes: [] };
		reason.itemIndexes.push(itemIndex);
		reasons.set(id, reason);
	}
	return [...reasons.values()];
}

/**
 * Returns the reasons that are explained, in their order. Each next step has one of them before any has two: many rows
 * without a country code do not keep the row with another mistake from being named.
 */
function chosenFrom(reasons: Reason[]): Reason[] {
	const placeOf = new Map<Reason, number>();
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		const place = counts.get(reason.nextStep) ?? 0;
		placeOf.set(reason, place);
		counts.set(reason.nextStep, place + 1);
	}

	const byPlace = [...placeOf].sort(([, a], [, b]) => a - b).map(([reason]) => reason);
	const chosen = new Set(byPlace.slice(0, MAX_EXPLAINED));
	return reasons.filter((reason) => chosen.has(reason));
}

const withItems = ({ itemIndexes, error }: Reason, secrets: Secrets) =>
	`${capitalized(itemRanges(itemIndexes))}: ${reasonOf(error, secrets)}.`;
