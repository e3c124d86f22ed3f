import { capitalized, has, is, plural, them, they, was } from '../../wording';
import type { ExecutionTally } from '../executionTally';
import type { ItemResults } from '../itemResults';
import { itemRanges, type Vocabulary } from './words';

/** All that the texts about a run tell of. */
export interface Account {
	results: ItemResults;
	/** The messages of the node in the whole execution. */
	tally: ExecutionTally;
	words: Vocabulary;
}

/**
 * Says how many items were done, for the end of a message: "2 of 5 items were sent", "3 messages were sent earlier in
 * this execution". Returns undefined where there is nothing to say.
 * @param failed index of the item that the message is about; undefined where it is about all of them
 */
export function shortProgress(account: Account, failed?: number): string | undefined {
	const parts = [
		ofThisRound(account),
		otherDoubts(account, failed),
		account.tally.hasDoneEarlier && `${earlierMessages(account)} earlier in this execution`,
	];
	return parts.filter(Boolean).join(', ') || undefined;
}

function ofThisRound({ results, tally, words }: Account): string | undefined {
	const { itemCount, resultCount, counts } = results;
	if (itemCount <= 1 || resultCount === 0) return undefined;

	const items = tally.isLaterRound ? 'items of this round' : 'items';
	return `${counts.sent} of ${itemCount} ${items} ${was(counts.sent)} ${words.done}`;
}

/** The message of a doubtful item begins with its own doubt, so that of the others stands at its end. */
function otherDoubts({ results }: Account, failed?: number): string | undefined {
	const { possiblySent } = results.counts;
	return isDoubtful(results, failed) && possiblySent > 1
		? `${possiblySent} may have been`
		: undefined;
}

function isDoubtful(results: ItemResults, itemIndex?: number): boolean {
	return itemIndex !== undefined && results.get(itemIndex)?.status === 'possiblySent';
}

/** Says what became of earlier messages: "3 messages were sent", "1 message was sent and 2 may have been". */
function earlierMessages({ tally, words }: Account): string {
	const { sent, possiblySent } = tally.earlier;
	if (sent === 0) return `${plural(possiblySent, words.thing)} may have been ${words.done}`;

	const certain = `${plural(sent, words.thing)} ${was(sent)} ${words.done}`;
	return possiblySent > 0 ? `${certain} and ${possiblySent} may have been` : certain;
}

/**
 * Says what became of the items before the execution stopped, so that a user who runs it again knows who already has
 * the message. Returns undefined where nothing was done.
 * @param failed index of the item that the error is about; undefined where it is about all of them
 */
export function fullProgress(account: Account, failed?: number): string | undefined {
	const { itemCount, resultCount } = account.results;
	const hasList = itemCount > 1 && resultCount > 0;

	if (!account.tally.isLaterRound) return hasList ? firstRound(account, failed) : undefined;
	return hasList ? laterRound(account, failed) : earlierRounds(account);
}

/** Says that none of the items was done, where the results say nothing else. */
export function noneDone(account: Account): string {
	if (account.tally.isLaterRound) {
		const none = `None of the input items of this round was ${account.words.done}.`;
		return sentences([earlierRounds(account), none, COUNTED_IN_ROUND]);
	}
	return `None of the input items was ${account.words.done}. ${COUNTED}`;
}

/** Says how the numbers of items count, as n8n counts them, too. */
const COUNTED = 'Items are counted from 0.';

const COUNTED_IN_ROUND = 'Items are counted from 0 within this round.';

function firstRound(account: Account, failed?: number): string {
	const { results, words } = account;
	const { repeatable, doubtful } = withoutKey(results);

	return sentences([
		...listOutcomes(account, { failed, ofRound: '' }),
		repeatable.length > 0 &&
			`If you run again, ${itemRanges(repeatable)} ${is(repeatable.length)} ${words.done} again. Remove ${them(repeatable.length)} first.`,
		doubtful.length > 0 &&
			`Before you run again, check ${itemRanges(doubtful)}: remove what was ${words.done}, keep the rest.`,
		repeatable.length + doubtful.length > 0 && keyTip(words),
		COUNTED,
	]);
}

