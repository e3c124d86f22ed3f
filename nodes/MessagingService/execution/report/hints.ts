import type { NodeExecutionHint } from 'n8n-workflow';

import { describeCostly } from '../../smsText';
import type { ItemResults } from '../itemResults';
import { itemRanges } from './words';

/** Returns a warning as the output panel shows it. */
export function warningHint(message: string): NodeExecutionHint {
	return { message, type: 'warning', location: 'outputPane' };
}

/** Returns the hints of items. One that several items share is shown once, with their numbers. */
export function ofItems(results: ItemResults): NodeExecutionHint[] {
	const hints = new Map<string, { hint: NodeExecutionHint; itemIndexes: number[] }>();
	for (const [itemIndex, { hint }] of results.done) {
		if (!hint) continue;
		const shared = hints.get(hint.message) ?? { hint, itemIndexes: [] };
		shared.itemIndexes.push(itemIndex);
		hints.set(hint.message, shared);
	}

	return [...hints.values()].map(({ hint, itemIndexes }) => {
		const about = results.itemCount > 1 ? ` (${itemRanges(itemIndexes)})` : '';
		return { ...hint, message: hint.message + about };
	});
}

/** Tells of texts that were sent as more than one SMS. */
export function ofLongTexts(results: ItemResults): NodeExecutionHint[] {
	const texts = results.done.flatMap(([itemIndex, { status, sms }]) =>
		sms && sms.count > 1 && status === 'sent' ? { itemIndex, ...sms } : [],
	);
	if (texts.length === 0) return [];

	const parts = texts.reduce((sum, { count }) => sum + count, 0);
	const what = texts.length === 1 ? 'A text was' : `${texts.length} texts were`;
	const which = ` (${itemRanges(texts.map(({ itemIndex }) => itemIndex))})`;
	const where = results.itemCount > 1 ? which : '';

	const outsideGsm = new Set(
		texts.flatMap(({ encoding, costly }) => (encoding === 'GSM-7' ? [] : costly)),
	);
	const why = outsideGsm.size > 0 ? ` ${describeCostly('UCS-2', [...outsideGsm])}` : '';
	const message = `${what} sent as ${parts} SMS parts${where}: most carriers charge for each part.${why}`;
	return [{ message, type: 'info', location: 'outputPane' }];
}
