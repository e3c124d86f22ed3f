import type { IDataObject } from 'n8n-workflow';

import type { AnswerRules, FilledField, FormField, Problem } from './formField';
import { asOnPage } from './notations';

/** A field takes at most so many characters, in UTF-16 units; a line break is one. */
const MAX_LENGTH = 10_000;

/**
 * Reads what was entered into a field: texts that are not empty, with `\n` as line break. Of what is too long or
 * too many, no more is read than shows that it is.
 */
export function readEntered({ type, choices, initial }: FormField, value: unknown): string[] {
	if (!type.show) return initial;

	const texts = (Array.isArray(value) ? value : [value])
		.slice(0, Math.max(choices.length, 1) + 1)
		.filter((text) => typeof text === 'string')
		// A browser sends a line break as two characters.
		.map((text) => asOnPage(text.slice(0, 2 * MAX_LENGTH + 1)));

	return texts.filter((text) => text.length > MAX_LENGTH || text.trim() !== '');
}

/** Returns the answer that a text stands for; undefined where it cannot be one. */
export function answerOf({ type }: AnswerRules, text: string): string | number | undefined {
	return type.answerOf ? type.answerOf(text) : text;
}

/** Returns the mistake in the texts that were entered into a field; undefined where they are an answer. */
export function problemWith(rules: AnswerRules, entered: string[]): Problem | undefined {
	const { type, required, choices, limit } = rules;
	if (!type.show) return undefined;

	if (entered.length === 0 && !limit?.least) {
		if (!required) return undefined;
		return choices.length > 0 ? 'choose' : 'missing';
	}

	if (entered.some(({ length }) => length > MAX_LENGTH)) return 'tooLong';
	if (!fits(rules, entered)) return 'invalid';

	const isWithin = !limit || (entered.length >= limit.least && entered.length <= limit.most);
	return isWithin ? undefined : 'choiceCount';
}

/** Tells whether a field can hold these texts, each of them and so many. */
function fits(rules: AnswerRules, entered: string[]): boolean {
	const { choices, multiple } = rules;
	if (!multiple && entered.length !== 1) return false;
	if (new Set(entered).size !== entered.length) return false;
	if (choices.length === 0) return entered.every((text) => answerOf(rules, text) !== undefined);

	const offered = new Set(choices);
	return entered.every((text) => offered.has(text));
}

/** Returns the value that comes out of a field, from the texts that were entered and are an answer. */
export function valueOf(field: FilledField): IDataObject[string] {
	if (field.multiple) return field.entered;

	const [text] = field.entered;
	return text === undefined ? null : answerOf(field, text);
}
