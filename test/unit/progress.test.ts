import type { ItemOutcome } from '../../nodes/MessagingService/outcome';
import { fullProgress } from '../../nodes/MessagingService/execution/report/account';
import { itemRanges } from '../../nodes/MessagingService/execution/report/words';
import { accountOf } from '../support/account';

const LETTERS: Record<string, ItemOutcome | undefined> = {
	s: 'sent',
	S: 'sent',
	k: 'skipped',
	f: 'notSent',
	p: 'possiblySent',
	P: 'possiblySent',
};

/** Says what became of items, each a letter: a capital for one that has a key, a dot for one that was not tried. */
function said(items: string, sends = true) {
	const account = accountOf(items.length, { sends });
	[...items].forEach((letter, index) => {
		const status = LETTERS[letter];
		const isKeyless = letter === 's' || letter === 'p';
		if (status) account.results.add(index, { status, isKeyless, items: [] });
	});
	return fullProgress(account, items.indexOf('f'));
}

describe('what became of the items when an execution stopped', () => {
	it('is told of each, counted from 0, without what is zero', () => {
		expect(said('SSfSPkf..')).toBe(
			'Sent: items 0-1, 3 (3 of 9). Possibly sent: item 4. Skipped: item 5. Also failed: item 6. Not tried: items 7-8. Items are counted from 0.',
		);
		expect(said('f..')).toBe(
			'None of the input items was sent. Not tried: items 1-2. Items are counted from 0.',
		);
	});

	it('is told in other words where nothing is sent', () => {
		expect(said('spf', false)).toBe(
			'Done: item 0 (1 of 3). Possibly done: item 1. If you run again, item 0 is done again. Remove it first. Before you run again, check item 1: remove what was done, keep the rest. Items are counted from 0.',
		);
	});

	it('names the items that another run sends again, and what keeps it from that', () => {
		expect(said('sSf')).toContain(
			"If you run again, item 0 is sent again. Remove it first. Set 'Send Once Key' in the options for the next time: later runs then skip what was sent with a key.",
		);
		expect(said('SSf')).not.toContain('again');
	});

	it('names the items to check before another run, and what will keep it from those next time', () => {
		expect(said('pPf')).toContain(
			"Before you run again, check item 0: remove what was sent, keep the rest. Set 'Send Once Key' in the options for the next time",
		);
		expect(said('PPf')).not.toContain('Send Once Key');
	});

	it('is not mentioned for a single item', () => {
		expect(said('f')).toBeUndefined();
	});

	it('stays short for scattered items', () => {
		const even = Array.from({ length: 50_000 }, (_, index) => index * 2);
		expect(itemRanges([0, 1, 2, 3, 7, 9, 10])).toBe('items 0-3, 7, 9-10');
		expect(itemRanges(even).length).toBeLessThan(1500);
		expect(itemRanges(even)).toContain('and more');
		expect(itemRanges(even.slice(0, 200))).toMatch(/ 396, 398$/);
	});
});
