import type { IDataObject } from 'n8n-workflow';

import { problemWith, typedInto, valueOf } from './fieldValue';
import { COMMENT, type FormField } from './formField';
import type { Texts } from './languages';
import type { ApprovalAnswer, Question } from './question';

/** Name of the buttons of an approval. */
export const DECISION = 'approved';

/** A field with what it holds. */
export interface FilledField {
	field: FormField;
	typed: string[];
	/** What is wrong with that. */
	problem?: keyof Texts;
}

/** What came of reading an answer. */
export interface Answer {
	filled: FilledField[];
	/** The answer to an approval. */
	decision?: ApprovalAnswer;
	/** What comes out of the node; undefined where the answer cannot be taken. */
	values?: IDataObject;
}

/** Reads what a page was sent back with, once. */
export function readAnswer({ fields, answers }: Question, body: Record<string, unknown>): Answer {
	const filled = fields.map((field) => {
		const typed = typedInto(field, body[field.key]);
		return { field, typed, problem: problemWith(field, typed) };
	});
	const decision = answers?.find(({ approved }) => String(approved) === body[DECISION]);
	if (filled.some(({ problem }) => problem)) return { filled, decision };
	if (decision) return { filled, decision, values: valuesOf(decision, filled) };
	if (answers) return { filled };
	// As own properties, whatever the names: `__proto__` is one too.
	const values = filled.map(({ field, typed }) => [field.name, valueOf(field, typed)]);
	return { filled, values: Object.fromEntries(values) as IDataObject };
}

/** Returns what comes of an approval: n8n's AI agents read `chatInput` as what the person wants instead. */
function valuesOf({ approved }: ApprovalAnswer, filled: FilledField[]): IDataObject {
	const [comment] = filled.find(({ field }) => field === COMMENT)?.typed ?? [];
	if (comment === undefined) return { approved };
	return approved ? { approved, comment } : { approved, comment, chatInput: comment };
}
