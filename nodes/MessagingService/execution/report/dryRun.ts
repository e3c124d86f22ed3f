import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { lineOf } from '../../parameters/recipient';
import type { LeftOut, Task } from '../input';
import { plural } from './words';

/** Most countries that the output panel names one by one. */
const MAX_NAMED = 10;

/**
 * Returns the output item of a Dry Run, which shows the message that an item would send.
 * @param isRepeated whether an earlier item has the same key, so that this one would be skipped
 */
export function dryRunItem(
	item: Task | LeftOut,
	{ keyField, isRepeated }: { keyField: string; isRepeated: boolean },
): IDataObject {
	const { job, key } = item;
	const isLeftOut = item.kind === 'leftOut';
	const { to = '', channel, text, sms } = job?.message ?? { to: isLeftOut ? item.to : '' };

	const json: IDataObject = { dryRun: true, to, ...lineOf(to) };
	if (channel !== undefined) json.channel = channel;
	if (text !== undefined) json.message = text;
	if (sms) Object.assign(json, { parts: sms.count, encoding: sms.encoding });
	if (key !== undefined) json[keyField] = key;
	if (isRepeated || isLeftOut) json.skipped = true;
	if (isLeftOut) json.doNotSendTo = to;
	return json;
}

/** Returns the hint of a Dry Run for the output panel. */
export function dryRunHint(
	items: IDataObject[],
	{ refused, itemCount }: { refused: number; itemCount: number },
): NodeExecutionHint {
	const counts = itemCount === 1 ? ofSingleItem(items, refused) : ofSeveralItems(items, refused);
	const hasKeys = items.some(({ sendOnceKey }) => sendOnceKey !== undefined);
	const unknown = hasKeys ? ' Keys that earlier runs used were not looked up.' : '';
	const message = `Dry Run, not sent: ${counts.filter(Boolean).join('; ')}.${unknown}`;
	return { message, type: 'info', location: 'outputPane' };
}

function ofSingleItem(items: IDataObject[], refused: number) {
	const sent = items.filter((item) => !item.skipped);
	return [
		...sent.map(({ country }) => `country ${String(country ?? 'unknown')}`),
		partsOf(sent),
		...skippedItems(items),
		refused > 0 && 'the item cannot be sent',
	];
}

function ofSeveralItems(items: IDataObject[], refused: number) {
	const sent = items.filter((item) => !item.skipped);
	const recipients = countBy(sent, 'to');
	const countries = countBy(sent, 'country');
	const several = recipients.filter(([, messages]) => messages > 1).length;
	return [
		plural(items.length + refused, 'item'),
		recipients.length > 0 && plural(recipients.length, 'different recipient'),
		several > 0 && `${plural(several, 'recipient')} would get more than one message`,
		countries.length > 0 && `countries: ${listed(countries)}`,
		partsOf(sent),
		...skippedItems(items),
		refused > 0 && `${plural(refused, 'item')} cannot be sent`,
	];
}

function partsOf(sent: IDataObject[]): string | undefined {
	const parts = sent.reduce(
		(sum, item) => sum + (typeof item.parts === 'number' ? item.parts : 0),
		0,
	);
	return parts > 0 ? plural(parts, 'SMS part') : undefined;
}

function skippedItems(items: IDataObject[]) {
	const leftOut = items.filter((item) => item.doNotSendTo).length;
	const repeated = items.filter((item) => item.skipped).length - leftOut;
	return [
		repeated > 0 &&
			`${plural(repeated, 'item')} would be skipped, because an earlier one has the same key`,
		leftOut > 0 &&
			`${plural(leftOut, 'item')} would be skipped, because the recipient is in 'Do Not Send To'`,
	];
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
		.map(([country, messages]) => `${String(country ?? 'unknown')} ${messages}`);
	const more = countries.length - MAX_NAMED;
	return (more > 0 ? [...named, `${more} more`] : named).join(', ');
}