/** In a later round, the numbers of the items are not those of the user's rows: nothing is to be removed by them. */
function laterRound(account: Account, failed?: number): string {
	const { results, words } = account;
	const { repeatable, doubtful } = withoutKey(results);
	const keyless = repeatable.length + doubtful.length;

	return sentences([
		earlierRounds(account),
		...listOutcomes(account, { failed, ofRound: ' in this round' }),
		COUNTED_IN_ROUND,
		keyless > 0 && `Another run also ${words.does} ${keyless} of this round again.`,
		keyless > 0 && keyTip(words),
	]);
}

/** Says what earlier rounds did, and what of it another run does again; undefined where they did nothing. */
function earlierRounds(account: Account): string | undefined {
	if (!account.tally.hasDoneEarlier) return undefined;

	const done = `Earlier in this execution, ${earlierMessages(account)}.`;
	return sentences([done, doneAgain(account)]);
}

/** Says what of earlier rounds another run does again; undefined where it does nothing again. */
function doneAgain({ tally, words }: Account): string | undefined {
	const { keyName, does } = words;
	const { sent, possiblySent, keyless } = tally.earlier;
	const all = sent + possiblySent;
	if (keyless === 0) return undefined;

	if (!keyName) return `Another run ${does} ${them(keyless ?? all)} again.`;
	if (keyless === undefined) return `Another run ${does} again what has no ${keyName}.`;

	const who = keyless === all ? capitalized(they(all)) : `${keyless} of these ${all}`;
	return `${who} ${has(keyless)} no ${keyName}: another run ${does} ${them(keyless)} again.`;
}

/** Returns the items of a round by what became of them. */
function listOutcomes({ results, words }: Account, { failed, ofRound }: ListOptions) {
	const sent = results.withStatus('sent');
	const possibly = results.withStatus('possiblySent');
	const otherFailures = results.withStatus('notSent').filter((index) => index !== failed);
	const isNothingDone = sent.length + possibly.length === 0;

	const round = ofRound ? ' of this round' : '';
	return [
		isNothingDone && `None of the input items${round} was ${words.done}.`,
		line(`${capitalized(words.done)}${ofRound}`, sent, ` (${sent.length} of ${results.itemCount})`),
		line(`Possibly ${words.done}`, possibly),
		line('Skipped', results.withStatus('skipped')),
		line(failed === undefined ? 'Failed' : 'Also failed', otherFailures),
		line('Begun, but not finished', results.interrupted),
		line('Not tried', results.notTried),
	];
}

interface ListOptions {
	/** Index of the item that the error is about. */
	failed?: number;
	/** Follows what was done: " in this round". */
	ofRound: string;
}

const line = (title: string, indexes: number[], more = '') =>
	indexes.length > 0 && `${title}: ${itemRanges(indexes)}${more}.`;

/** Returns the items that no key keeps from being done again: those that were done, and those that may have been. */
function withoutKey(results: ItemResults) {
	const keyless = (status: string) =>
		results.where((result) => result.status === status && result.isKeyless);
	return { repeatable: keyless('sent'), doubtful: keyless('possiblySent') };
}

const keyTip = ({ keyName, done }: Vocabulary) =>
	keyName &&
	`Set '${keyName}' in the options for the next time: later runs then skip what was ${done} with a key.`;

const sentences = (parts: Array<string | false | undefined>) => parts.filter(Boolean).join(' ');

/** Returns the beginning of a message, where another item than the failed one may have been done. */
export function doubtAboutOthers({ results, words }: Account, failed?: number): string | undefined {
	const { itemCount, counts } = results;
	if (itemCount <= 1 || counts.possiblySent === 0 || isDoubtful(results, failed)) return undefined;

	const doubt = `${counts.possiblySent} of ${itemCount} items may have been ${words.done}`;
	// What follows is about another item, so it is a sentence of its own.
	return failed === undefined ? doubt : `${doubt}. Item ${failed} failed`;
}
