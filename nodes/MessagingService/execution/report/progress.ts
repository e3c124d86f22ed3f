import type { ItemStatus, Outcome } from '../itemResult';

const KEY_TIP =
	" Set 'Send Once Key' in the options, and later runs skip what was sent with a key.";

/** Most runs of indexes that are listed one by one: more than there are gaps at 100 requests at the same time. */
const MAX_RANGES = 200;

/**
 * Lists the items by their status before the execution stopped, so that a user who runs it again
 * knows who already has the message. Items are counted from 0, as n8n does.
 * @param outcomes of each input item; undefined for one that was not tried
 * @param sends whether the operation sends: whether it has the option Send Once Key
 * @param failed index of the item that the error is about; undefined where it is about all of them
 */
export function describeProgress(
	outcomes: Array<Pick<Outcome, 'status' | 'isKeyless'> | undefined>,
	sends: boolean,
	failed?: number,
): string | undefined {
	const count = outcomes.length;
	if (count <= 1) return undefined;
	const verb = sends ? 'sent' : 'done';
	const indexes = [...outcomes.keys()];
	const those = (status?: ItemStatus) =>
		indexes.filter((index) => outcomes[index]?.status === status);
	const sent = those('sent');
	const possibly = those('possiblySent');
	const others = those('notSent').filter((index) => index !== failed);
	const repeatable = [...sent, ...possibly].filter((index) => outcomes[index]?.isKeyless);
	return [
		sent.length + possibly.length === 0 && `None of the input items was ${verb}.`,
		say(sends ? 'Sent' : 'Done', sent, ` (${sent.length} of ${count})`),
		say(`Possibly ${verb}`, possibly),
		say('Skipped', those('skipped')),
		say(failed === undefined ? 'Failed' : 'Also failed', others),
		say('Not tried', those()),
		repeatable.length > 0 &&
			`If you run again, ${named(repeatable)} ${repeatable.length === 1 ? 'is' : 'are'} ${verb} again. Remove ${repeatable.length === 1 ? 'it' : 'them'} first.${sends ? KEY_TIP : ''}`,
	]
		.filter(Boolean)
		.join(' ');
}

const say = (what: string, indexes: number[], more = '') =>
	indexes.length > 0 && `${what}: ${named(indexes)}${more}.`;

/** Returns "item 3" or "items 0-3, 7". */
export function named(indexes: number[]): string {
	return `${indexes.length === 1 ? 'item' : 'items'} ${ranges(indexes)}`;
}

/** Returns indexes as runs: "0-3, 7, 9-12". */
export function ranges(indexes: number[]): string {
	const runs: Array<[number, number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const last = runs[runs.length - 1];
		if (last && index === last[1] + 1) last[1] = index;
		else runs.push([index, index]);
	}
	const listed = runs
		.slice(0, MAX_RANGES)
		.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
		.join(', ');
	return runs.length > MAX_RANGES ? `${listed} and more` : listed;
}
