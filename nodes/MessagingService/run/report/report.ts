import { InputError, ServiceError } from '../../errors';
import { doneWord } from '../../actions/operation';
import type { Run } from '../run';
import { listsOf } from './lists';

/** Names all items that cannot be done. */
export class MistakesError extends InputError {}

/** Says how the rest of a run is done, and what became of its items. @param error of the item that failed first, or of the run */
export function reportOf(run: Run, error: unknown): string {
	return `${nextStep(run, error)} ${listsOf(run)}`.trim();
}

/** Says how the rest of a run is done, where a part was done, or may have been. */
function nextStep({ operation, results, keyLabel, stopsOnFailure }: Run, error: unknown): string {
	const isUsed = !operation.reads && results.withStatus('sent', 'possiblySent').length > 0;
	const hasRest = results.withStatus('notSent', undefined).length > 0;
	if (!isUsed)
		return error instanceof MistakesError ? 'Correct the rows and run the workflow again.' : '';
	if (!hasRest) return '';

	const about = error instanceof ServiceError ? error.verdict.about : undefined;
	// The service, or this node, refuses a value of the row itself.
	const isOfRows = error instanceof MistakesError || about === 'number' || about === 'request';
	const done = doneWord(operation);
	const what = `what was ${done} or possibly ${done}`;
	// n8n keeps nothing of an execution that was stopped, and its Retry is for those that failed.
	if (stopsOnFailure && !isOfRows && about !== 'stop') {
		return `To do the rest, press 'Retry' on the newest failed execution in n8n's list: ${what} is not repeated.`;
	}

	const correct = isOfRows ? "Correct the rows: n8n's 'Retry' takes them as they were. " : '';
	if (keyLabel) {
		return `${correct}Run the workflow again: ${what} is skipped, by its '${keyLabel}'.`;
	}
	const label = operation.onceKey?.field.displayName;
	const later = label ? ` Rows with a '${label}' would be skipped.` : '';
	return `${correct}Before you run the workflow again, remove ${what}.${later}`;
}
