import type { ItemStatus, Outcome } from '../itemResult';
import { itemRanges } from './words';

const KEY_TIP =
	" Set 'Send Once Key' in the options, and later runs skip what was sent with a key.";

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
	const withStatus = (status?: ItemStatus) =>
		indexes.filter((index) => outcomes[index]?.status === status);
	const sent = withStatus('sent');
	const possibly = withStatus('possiblySent');
	const others = withStatus('notSent').filter((index) => index !== failed);
	const repeatable = [...sent, ...possibly].filter((index) => outcomes[index]?.isKeyless);
	return [
		sent.length + possibly.length === 0 && `None of the input items was ${verb}.`,
		line(sends ? 'Sent' : 'Done', sent, ` (${sent.length} of ${count})`),
		line(`Possibly ${verb}`, possibly),
		line('Skipped', withStatus('skipped')),
		line(failed === undefined ? 'Failed' : 'Also failed', others),
		line('Not tried', withStatus()),
		repeatable.length > 0 &&
			`If you run again, ${itemRanges(repeatable)} ${repeatable.length === 1 ? 'is' : 'are'} ${verb} again. Remove ${repeatable.length === 1 ? 'it' : 'them'} first.${sends ? KEY_TIP : ''}`,
	]
		.filter(Boolean)
		.join(' ');
}

const line = (title: string, indexes: number[], more = '') =>
	indexes.length > 0 && `${title}: ${itemRanges(indexes)}${more}.`;
