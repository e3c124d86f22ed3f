import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { ifPossible } from '../util/ifPossible';
import { isObject } from '../util/members';
import type { Place } from './parameter';

/**
 * Finds, as words of their own, what JavaScript, n8n and luxon write where an expression found no value or no text. Letters
 * without capitals may touch such a word: Chinese and Japanese have no spaces. An error of a spreadsheet's cell is found where
 * it stands alone.
 */
const BROKEN_WORDS =
	/(?<![\p{Lu}\p{Ll}\p{N}_])(?:undefined|null|NaN|Infinity|Invalid Date(?:Time)?)(?![\p{Lu}\p{Ll}\p{N}_])|\[object \w{1,40}\]|\bfunction\*? ?\w{0,100} ?\(|\[native code\]|\) ?(?:=>|\{)|#(?<=^\s*#)(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|ERROR!)(?=\s*$)/gu;

/** Finds the texts in quotation marks within the code of an expression. */
const QUOTED = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g;

/** Finds braces that open and close, in one go: it does not begin anew at each that opens. */
const EXPRESSION = /^(?:(?!\{\{)[^])*\{\{[^]*\}\}/;

/**
 * Finds the nodes that an expression names: `$('X')`, `$node["X"]`, `$items("X")`, `$node.X`. Where it names the input
 * instead, what is found has no name.
 */
const SOURCES =
	/\$(?:items|node)?\s*[([]\s*(?<mark>["'`])(?<quoted>(?:\\.|(?!\k<mark>)[^\\])*)\k<mark>|\$node\.(?<plain>\w+)|\$input|\$items\s*\(\s*\)/g;

/** An item, and what is known of the data that its texts are made of. */
export interface ItemData {
	context: IExecuteFunctions;
	itemIndex: number;
	json: IDataObject;
	/**
	 * The broken words in data, by the item or the name of the node that has it. All items of a run share this map, since many of
	 * their texts name the same data, which is looked through once.
	 */
	wordsFound: Map<unknown, string[]>;
}

/**
 * Refuses a text that a broken expression gives, since people would read it. A broken word may stand in it where the author
 * typed it, or where the data have it: an alert quotes the error of another node.
 * @throws InputError
 */
export function refuseBrokenText(text: string, { displayName, typed }: Place, item: ItemData) {
	if (text === typed && EXPRESSION.test(text)) {
		throw new InputError(
			`'${displayName}' is set to Fixed, but holds an expression`,
			`Switch '${displayName}' from Fixed to Expression.`,
		);
	}

	const words = brokenWordsIn(text);
	if (words.length === 0) return;

	const whole = text.trim();
	const known = new Set(knownWords(String(typed), item));
	const word = words.find((one) => one === whole || !known.has(one));
	if (!word) return;

	throw new InputError(
		`'${displayName}' would be "${quoteValue(text)}": an expression in it found no value ("${quoteValue(word)}")`,
		'Check the names in it. $json is the output of the node just before this one. If it returns an object, pick one of its values, e.g. {{ $json.name.first }}.',
	);
}

/**
 * Returns the broken words that the author typed, and those in the data that the expression reads: its item, and the nodes that it
 * names.
 */
function knownWords(code: string, { context, itemIndex, wordsFound }: ItemData) {
	const wordsOf = (data: unknown, key = data) => {
		const words = wordsFound.get(key) ?? brokenWordsIn(data);
		wordsFound.set(key, words);
		return words;
	};

	const proxy = context.getWorkflowDataProxy(itemIndex);
	const words = brokenWordsIn([ownTextsOf(code), proxy.$json]);
	for (const { groups } of code.matchAll(SOURCES)) {
		const { quoted = '', plain = quoted } = groups ?? {};
		const name = plain.replace(/\\(.)/g, '$1');
		const node = () => (name ? proxy.$(name) : proxy.$input);
		// n8n has no data where a node has not run, or its items are not paired with this one. In a loop, its item may come
		// from an earlier round.
		const item = ifPossible(() => node().item);
		const all = ifPossible(() => node().all());
		words.push(...wordsOf(item), ...wordsOf(all, name));
	}
	return words;
}

/** Returns the texts that the author typed for people to read: outside the braces of an expression, and quoted within. */
const ownTextsOf = (code: string) =>
	// So in each part, what stands inside the braces comes first, then what stands outside.
	`}}${code}`.split('{{').flatMap((part) => {
		const [inside, ...outside] = part.split('}}');
		return [...outside, ...(inside.match(QUOTED) ?? [])];
	});

/** Returns the broken words, each once, of all texts in some data. JSON's null and the names of fields are no words. */
function brokenWordsIn(data: unknown) {
	const words = new Set<string>();
	// Not by recursion, since data may be nested deeper than JavaScript can call. What is added to a set while it is gone
	// through has its turn too, and only once: an object may hold itself.
	const found = new Set([data]);
	for (const one of found) {
		if (typeof one === 'string') {
			for (const word of one.match(BROKEN_WORDS) ?? []) words.add(word);
		} else if (isObject(one)) {
			for (const member of Object.values(one)) found.add(member);
		}
	}
	return [...words];
}
