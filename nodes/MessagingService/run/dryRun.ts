import type { IDataObject } from 'n8n-workflow';

import { lineOf } from '../phone';
import type { OutgoingMessage } from '../actions/operation';
import { showHint } from './output';
import { countOf } from './report';
import type { ItemJob, Run } from './run';

/** Shows what each item of a Dry Run would send, and sums up in the output panel. */
export async function showDryRun(run: Run, jobs: ItemJob[]): Promise<void> {
	const { results } = run;
	const seenKeys = new Set<string>();

	for (const { itemIndex, message, once } of jobs) {
		await run.pause();
		const json: IDataObject = message ? previewOf(message) : {};
		if (once) {
			json[once.field] = once.key;
			if (seenKeys.has(once.recorded)) json.skipped = true;
			seenKeys.add(once.recorded);
		}
		results.add({ itemIndex, status: 'skipped', items: [json] });
	}

	const shown = results.all.flatMap(({ status, items }) => (status === 'skipped' ? items : []));
	const keys = run.keyLabel
		? ` Keys that were used before are not looked up: items with such a '${run.keyLabel}' would be skipped.`
		: '';
	showHint(run, summaryOf(shown, results.itemCount) + keys, 'info');
}

/** Returns what a Dry Run shows of a message. */
export function previewOf(message: Partial<OutgoingMessage> & { to: string }): IDataObject {
	return { ...message, dryRun: true, ...lineOf(message.to) };
}

/** Sums up a Dry Run: items, recipients, countries, parts. */
function summaryOf(outputs: IDataObject[], itemCount: number): string {
	const sent = outputs.filter(({ skipped }) => !skipped);
	const skipped = outputs.length - sent.length;
	const refused = itemCount - outputs.length;
	const recipients = new Set(sent.map(({ to }) => to)).size;
	const countries = [...new Set(sent.map(({ country }) => String(country ?? 'unknown')))];
	const parts = sent.reduce((sum, output) => sum + Number(output.parts ?? 0), 0);

	const facts = [
		countOf(itemCount, 'item'),
		countOf(recipients, 'recipient'),
		`countries: ${countries.join(', ') || 'none'}`,
		parts > 0 && countOf(parts, 'SMS part'),
		skipped > 0 && `${skipped} would be skipped`,
		refused > 0 && `${refused} cannot be sent`,
	];
	return `Dry Run, not sent: ${facts.filter(Boolean).join('; ')}.`;
}
