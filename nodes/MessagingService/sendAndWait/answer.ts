import type { IDataObject } from 'n8n-workflow';

import { problemWith, typedInto, valueOf } from './fieldValue';
import { COMMENT } from './formField';
import type { Texts } from './languages';
import type { ApprovalAnswer, Question } from './question';

/** Name of the buttons of an approval. */
export const DECISION = 'approved';

/** What came of reading an answer. */
export interface Answer {
	/** What was typed, by key of its field. */
	typed: Map<string, string[]>;
	/** The answer to an approval. */
	decision?: ApprovalAnswer;
	/** What to say of it, by key of a field, or `approved`; none where the answer can be taken. */
	problems: Map<string, keyof Texts>;
	/** What comes out of the node. */
	values: IDataObject;
}

/** Reads what a page was sent back with, once. */
export function readAnswer({ fields, answers }: Question, body: Record<string, unknown>): Answer {
	const typed = new Map(fields.map((field) => [field.key, typedInto(field, body[field.key])]));
	const problems: Answer['problems'] = new Map();
	const values: Array<[string, IDataObject[string]]> = [];
	for (const field of fields) {
		const texts = typed.get(field.key) ?? [];
		const problem = problemWith(field, texts);
		if (problem) problems.set(field.key, problem);
		else values.push([field.name, valueOf(field, texts)]);
	}
	// As own properties, whatever the names: `__proto__` is one too.
	if (!answers) return { typed, problems, values: Object.fromEntries(values) };
	const decision = answers.find(({ approved }) => String(approved) === body[DECISION]);
	if (!decision) problems.set(DECISION, 'missingChoice');
	return { typed, decision, problems, values: valuesOf(decision?.approved, typed) };
}

/** Returns what comes of an approval: n8n's AI agents read `chatInput` as what the person wants instead. */
function valuesOf(approved: boolean | undefined, typed: Answer['typed']): IDataObject {
	const [comment] = typed.get(COMMENT.key) ?? [];
	if (comment === undefined) return { approved };
	return approved ? { approved, comment } : { approved, comment, chatInput: comment };
}
