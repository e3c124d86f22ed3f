import type { IExecuteFunctions } from 'n8n-workflow';

import { brokenWordsIn } from './brokenText';

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
