import { onceKeyOf, type Operation } from '../../resources/operation';
import { listUpTo } from '../../wording';

/** Most runs of indexes that are listed: more than there are gaps at 100 requests at the same time. */
const MAX_RANGES = 200;

/** The words for what an operation does with its items. */
export interface Vocabulary {
	/** "Another run does not send it again." */
	do: string;
	/** "Another run sends it again." */
	does: string;
	/** "2 of 5 items were sent." */
	done: string;
	/** "3 messages were sent earlier." */
	thing: string;
	/** "A message was sent." */
	aThing: string;
	/** The option that holds the key of an item, where there is one: "Send Once Key". */
	keyName?: string;
}

const OF_MESSAGES: Vocabulary = {
	do: 'send',
	does: 'sends',
	done: 'sent',
	thing: 'message',
	aThing: 'a message',
};

const OF_ITEMS: Vocabulary = {
	do: 'do',
	does: 'does',
	done: 'done',
	thing: 'item',
	aThing: 'an item',
};

/** Returns the words for an operation; for one that is not known yet, those that always fit. */
export function vocabularyOf(operation?: Operation): Vocabulary {
	const keyName = operation && onceKeyOf(operation)?.field.displayName;
	return operation?.effect === 'sends' ? { ...OF_MESSAGES, keyName } : { ...OF_ITEMS, keyName };
}

/** Returns items by their indexes, which n8n counts from 0: "item 3", or "items 0-3, 7". */
export function itemRanges(indexes: number[]): string {
	const runs: Array<[first: number, last: number]> = [];
	for (const index of [...indexes].sort((a, b) => a - b)) {
		const run = runs[runs.length - 1];
		if (run && index === run[1] + 1) run[1] = index;
		else runs.push([index, index]);
	}

	const ranges = runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
	const noun = indexes.length === 1 ? 'item' : 'items';
	return `${noun} ${listUpTo(MAX_RANGES, ranges, () => ' and more')}`;
}
