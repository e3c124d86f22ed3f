import type { IDataObject } from 'n8n-workflow';

import { lineOf } from '../recipients/recipient';
import type { Job } from '../resources/operation';
import type { Skipped, Task } from './input';
import { showHint } from './output';
import { itemCountOf } from './report/counts';
import type { Run } from './results';

/** Most recipients or countries that the output panel names one by one. */
const MAX_NAMED = 10;

/** Shows what each item of a Dry Run would send, and sums up in the output panel. */
export function showDryRun(run: Run, items: Array<Task | Skipped>): void {
	const seenKeys = new Set<string>();
	const shown = [...items].sort((one, other) => one.itemIndex - other.itemIndex);

	const outputs = shown.map((item) => {
		const json = 'to' in item ? ofSkipped(item) : ofTask(run, item, seenKeys);
		run.results.add(item.itemIndex, { status: 'skipped', isRepeatable: true, items: [json] });
		return json;
	});

	showHint(run, summaryOf(outputs, run.results.itemCount), 'info');
}

/** Returns the output for an item whose recipient gets no message. */
function ofSkipped({ to, job }: Skipped): IDataObject {
	return { ...ofMessage(to, job), skipped: true, doNotSendTo: to };
}

/** Returns the output for an item that would be sent, or skipped where an earlier one has its key. */
function ofTask({ operation }: Run, { job, key, recordedKey }: Task, seenKeys: Set<string>) {
	const json = ofMessage(job.message?.to ?? '', job);
	if (operation.onceKey && key !== undefined) json[operation.onceKey.field.name] = key;

	if (recordedKey === undefined) return json;
	if (seenKeys.has(recordedKey)) json.skipped = true;
	seenKeys.add(recordedKey);
	return json;
}

function ofMessage(to: string, job?: Job): IDataObject {
	const { channel, text, sms } = job?.message ?? {};
	const parts = sms?.();
	return {
		dryRun: true,
		to,
		...lineOf(to),
		...(channel && { channel }),
		...(text !== undefined && { message: text }),
		...(parts && { parts: parts.count, encoding: parts.encoding }),
	};
}

/** Sums up a Dry Run: items, recipients, countries, parts. */
function summaryOf(outputs: IDataObject[], itemCount: number): string {
	const sent = outputs.filter(({ skipped }) => !skipped);
	const skipped = outputs.length - sent.length;
	const refused = itemCount - outputs.length;
	const recipients = new Set(sent.map(({ to }) => to));
	const countries = new Set(sent.map(({ country }) => String(country ?? 'unknown')));
	const parts = sent.reduce((sum, output) => sum + Number(output.parts ?? 0), 0);

	const facts = [
		itemCountOf(itemCount),
		recipients.size > 0 && `${recipients.size} different recipients`,
		countries.size > 0 && `countries: ${[...countries].slice(0, MAX_NAMED).join(', ')}`,
		parts > 0 && `${parts} SMS parts`,
		skipped > 0 && `${skipped} would be skipped`,
		refused > 0 && `${refused} cannot be sent`,
	];
	return `Dry Run, not sent: ${facts.filter(Boolean).join('; ')}. Keys that earlier runs used were not looked up.`;
}
