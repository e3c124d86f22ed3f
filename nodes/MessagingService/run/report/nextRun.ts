import { ServiceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Run } from '../run';

/** True where the service refused a value of the item itself, so that n8n's Retry, with the same rows, meets the same. */
export const isOfRow = (error: unknown): boolean =>
	error instanceof ServiceError && ['number', 'request'].includes(error.verdict.about ?? '');

/** What to do next: `retry` by n8n's button, `again` by a new run, or `correct` rows first. */
export type NextRun = 'retry' | 'again' | 'correct';

/** Says how the rest of a run is done; nothing where there is no rest, or where a new run repeats nothing. */
export function nextRun({ operation, results, keyLabel }: Run, how: NextRun): string {
	const used = operation.reads ? 0 : results.withStatus('sent', 'possiblySent').length;
	const rest = results.withStatus('notSent').length + results.pending.length;
	if (rest === 0 || (used === 0 && how !== 'correct')) return '';

	const done = doneWord(operation);
	const what = `what was ${done} or possibly ${done}`;
	if (how === 'retry') {
		return `To do the rest, press 'Retry' on the newest failed execution in n8n's list: ${what} is not repeated.`;
	}

	if (used === 0) return 'Correct the rows and run the workflow again.';

	const correct =
		how === 'correct' ? "Correct the rows: n8n's 'Retry' takes them as they were. " : '';
	if (keyLabel) {
		return `${correct}Run the workflow again: ${what} is skipped, by its '${keyLabel}'.`;
	}
	const label = operation.onceKey?.field.displayName;
	const later = label ? ` Rows with a '${label}' would be skipped.` : '';
	return `${correct}Before you run the workflow again, remove ${what}.${later}`;
}
