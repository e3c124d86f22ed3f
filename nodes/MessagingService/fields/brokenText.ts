import type { IExecuteFunctions } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { ifPossible } from '../util/ifPossible';
import { isObject } from '../util/members';

/**
 * Finds, as words of their own, what JavaScript, n8n and luxon write where an expression found no value or no text. Letters
 * without capitals may touch such a word: Chinese and Japanese have no spaces. An error of a spreadsheet's cell is found where
 * it stands alone.
 */
const BROKEN_WORDS =
	/(?<![\p{Lu}\p{Ll}\p{N}_])(?:undefined|null|NaN|Infinity|Invalid Date(?:Time)?)(?![\p{Lu}\p{Ll}\p{N}_])|\[object \w{1,40}\]|\bfunction\*? ?\w{0,100} ?\(|\[native code\]|\) ?(?:=>|\{)|#(?<=^\s*#)(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|ERROR!)(?=\s*$)/gu;

/** Finds the texts in quotation marks within the code of an expression. */
const QUOTED = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g;

/**
 * Finds the nodes that an expression names: `$('X')`, `$node["X"]`, `$items("X")`, `$node.X`. Where it names the input
 * instead, what is found has no name.
 */
const SOURCES =
	/\$(?:items|node)?\s*[([]\s*(?<mark>["'`])(?<quoted>(?:\\.|(?!\k<mark>)[^\\])*)\k<mark>|\$node\.(?<plain>\w+)|\$input|\$items\s*\(\s*\)/g;

/** Returns what makes, for an item of a run, what refuses the texts that a broken expression gives: people would read them. */
export function brokenTextCheck(context: IExecuteFunctions) {
	/** Many texts of a run name the same data: they are looked through once, an item by itself, all items of a node by its name. */
	const found = new Map<unknown, string[]>();
	const wordsOf = (data: unknown, key = data) => {
		const words = found.get(key) ?? brokenWordsIn(data);
		found.set(key, words);
		return words;
	};

	/**
	 * Returns the broken words that the author typed, and those in the data that an expression reads: its item, and the
	 * nodes that it names.
	 */
	const wordsKnownTo = (typed: string, itemIndex: number) => {
		const proxy = context.getWorkflowDataProxy(itemIndex);
		const words = brokenWordsIn([ownTextsOf(typed), proxy.$json]);
		for (const { groups } of typed.matchAll(SOURCES)) {
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
	};

	/**
	 * Refuses a broken text. A broken word may stand in it where the author typed it, or where the data have it: an alert
	 * quotes the error of another node.
	 * @param raw what the user typed: an expression begins with `=`
	 * @throws InputError
	 */
	return (itemIndex: number) => (value: string, displayName: string, raw: unknown) => {
		if (value === raw && value.split('{{').slice(1).join().includes('}}')) {
			throw new InputError(
				`'${displayName}' is set to Fixed, but holds an expression`,
				`Switch '${displayName}' from Fixed to Expression.`,
			);
		}

		const words = brokenWordsIn(value);
		if (words.length === 0) return;

		const whole = value.trim();
		const known = new Set(wordsKnownTo(String(raw), itemIndex));
		const word = words.find((one) => one === whole || !known.has(one));
		if (!word) return;

		throw new InputError(
			`'${displayName}' would be "${quoteValue(value)}": an expression in it found no value ("${quoteValue(word)}")`,
			'Check the names in it. $json is the output of the node just before this one. If it returns an object, pick one of its values, e.g. {{ $json.name.first }}.',
		);
	};
}

/** Returns the texts that the author typed for people to read: outside the braces of an expression, and quoted within. */
const ownTextsOf = (raw: string) =>
	// So each part begins with code, the first one with none.
	`}}${raw}`.split('{{').flatMap((part) => {
		const [code, ...texts] = part.split('}}');
		return [...texts, ...(code.match(QUOTED) ?? [])];
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
