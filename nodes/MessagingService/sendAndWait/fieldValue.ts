import type { IDataObject } from 'n8n-workflow';

import type { FormField } from './formField';
import type { Texts } from './languages';

/** Most characters that a field takes; a line break is one. */
const MAX_LENGTH = 10_000;

/**
 * Reads what was typed into a field: texts that are not empty, with `\n` as line break. Of what is too long or
 * too many, no more is looked at than shows that it is.
 */
export function typedInto({ type, choices, typed }: FormField, value: unknown): string[] {
	if (type === 'hiddenField') return typed;
	const texts = (Array.isArray(value) ? value : [value])
		.slice(0, Math.max(choices.length, 1) + 1)
		.filter((text) => typeof text === 'string')
		// A browser sends a line break as two characters.
		.map((text) => asOnPage(text.slice(0, 2 * MAX_LENGTH + 1)));
	return texts.filter((text) => text.length > MAX_LENGTH || text.trim() !== '');
}

/** Returns a text as it is the same on its way to a page and back: no half of a character, and `\n` as line break. */
export const asOnPage = (text: string) => text.replace(/\p{Cs}/gu, '').replace(/\r\n?/g, '\n');

/** Returns what the page has to say of what was typed into a field; undefined where it can be taken. */
export function problemWith(field: FormField, typed: string[]): keyof Texts | undefined {
	const { required, choices, multiple, limit } = field;
	if (typed.length === 0 && !limit?.least) {
		if (!required) return undefined;
		return choices.length > 0 ? 'choose' : 'missing';
	}
	if (typed.some(({ length }) => length > MAX_LENGTH)) return 'tooLong';
	const isOne = multiple ? new Set(typed).size === typed.length : typed.length === 1;
	const offered = new Set(choices);
	const fits = (text: string) => (choices.length > 0 ? offered.has(text) : isOf(field, text));
	// No browser sends these, so the page has no words for each of them.
	if (!isOne || !typed.every(fits)) return 'problems';
	const isWithin = !limit || (typed.length >= limit.least && typed.length <= limit.most);
	return isWithin ? undefined : 'choiceCount';
}

/** Tells whether a text is one of the field's type. */
function isOf({ type }: FormField, text: string): boolean {
	if (type === 'number') return decimalOf(text) !== undefined;
	if (type === 'date') return isDate(text);
	return type !== 'email' || /^[^\s@]+@[^\s@]+$/.test(text.trim());
}

/** Tells whether the calendar has a date: a Date takes 31 February for 3 March. */
export function isDate(text: string): boolean {
	return /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !!new Date(text).toJSON()?.startsWith(text);
}

/** Returns a decimal number in the one way that any notation of it comes to; undefined for anything else. */
function decimalOf(text: string): string | undefined {
	const [, sign, whole, part = '', exponent = '0'] =
		/^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim()) ?? [];
	if (whole === undefined) return undefined;
	const digits = `${whole}${part}`.replace(/(?<!0)0+$/, '');
	const power = Number(exponent) + whole.length - digits.length;
	const significant = digits.replace(/^0+/, '');
	return significant ? `${sign.replace('+', '')}${significant}e${power}` : '0';
}

/** Returns the value that comes out of a field, of what was typed into it and can be taken. */
export function valueOf({ type, multiple, typed }: FormField): IDataObject[string] {
	if (multiple) return typed;
	const [text] = typed;
	if (text === undefined) return null;
	if (type === 'number') return numberOf(text);
	return type === 'text' || type === 'email' ? text.trim() : text;
}

/** Returns a number, or the text that was typed where a number would lose digits of it. */
function numberOf(text: string): number | string {
	const number = Number(text);
	const isSafe = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isSafe && decimalOf(String(number)) === decimalOf(text) ? number : text.trim();
}
