import type { IDataObject } from 'n8n-workflow';

import type { FormField } from './formFields';
import type { Texts } from './languages';

/** What came of reading an answer: its values by name, and by key of a field what to say of it. */
export interface FormAnswer {
	values: IDataObject;
	problems: Map<string, keyof Texts>;
}

/** Reads what was typed into a form. */
export function readFormAnswer(fields: FormField[], body: Record<string, unknown>): FormAnswer {
	const values: Array<[string, IDataObject[string]]> = [];
	const problems = new Map<string, keyof Texts>();
	for (const field of fields) {
		const typed = typedValues(body[field.key]).map((value) => choiceOf(field, value));
		const problem = problemWith(field, typed);
		if (problem) problems.set(field.key, problem);
		else values.push([field.name, valueOf(field, typed)]);
	}
	// As own properties, whatever the names: `__proto__` is one too.
	return { values: Object.fromEntries(values), problems };
}

/** The choice that a browser means: it sends line breaks as CRLF, however they were written. */
function choiceOf({ choices }: FormField, typed: string): string {
	const text = (value: string) => value.replace(/\r\n?/g, '\n');
	return choices.find((choice) => text(choice) === text(typed)) ?? typed;
}

/** Gives what was typed into a field: texts that are not blank. */
export function typedValues(typed: unknown): string[] {
	return (Array.isArray(typed) ? typed : [typed]).filter(
		(value): value is string => typeof value === 'string' && value.trim() !== '',
	);
}

function problemWith(
	{ type, required, choices, multiple }: FormField,
	typed: string[],
): keyof Texts | undefined {
	if (typed.length === 0) {
		if (!required) return undefined;
		if (choices.length === 0) return 'missing';
		return multiple ? 'missingChoices' : 'missingChoice';
	}
	if (choices.length > 0) {
		const known = typed.every((value) => choices.includes(value));
		return known && (multiple || typed.length === 1) ? undefined : 'notInList';
	}
	const [text, ...others] = typed;
	if (type === 'number' && !decimalOf(text)) return 'notNumber';
	if (type === 'date' && !isDate(text)) return 'notDate';
	if (type === 'email' && !/^\S+@\S+$/.test(text)) return 'notEmail';
	// The page has one input for it: none of several is more of an answer than the others.
	return others.length > 0 ? 'missing' : undefined;
}

/** Of the calendar: a Date takes 31 February for 3 March. */
function isDate(text: string): boolean {
	return /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && !!new Date(text).toJSON()?.startsWith(text);
}

/** Gives a decimal number in the one way that any notation of it comes to; undefined for anything else. */
function decimalOf(text: string): string | undefined {
	const [, sign, whole, part = '', exponent = '0'] =
		/^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text.trim()) ?? [];
	if (whole === undefined) return undefined;
	const digits = `${whole}${part}`.replace(/(?<!0)0+$/, '');
	const power = Number(exponent) + whole.length - digits.length;
	const significant = digits.replace(/^0+/, '');
	return significant ? `${sign.replace('+', '')}${significant}e${power}` : '0';
}

function valueOf({ type, multiple }: FormField, typed: string[]) {
	if (multiple) return typed;
	const [text] = typed;
	if (text === undefined) return null;
	if (type === 'number') return numberOf(text);
	return type === 'text' || type === 'email' ? text.trim() : text;
}

/** Gives a number, or the text that was typed where a number would lose digits of it. */
function numberOf(text: string): number | string {
	const number = Number(text);
	const isSafe = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isSafe && decimalOf(String(number)) === decimalOf(text) ? number : text.trim();
}
