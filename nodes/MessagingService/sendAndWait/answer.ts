import type { IDataObject } from 'n8n-workflow';

import type { FormField } from './form/formField';
import { problemWith, typedInto, valueOf } from './form/typed';
import type { ApprovalAnswer, Question } from './question';

/** Name of the buttons of an approval. */
export const DECISION = 'approved';

/** An answer as it was read. */
export interface Answer {
	/** The fields, with what was typed into them. */
	fields: FormField[];
	decision?: ApprovalAnswer;
	/** The node's output; undefined where the answer cannot be taken. */
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
	// As own properties, whatever the names: `__proto__` is one too.
	const entries = fields.map((field) => [field.name, valueOf(field)]);
	const values = Object.fromEntries(entries) as IDataObject;
	if (!decision) return { fields, values };
	const { approved } = decision;
	const { comment } = values;
	if (!comment) return { fields, decision, values: { approved } };
	// n8n's AI agents read `chatInput` as what the person wants instead.
	const chatInput = !approved && { chatInput: comment };
	return { fields, decision, values: { approved, comment, ...chatInput } };
}
