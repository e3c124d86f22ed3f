import type { IDataObject } from 'n8n-workflow';

import { problemWith, typedInto, valueOf } from './fieldValue';
import type { FormField } from './formField';
import type { ApprovalAnswer, Question } from './question';

/** Name of the buttons of an approval. */
export const DECISION = 'approved';

/** What came of reading an answer. */
export interface Answer {
	/** With what was typed into them. */
	fields: FormField[];
	/** The answer to an approval. */
	decision?: ApprovalAnswer;
	/** What comes out of the node; undefined where the answer cannot be taken. */
	values?: IDataObject;
}

/** Reads what a page was sent back with, once. */
export function readAnswer(question: Question, body: Record<string, unknown>): Answer {
	const fields = question.fields.map((field) => {
		const typed = typedInto(field, body[field.key]);
		return { ...field, typed, problem: problemWith(field, typed) };
	});
	const decision = question.answers?.find(({ approved }) => String(approved) === body[DECISION]);
	const isUndecided = question.answers && !decision;
	if (isUndecided || fields.some(({ problem }) => problem)) return { fields, decision };
	if (decision) return { fields, decision, values: valuesOf(decision, fields) };
	// As own properties, whatever the names: `__proto__` is one too.
	const values = fields.map((field) => [field.name, valueOf(field)]);
	return { fields, values: Object.fromEntries(values) as IDataObject };
}

/** Returns what comes of an approval: n8n's AI agents read `chatInput` as what the person wants instead. */
function valuesOf({ approved }: ApprovalAnswer, [commentField]: FormField[]): IDataObject {
	const [comment] = commentField?.typed ?? [];
	if (comment === undefined) return { approved };
	return approved ? { approved, comment } : { approved, comment, chatInput: comment };
}
