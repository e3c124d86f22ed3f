import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { isObject } from '../util/members';

/**
 * Finds, as words of their own, what JavaScript, n8n and luxon write where an expression found no value or no text. Letters
 * without capitals may touch such a word: Chinese and Japanese have no spaces.
 */
const BROKEN_WORDS =
	/(?<![\p{Lu}\p{Ll}\p{N}_$])(?:undefined|null|NaN|Infinity|Invalid Date(?:Time)?)(?![\p{Lu}\p{Ll}\p{N}_])|\[object \w{1,40}\]|\bfunction\*? ?\w{0,100} ?\(|\[native code\]|\) ?(?:=>|\{)/gu;

/** A cell of a spreadsheet that holds an error. */
const ERROR_CELL = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|ERROR!)$/;

/** Returns the broken words of a text. */
const brokenWordsOf = (text: string): string[] => text.match(BROKEN_WORDS) ?? [];

/** Where the words of a text may come from. */
export interface Sources {
	/** What the user typed: an expression begins with `=`. */
	raw: unknown;
	/** Returns the data that the expression reads; it is looked at only where a broken word stands in the text. */
	data(): Iterable<unknown>;
}

/**
 * Refuses a text that a broken expression gives: people would read it. A broken word may stand in it where the author typed
 * it, or where the data have it: an alert quotes the error of another node.
 * @throws InputError
 */
export function refuseBrokenText(value: string, displayName: string, { raw, data }: Sources): void {
	if (value === raw && isTypedExpression(value)) {
		throw new InputError(
			`'${displayName}' is set to Fixed, but holds an expression`,
			`Switch '${displayName}' from Fixed to Expression.`,
		);
	}

	const words = new Set(brokenWordsOf(value));
	const trimmed = value.trim();
	if (words.has(trimmed) || ERROR_CELL.test(trimmed))
		throw brokenTextError(value, displayName, trimmed);
	if (words.size === 0 || value === raw) return;

	for (const word of brokenWordsOf(ownWordsOf(String(raw)))) words.delete(word);
	if (words.size > 0) for (const word of brokenWordsIn(data())) words.delete(word);
	for (const word of words) throw brokenTextError(value, displayName, word);
}

function brokenTextError(value: string, displayName: string, word: string): InputError {
	return new InputError(
		`'${displayName}' would be "${quoteValue(value)}": an expression in it found no value ("${quoteValue(word)}")`,
		'Check the names in it. $json is the output of the node just before this one. If it returns an object, pick one of its values, e.g. {{ $json.name.first }}.',
	);
}

/** True where `{{` is followed by `}}`. */
function isTypedExpression(text: string): boolean {
	const start = text.indexOf('{{');
	return start !== -1 && text.includes('}}', start);
}

/** Returns what the author typed into an expression for people to read: all outside its braces, and the quoted texts within. */
function ownWordsOf(raw: string): string {
	const [before, ...others] = raw.split('{{');
	const typed = others.map((part) => {
		const [code, ...rest] = part.split('}}');
		const quoted = code.match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g) ?? [];
		return [...quoted, ...rest].join('\n');
	});
	return [before, ...typed].join('\n');
}

/** Returns the broken words of all texts in some data. JSON's null and the names of fields are no words. */
function brokenWordsIn(data: Iterable<unknown>): Set<string> {
	const words = new Set<string>();
	const seen = new Set<unknown>();
	// Not by recursion: data may be nested deeper than JavaScript can call.
	const left = [...data];
	while (left.length > 0) {
		const one = left.pop();
		if (typeof one === 'string') {
			for (const word of brokenWordsOf(one)) words.add(word);
		} else if (isObject(one) && !seen.has(one)) {
			seen.add(one);
			for (const member of Object.values(one)) left.push(member);
		}
	}
	return words;
}

/** Finds the nodes that an expression names: `$('X')`, `$node["X"]`, `$items("X")`, `$node.X`. */
const NODES = /\$(?:items|node)?\s*[([]\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1|\$node\.(\w+)/g;

/**
 * Returns what gives the data that an expression reads: its item, the input where it names it, and the items of each node
 * that it names. Of the nodes, all that is kept is what `refuseBrokenText` looks for: they are looked through once in a run.
 */
export function dataReadBy(context: IExecuteFunctions) {
	const ofNodes = new Map<string, Set<string>>();

	return function* data(itemIndex: number, raw: unknown): Generator<unknown> {
		const expression = String(raw);
		const proxy = context.getWorkflowDataProxy(itemIndex);
		yield proxy.$json;
		if (/\$input|\$items\s*\(\s*\)/.test(expression)) yield* wordsOf('', () => proxy.$input.all());

		for (const [, , quoted = '', plain] of expression.matchAll(NODES)) {
			const name = plain ?? quoted.replace(/\\(.)/g, '$1');
			const node = proxy.$ as (name: string) => { all(): unknown[]; item: unknown };
			yield* wordsOf(name, () => node(name).all());
			// In a loop, it may come from an earlier round.
			yield dataOrNothing(() => node(name).item);
		}
	};

	function wordsOf(name: string, itemsOf: () => unknown[]): Set<string> {
		const words = ofNodes.get(name) ?? brokenWordsIn(dataOrNothing(itemsOf) ?? []);
		ofNodes.set(name, words);
		return words;
	}
}

/** Returns some data, undefined where n8n has none: the node has not run, or its items are not paired with this one. */
function dataOrNothing<Data>(read: () => Data): Data | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
