import type { IDataObject } from 'n8n-workflow';

import { problemWith, readEntered, valueOf } from './form/entered';
import type { FilledField } from './form/formField';
import type { ApprovalAnswer, Question } from './question';

/** Name of the buttons of an approval. */
export const DECISION = 'approved';

/** The values that a visitor sent back with the page of a question. */
export interface Submission {
	/** The fields, with what was entered into them. */
	fields: FilledField[];
	/** The button that was pressed, of an approval. */
	decision?: ApprovalAnswer;
	/** The node's output; undefined where it is no answer yet. */
	values?: IDataObject;
}

/** Reads what a page was sent back with, once. */
export function readSubmission(question: Question, body: Record<string, unknown>): Submission {
	const fields = question.fields.map((field): FilledField => {
		const entered = readEntered(field, body[field.key]);
		return { ...field, entered, problem: problemWith(field, entered) };
	});
	const decision = question.answers?.find(({ approved }) => String(approved) === body[DECISION]);

	const isUndecided = question.answers !== undefined && !decision;
	const hasProblems = fields.some(({ problem }) => problem !== undefined);
	if (isUndecided || hasProblems) return { fields, decision };

	const entered = valuesOf(fields);
	const values = decision ? outputOfApproval(decision, entered) : entered;
	return { fields, decision, values };
}

/** Returns the values of fields by name, as own properties whatever the names: `__proto__` is one too. */
function valuesOf(fields: FilledField[]): IDataObject {
	return Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
}

function outputOfApproval({ approved }: ApprovalAnswer, { comment }: IDataObject): IDataObject {
	if (!comment) return { approved };
	if (approved) return { approved, comment };

	// n8n's AI agents read `chatInput` as what the person wants instead.
	return { approved, comment, chatInput: comment };
}
