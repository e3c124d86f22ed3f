import type { IDataObject } from 'n8n-workflow';

import { lineOf } from '../phone';
import { smsAdvice } from '../fields/sms';
import type { Job } from '../actions/operation';
import type { LeftOut, Task } from './input';
import { showHint } from './output';
import { countOf } from './report/lists';
import type { Run } from './results';

/** Most countries that the output panel names. */
const MAX_NAMED = 10;

/** Shows what each item of a Dry Run would send, and sums up in the output panel. */
export function showDryRun(run: Run, items: Array<Task | LeftOut>): void {
	const seenKeys = new Set<string>();
	const shown = [...items].sort((one, other) => one.itemIndex - other.itemIndex);

	const outputs = shown.map((item) => {
		const json = 'to' in item ? outputOfLeftOut(item) : outputOfTask(item, seenKeys);
		run.results.add(item.itemIndex, { status: 'leftOut', items: [json] });
		return json;
	});

	showHint(run, summaryOf(outputs, run.results.itemCount), 'info');
}

/** Returns the output for an item whose recipient gets no message. */
function outputOfLeftOut({ to, job }: LeftOut): IDataObject {
	return { ...messageFields(to, job), skipped: true, doNotSendTo: to };
}

/** Returns the output for an item that would be sent, or skipped where an earlier one has its key. */
function outputOfTask({ job, once }: Task, seenKeys: Set<string>): IDataObject {
	const json = messageFields(job.message?.to ?? '', job);
	if (!once) return json;

	json[once.field] = once.key;
	if (seenKeys.has(once.recorded)) json.skipped = true;
	seenKeys.add(once.recorded);
	return json;
}

function messageFields(to: string, job?: Job): IDataObject {
	const { channel, text, sms } = job?.message ?? {};
	return {
		to,
		...(text !== undefined && { message: text }),
		dryRun: true,
		...lineOf(to),
		...(channel && { channel }),
		...sms,
	};
}

/** Sums up a Dry Run: items, recipients, countries, parts. */
function summaryOf(outputs: IDataObject[], itemCount: number): string {
	const sent = outputs.filter(({ skipped }) => !skipped);
	const skipped = outputs.length - sent.length;
	const refused = itemCount - outputs.length;
	const recipients = new Set(sent.map(({ to }) => to)).size;
	const countries = [...new Set(sent.map(({ country }) => String(country ?? 'unknown')))];
	const parts = sent.reduce((sum, output) => sum + Number(output.parts ?? 0), 0);
	const texts = sent.filter(({ parts: sms }) => sms).map(({ message }) => String(message));
	const more = countries.length > MAX_NAMED ? ' and more' : '';

	const facts = [
		countOf(itemCount, 'item'),
		recipients > 0 && countOf(recipients, 'recipient'),
		recipients > 0 && `countries: ${countries.slice(0, MAX_NAMED).join(', ')}${more}`,
		parts > 0 && countOf(parts, 'SMS part'),
		skipped > 0 && `${skipped} would be skipped`,
		refused > 0 && `${refused} cannot be sent`,
	];
	const hasKeys = outputs.some(({ sendOnceKey }) => sendOnceKey !== undefined);
	const unknown = hasKeys ? ' Keys that earlier runs used were not looked up.' : '';
	return `Dry Run, not sent: ${facts.filter(Boolean).join('; ')}.${unknown} ${smsAdvice(texts)}`.trim();
}
