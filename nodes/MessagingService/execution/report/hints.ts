import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { isEngine2 } from '../../executionState';
import { describeCostly } from '../../service/smsCharacters';
import type { ItemResults } from '../itemResults';
import { itemRanges } from './words';

/**
 * Says above the items what is to be known of a run, or in the log where n8n's Engine 2.0 shows no hints. A run that
 * fails as a whole says nothing here.
 * @param ofRun what is said of the run as a whole
 */
export function showHints(
	context: IExecuteFunctions,
	results: ItemResults,
	ofRun: NodeExecutionHint[],
): void {
	for (const hint of [...ofItems(results), ...ofRun, ...ofLongTexts(results)]) {
		if (isEngine2(context)) log(context, hint.message, hint.type);
		// Older versions of n8n lack it.
		else context.addExecutionHints?.(hint);
	}
}

/** Logs what becomes of a node's items. */
export function log(
	context: IExecuteFunctions,
	message: string,
	type: NodeExecutionHint['type'] = 'info',
): void {
	const level = type === 'info' ? 'info' : 'warn';
	context.logger[level](`Messaging Service node "${context.getNode().name}": ${message}`);
}

/** Returns the hints of items. One that several items share is shown once, with their numbers. */
function ofItems(results: ItemResults): NodeExecutionHint[] {
	const hints = new Map<string, { hint: NodeExecutionHint; itemIndexes: number[] }>();
	for (const [itemIndex, { hint }] of results.done) {
		if (!hint) continue;
		const known = hints.get(hint.message) ?? { hint, itemIndexes: [] };
		known.itemIndexes.push(itemIndex);
		hints.set(hint.message, known);
	}
	return [...hints.values()].map(({ hint, itemIndexes }) => {
		const about = results.itemCount > 1 ? ` (${itemRanges(itemIndexes)})` : '';
		return { ...hint, message: hint.message + about };
	});
}

/** Tells of texts that were sent as more than one SMS. */
function ofLongTexts(results: ItemResults): NodeExecutionHint[] {
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
