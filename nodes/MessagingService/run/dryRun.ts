import { inTurns, showHint } from '../n8n/execution';
import { type Input, previewOf } from './input';
import { countOf } from './report';
import { type Run, setResult } from './run';

/** Shows what each item of a Dry Run would send, and sums up in the output panel: items, recipients, countries, parts. */
export async function showDryRun(run: Run, { jobs }: Input) {
	const seenKeys = new Set<string>();
	for await (const { itemIndex, message, key } of inTurns(jobs)) {
		const isRepeated = key && seenKeys.has(key.recorded);
		if (key) seenKeys.add(key.recorded);
		const json = {
			...(message && previewOf(message)),
			...key?.shown,
			...(isRepeated && { skipped: true }),
		};
		setResult(run, { itemIndex, status: 'skipped', items: [json] });
	}

	const sent = run.results.flatMap(({ items }) => items).filter(({ skipped }) => !skipped);
	const recipients = new Set(sent.map(({ to }) => to));
	const countries = new Set(sent.map(({ country }) => country ?? 'unknown'));
	const parts = sent.reduce((sum, output) => sum + Number(output.parts ?? 0), 0);

	const facts = [
		countOf(run.results.length, 'item'),
		countOf(recipients.size, 'recipient'),
		`countries: ${[...countries].join(', ') || 'none'}`,
		parts > 0 && countOf(parts, 'SMS part'),
	];
	showHint(run.context, `Dry Run, not sent: ${facts.filter(Boolean).join('; ')}.`, 'info');
}
