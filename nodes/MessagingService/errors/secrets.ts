import type { INode } from 'n8n-workflow';

import type { Hide } from './hideToken';
import { HELD } from './hideToken';

/** What keeps the token of each credential out of errors, by n8n's ID of the credential. */
const hides = new Map<string, Hide>();

const idOf = ({ credentials = {} }: INode) =>
	Object.values(credentials)
		.map(({ id }) => id)
		.join();

/** Keeps a token out of all errors of the nodes that use its credential. */
export function keepSecret(node: INode, hide: Hide): void {
	hides.set(idOf(node), hide);
}

/**
 * Returns a text of an error without the token. Values of users stand in double quotation marks; outside of
 * them a text is the node's own, and may share a word with a token.
 */
export function withoutSecret(node: INode, text: string): string {
	const hide = hides.get(idOf(node));
	// Each line may be about another item.
	return text.replace(/"[^\n]*"/g, (quoted) =>
		!hide || hide(quoted) === quoted ? quoted : `"${HELD}"`,
	);
}
