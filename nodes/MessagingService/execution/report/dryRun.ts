import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';

import { lineOf } from '../../parameters/recipient';
import type { OutgoingMessage } from '../../resources/operation';
import { listUpTo, plural } from '../../wording';
import type { LeftOut, Task } from '../input';

/** Most countries, or recipients, that the output panel names one by one. */
const MAX_NAMED = 10;

/** An item of a Dry Run, and what would become of it. */
export interface DryRunItem extends Partial<OutgoingMessage>, ReturnType<typeof lineOf> {
	/** A number in E.164, or an e-mail address as typed. */
	to: string;
	key?: string;
	/** Why it would be skipped; undefined where it would be sent. */
	skippedBy?: 'key' | 'doNotSendTo';
}

/**
 * Tells of an item what it would send.
 * @param isRepeated whether an earlier item has the same key, so that this one would be skipped
 */
export function dryRunItem(
	item: Task | LeftOut,
	{ isRepeated }: { isRepeated: boolean },
): DryRunItem {
	const { job, key } = item;

	if (item.kind === 'leftOut') {
		return { ...job?.message, to: item.to, ...lineOf(item.to), key, skippedBy: 'doNotSendTo' };
	}

	const to = item.job.message?.to ?? '';
	const skippedBy = isRepeated ? 'key' : undefined;
	return { ...item.job.message, to, ...lineOf(to), key, skippedBy };
}

/**
 * Returns the output item of a Dry Run, which shows the message that an item would send.
 * @param keyField name of the option that holds the key
 */
export function dryRunOutput(item: DryRunItem, keyField: string): IDataObject {
	const { to, country, type, channel, text, sms, key, skippedBy } = item;

	const json: IDataObject = { dryRun: true, to, country, type };
	if (channel !== undefined) json.channel = channel;
	if (text !== undefined) json.message = text;
	if (sms) Object.assign(json, { parts: sms.count, encoding: sms.encoding });
	if (key !== undefined) json[keyField] = key;
	if (skippedBy) json.skipped = true;
	if (skippedBy === 'doNotSendTo') json.doNotSendTo = to;
	return json;
}

/** Returns the hint of a Dry Run for the output panel. */
export function dryRunHint(
	items: DryRunItem[],
	{ refused, itemCount }: { refused: number; itemCount: number },
): NodeExecutionHint {
	const counts = itemCount === 1 ? ofSingleItem(items, refused) : ofSeveralItems(items, refused);
	const hasKeys = items.some(({ key }) => key !== undefined);
	const unknown = hasKeys ? ' Keys that earlier runs used were not looked up.' : '';
	const message = `Dry Run, not sent: ${counts.filter(Boolean).join('; ')}.${unknown}`;
	return { message, type: 'info', location: 'outputPane' };
}

function ofSingleItem(items: DryRunItem[], refused: number) {
	const sent = items.filter(({ skippedBy }) => !skippedBy);
	return [
		...sent.map(({ country }) => `country ${country ?? 'unknown'}`),
		partsOf(sent),
		...skippedItems(items),
		refused > 0 && 'the item cannot be sent',
	];
}

function ofSeveralItems(items: DryRunItem[], refused: number) {
	const sent = items.filter(({ skippedBy }) => !skippedBy);
	const recipients = countEach(sent.map(({ to }) => to));
	const countries = countEach(sent.map(({ country }) => country ?? 'unknown'));
	const several = recipients.flatMap(([to, messages]) => (messages > 1 ? to : []));
	return [
		plural(items.length + refused, 'item'),
		recipients.length > 0 && plural(recipients.length, 'different recipient'),
		several.length > 0 &&
			`${plural(several.length, 'recipient')} would get more than one message (${listed(several)})`,
		countries.length > 0 && `countries: ${listCountries(countries)}`,
		partsOf(sent),
		...skippedItems(items),
		refused > 0 && `${plural(refused, 'item')} cannot be sent`,
	];
}

function partsOf(sent: DryRunItem[]): string | undefined {
	const parts = sent.reduce((sum, { sms }) => sum + (sms?.count ?? 0), 0);
	return parts > 0 ? plural(parts, 'SMS part') : undefined;
}

function skippedItems(items: DryRunItem[]) {
	const repeated = items.filter(({ skippedBy }) => skippedBy === 'key').length;
	const leftOut = items.filter(({ skippedBy }) => skippedBy === 'doNotSendTo').length;
	return [
		repeated > 0 &&
			`${plural(repeated, 'item')} would be skipped, because an earlier one has the same key`,
		leftOut > 0 &&
			`${plural(leftOut, 'item')} would be skipped, because the recipient is in 'Do Not Send To'`,
	];
}

/** Returns each text with how often it is there, the most frequent first. */
function countEach(texts: string[]): Array<[text: string, count: number]> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return [...counts].sort(([, a], [, b]) => b - a);
}

/** Returns countries with their messages: "US 12, CA 3, unknown 1". */
function listCountries(countries: Array<[country: string, messages: number]>): string {
	const entries = countries.map(([country, messages]) => `${country} ${messages}`);
	return listed(entries);
}

const listed = (entries: string[]) => listUpTo(MAX_NAMED, entries, (others) => `, ${others} more`);
