import { InputError } from '../../errors/inputError';
import { type NodeError, nodeError, reasonOf } from '../../errors/nodeError';
import type { Secrets } from '../../errors/secrets';
import type { Mistake } from '../input';
import type { Failed, ItemStatus } from '../itemResult';
import type { ItemResults } from '../itemResults';
import { itemRanges } from './words';

/** Most items whose mistakes are explained. */
const MAX_EXPLAINED = 10;

const COUNTED = 'Items are counted from 0.';

const KEY_TIP =
	"Set 'Send Once Key' in the options for the next time: later runs then skip what was sent with a key.";

/** Returns the verb for what was done with the items. */
const verbOf = ({ sends }: ItemResults) => (sends ? 'sent' : 'done');

/** Returns the error of the item that failed first, with the results of the others; undefined where none did. */
export function firstError(results: ItemResults): NodeError | undefined {
	const { firstFailure } = results;
	const failed = results.get(firstFailure);
	return failed && 'error' in failed ? withResults(failed, results, firstFailure) : undefined;
}

/**
 * Returns an error that says how the items ended.
 * @param failed index of the item that it is about, here as below; undefined where it is about all of them
 */
export function withResults(
	{ error, note }: Pick<Failed, 'error' | 'note'>,
	results: ItemResults,
	failed?: number,
): NodeError {
	const addition = [note, describeProgress(results, failed)].filter(Boolean).join('\n\n');
	const summary = summarize(results, failed);
	return nodeError(results, error, { itemIndex: failed, ...summary, addition });
}

/**
 * Lists the items by their status before the execution stopped, so that a user who runs it again knows who already has
 * the message. Items are counted from 0, as n8n does.
 */
export function describeProgress(results: ItemResults, failed?: number): string | undefined {
	const { itemCount, sends, known } = results;
	if (itemCount <= 1 || known === 0) return undefined;
	const verb = verbOf(results);
	const withStatus = (status?: ItemStatus) => results.where((result) => result?.status === status);
	const sent = withStatus('sent');
	const possibly = withStatus('possiblySent');
	const others = withStatus('notSent').filter((index) => index !== failed);
	const isKeyless = (index: number) => results.get(index)?.isKeyless;
	const repeatable = sent.filter(isKeyless);
	const doubtful = possibly.filter(isKeyless);
	const [are, them] = repeatable.length === 1 ? ['is', 'it'] : ['are', 'them'];
	return [
		sent.length + possibly.length === 0 && `None of the input items was ${verb}.`,
		line(sends ? 'Sent' : 'Done', sent, ` (${sent.length} of ${itemCount})`),
		line(`Possibly ${verb}`, possibly),
		line('Skipped', withStatus('skipped')),
		line(failed === undefined ? 'Failed' : 'Also failed', others),
		line('Not tried', withStatus()),
		repeatable.length > 0 &&
			`If you run again, ${itemRanges(repeatable)} ${are} ${verb} again. Remove ${them} first.`,
		doubtful.length > 0 &&
			`Before you run again, check ${itemRanges(doubtful)}: remove what was ${verb}, keep the rest.`,
		sends && repeatable.length + doubtful.length > 0 && KEY_TIP,
		COUNTED,
	]
		.filter(Boolean)
		.join(' ');
}

const line = (title: string, indexes: number[], more = '') =>
	indexes.length > 0 && `${title}: ${itemRanges(indexes)}${more}.`;

/**
 * Returns the parts of a message about several items: first how many may have been done, where the error is
 * about another one, and last how many were: "2 of 5 items were sent".
 */
function summarize(results: ItemResults, failed?: number) {
	const { itemCount, known } = results;
	const { sent, possiblySent } = results.counts;
	if (itemCount <= 1 || known === 0) return {};
	const verb = verbOf(results);
	const progress = `${sent} of ${itemCount} items ${sent === 1 ? 'was' : 'were'} ${verb}`;
	if (possiblySent === 0) return { progress };
	if (results.get(failed)?.status !== 'possiblySent') {
		return { prefix: `${possiblySent} of ${itemCount} items may have been ${verb}`, progress };
	}
	// The error of a doubtful item begins with its own doubt.
	return { progress: possiblySent > 1 ? `${progress}, ${possiblySent} may have been` : progress };
}

/** Returns the error that names all items that cannot be done. */
export function mistakesError(mistakes: Mistake[], results: ItemResults): Error {
	const { itemCount } = results;
	const verb = verbOf(results);
	const summary = summarize(results);
	const [{ itemIndex, error }] = mistakes;
	if (itemCount === 1) return nodeError(results, error, { itemIndex });
	// An earlier try of Retry On Fail may have done some, and an expression gives something else in this one.
	const state = describeProgress(results) ?? `None of the input items was ${verb}. ${COUNTED}`;
	const others =
		mistakes.length < itemCount &&
		`To have the other items ${verb}, set 'On Error' to 'Continue (using error output)' in the node's settings.${results.sends ? " With a 'Send Once Key', a later run skips what was sent." : ''}`;
	const all = itemRanges(mistakes.map((mistake) => mistake.itemIndex));
	const which = mistakes.length > MAX_EXPLAINED && `In all, these cannot be ${verb}: ${all}.`;
	const end = [which, others].filter(Boolean).join(' ');
	if (mistakes.length === 1) {
		return nodeError(results, error, {
			itemIndex,
			...summary,
			addition: `${state} ${end}`.trimEnd(),
		});
	}
	const message = `${mistakes.length} of ${itemCount} items cannot be ${verb}`;
	// n8n's error panel drops line breaks: there, the bullets alone keep the reasons apart, so none ends a line.
	const description = [...explained(mistakes, state, results.secrets), end]
		.filter(Boolean)
		.join('\n•\u00a0');
	return nodeError(results, new InputError(message, description), summary);
}

/** Returns the state and the reasons of the first items. What to do next is said once where it is the same. */
function explained(mistakes: Mistake[], state: string, secrets: Secrets): string[] {
	const byNextStep = new Map<string, string[]>();
	for (const { itemIndex, error } of mistakes.slice(0, MAX_EXPLAINED)) {
		const nextStep = error instanceof InputError ? error.description : '';
		const reasons = byNextStep.get(nextStep) ?? [];
		byNextStep.set(nextStep, [...reasons, `Item ${itemIndex}: ${reasonOf(error, secrets)}.`]);
	}
	const [[shared, reasons], ...others] = byNextStep;
	if (others.length === 0) return [`${state} ${shared}`.trimEnd(), ...reasons];
	return [state, ...[...byNextStep].map(([nextStep, same]) => [...same, nextStep].join(' '))];
}
