import { InputError } from '../errors/inputError';
import { quote } from '../errors/quote';
import { checkExpression, isExpression, type Parameter } from './parameter';

/** Texts that JavaScript and n8n write for a missing value, as the alternatives of a pattern. */
export const NO_VALUE = 'undefined|null|NaN|Invalid Date|Invalid DateTime';

const ONLY_NO_VALUE = new RegExp(`^(?:${NO_VALUE})(?:\\s+(?:${NO_VALUE}))*$`);

/** The text that JavaScript writes for an object. */
const OBJECT = '[object Object]';

/** Stands for it where texts are compared: Unicode's own character for that, which has no space. */
const OBJECT_MARK = '\uFFFC';

/** Makes a text parameter refuse what a broken expression gives: a person would read it. */
export function unbroken<Text extends string | undefined>(text: Parameter<Text>): Parameter<Text> {
	const parameter: Parameter<Text> = {
		...text,
		read(value, name, read) {
			const given = text.read(value, name, read);
			if (given !== undefined) checkText(given, name, read.raw(parameter));
			return given;
		},
	};
	return parameter;
}

/**
 * Checks that a text is none that a broken expression gives.
 * @param raw what the user typed, of which n8n made the text
 * @throws InputError that says what is wrong with the expression. It holds nothing that is refused itself, since it may
 * become the message of an error workflow.
 */
function checkText(text: string, name: string, raw: unknown): void {
	const unevaluated = expressionsIn(text).find(({ code }) => code.includes('$'));
	if (unevaluated) {
		throw new InputError(
			`'${name}' contains the expression ${named(unevaluated)}, which n8n has not evaluated`,
			isExpression(raw)
				? `It stands in the data, and n8n evaluates only what stands in the field itself: write it into '${name}', or remove it from the data.`
				: `Switch '${name}' from Fixed to Expression.`,
		);
	}

	if (text.includes(OBJECT)) {
		throw new InputError(
			`'${name}' contains "object Object": ${originOfObject(text, raw)}`,
			'Pick one of the values of the object, e.g. $json.name.first, or write it as text: JSON.stringify($json.name).',
		);
	}

	if (ONLY_NO_VALUE.test(text.trim())) {
		throw new InputError(
			`'${name}' is nothing but "${quote(text)}": a value is missing`,
			checkExpression(name),
		);
	}
}

/** An expression in double curly brackets. */
interface Embedded {
	/** The text between the expression before, or the beginning, and this one. */
	before: string;
	/** The expression without its brackets. */
	code: string;
}

/** Returns the expressions of a text. */
function expressionsIn(text: string): Embedded[] {
	return text
		.split('}}')
		.slice(0, -1)
		.filter((part) => part.includes('{{'))
		.map((part) => {
			const start = part.indexOf('{{');
			return { before: part.slice(0, start), code: part.slice(start + 2) };
		});
}

/** Says which expressions of a template gave an object: those between whose neighbours it stands in the text. */
function originOfObject(text: string, template: unknown): string {
	const expressions = isExpression(template) ? expressionsIn(template.slice(1)) : [];
	const values = valuesOf(text.replaceAll(OBJECT, OBJECT_MARK), expressions);
	const suspects = expressions.filter((_, index) => values?.[index].includes(OBJECT_MARK) ?? true);
	if (suspects.length === 0) return 'it was made of an object';

	return `${suspects.map(named).join(values ? ' and ' : ' or ')} returned an object`;
}

/** Returns an expression as an error names it. */
function named({ code }: Embedded): string {
	return `"${quote(code.replaceAll('{{', ''))}"`;
}

/** Returns the values of the expressions in a text, undefined where the texts between them do not tell them apart. */
function valuesOf(text: string, expressions: Embedded[]): string[] | undefined {
	const values: string[] = [];
	let start = expressions[0]?.before.length ?? 0;

	for (const { before } of expressions.slice(1)) {
		const end = before === '' ? -1 : text.indexOf(before, start);
		if (end === -1) return undefined;

		values.push(text.slice(start, end));
		start = end + before.length;
	}
	return [...values, text.slice(start)];
}
