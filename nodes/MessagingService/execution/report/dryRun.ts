import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { lineOf } from '../../parameters/recipient';
import type { Task } from '../input';
import type { ItemResults } from '../itemResults';
import { plural } from './words';

/** Most countries that the output panel names one by one. */
const MAX_NAMED = 10;

/**
 * Notes what each item of a Dry Run would send. Returns what the output panel says of them.
 * @param tasks of the items of the Dry Run, in their order
 * @param keys by item index, also of items that are sent: of those with one key, the first would be
 * @param refused items of the Dry Run that cannot be sent
 */
export function endDryRun(
	tasks: Task[],
	keys: Array<string | undefined>,
	refused: number,
	results: ItemResults,
): NodeExecutionHint {
	const firstOfKey = new Map([...keys.entries()].reverse().map(([index, key]) => [key, index]));
	const items: IDataObject[] = [];
	for (const { itemIndex, job, sendOnceKey, isLeftOut } of tasks) {
		const isRepeated = sendOnceKey !== undefined && firstOfKey.get(sendOnceKey) !== itemIndex;
		const { sms, message: { to = '', channel } = {} } = job;
		const json: IDataObject = {
			dryRun: true,
			to,
			...lineOf(to),
			channel,
			...(sms && { parts: sms.count, encoding: sms.encoding }),
			...(sendOnceKey !== undefined && { sendOnceKey }),
			...((isRepeated || isLeftOut) && { skipped: true }),
			...(isLeftOut && { doNotSendTo: to }),
		};
		items.push(json);
		results.add(itemIndex, { status: 'skipped', isFinal: false, items: [json] });
	}
	const message = summary(items, refused, results.itemCount);
	return { message, type: 'info', location: 'outputPane' };
}

function summary(items: IDataObject[], refused: number, itemCount: number): string {
	const isSingle = itemCount === 1;
	const sent = items.filter((item) => !item.skipped);
	const leftOut = items.filter((item) => item.doNotSendTo).length;
	const skipped = items.length - sent.length - leftOut;
	const parts = sent.reduce((sum, item) => sum + ((item.parts as number) ?? 0), 0);
	const recipients = countBy(sent, 'to');
	const countries = countBy(sent, 'country');
	const several = recipients.filter(([, messages]) => messages > 1).length;
	const counts = [
		!isSingle && plural(items.length + refused, 'item'),
		!isSingle && recipients.length > 0 && plural(recipients.length, 'different recipient'),
		several > 0 && `${plural(several, 'recipient')} would get more than one message`,
		isSingle && countries.length > 0 && `country ${String(countries[0][0] ?? 'unknown')}`,
		!isSingle && countries.length > 0 && `countries: ${listed(countries)}`,
		parts > 0 && plural(parts, 'SMS part'),
		skipped > 0 &&
			`${plural(skipped, 'item')} would be skipped, because an earlier one has the same key`,
		leftOut > 0 &&
			`${plural(leftOut, 'item')} would be skipped, because the recipient is in 'Do Not Send To'`,
		refused > 0 && `${isSingle ? 'the item' : plural(refused, 'item')} cannot be sent`,
	];
	const hasKeys = items.some(({ sendOnceKey }) => sendOnceKey !== undefined);
	const unknown = hasKeys ? ' Keys that earlier runs used were not looked up.' : '';
	return `Dry Run, not sent: ${counts.filter(Boolean).join('; ')}.${unknown}`;
}

/** Returns the values of a field with how many items have each, the most frequent first. */
function countBy(items: IDataObject[], field: string): Array<[value: unknown, count: number]> {
	const counts = new Map<unknown, number>();
	for (const { [field]: value } of items) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].sort(([, a], [, b]) => b - a);
}

/** Returns countries with their messages: "US 12, CA 3, unknown 1". */
function listed(countries: Array<[country: unknown, messages: number]>): string {
	const named = countries
		.slice(0, MAX_NAMED)
		.map(([country, messages]) => `${country ?? 'unknown'} ${messages}`);
	const more = countries.length - MAX_NAMED;
	return (more > 0 ? [...named, `${more} more`] : named).join(', ');
}
