import type { IDataObject } from 'n8n-workflow';

import type { FormField } from './formField';
import { asOnPage } from './parse';

/** A field takes at most so many characters, in UTF-16 units; a line break is one. */
const MAX_LENGTH = 10_000;

/**
 * Reads what was typed into a field: texts that are not empty, with `\n` as line break. Of what is too long or
 * too many, no more is looked at than shows that it is.
 */
export function typedInto({ type, choices, typed }: FormField, value: unknown): string[] {
	if (!type.show) return typed;
	const texts = (Array.isArray(value) ? value : [value])
		.slice(0, Math.max(choices.length, 1) + 1)
		.filter((text) => typeof text === 'string')
		// A browser sends a line break as two characters.
		.map((text) => asOnPage(text.slice(0, 2 * MAX_LENGTH + 1)));
	return texts.filter((text) => text.length > MAX_LENGTH || text.trim() !== '');
}

/** Returns the answer that a text stands for; undefined where it cannot be one. */
export function parse({ type }: FormField, text: string): string | number | undefined {
	return type.parse ? type.parse(text) : text;
}

/** Returns the complaint about the text typed into a field; undefined where it can be taken. */
export function problemWith(field: FormField, typed: string[]): FormField['problem'] {
	const { type, required, choices, multiple, limit } = field;
	if (!type.show) return undefined;
	if (typed.length === 0 && !limit?.least) {
		if (!required) return undefined;
		return choices.length > 0 ? 'choose' : 'missing';
	}
	if (typed.some(({ length }) => length > MAX_LENGTH)) return 'tooLong';
	const isOne = multiple ? new Set(typed).size === typed.length : typed.length === 1;
	const offered = new Set(choices);
	const fits = (text: string) =>
		choices.length > 0 ? offered.has(text) : parse(field, text) !== undefined;
	// No browser sends these, so the page has no words for each of them.
	if (!isOne || !typed.every(fits)) return 'problems';
	const isWithin = !limit || (typed.length >= limit.least && typed.length <= limit.most);
	return isWithin ? undefined : 'choiceCount';
}

/** Returns the value that comes out of a field, of what was typed into it and can be taken. */
export function valueOf(field: FormField): IDataObject[string] {
	if (field.multiple) return field.typed;
	const [text] = field.typed;
	return text === undefined ? null : parse(field, text);
}
