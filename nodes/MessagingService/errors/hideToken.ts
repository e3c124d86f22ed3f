import type { INode } from 'n8n-workflow';

/** Returns a text as it is, or in its place that it holds the API token. */
export type Hide = (text: string) => string;

/** What stands in the place of a text that is not shown. */
const HELD = '(not shown: it contains the API token)';

/** So many characters of a token in a row give it away. */
const TELLING = 8;

/** A shorter text is no secret, and stands in many a word. */
const SHORTEST = 4;

/** How addresses, HTML, JSON and programs spell a character otherwise, also several times over. */
const SPELT =
	/(?:%(?:25)*|(?<!\\)\\+(?:x|u00)|&(?:amp;)*#x0*(?=..(?![0-9a-f])))([0-9a-f]{2});?|&(?:amp;)*#0*(\d{2,3})(?!\d);?|&(?:amp;)*(amp|lt|gt|quot|apos);|(?<!\\)\\+(["'/\\bfnrt])/gi;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns what keeps a token out of errors: a text in which 8 characters of it stand in a row is not shown,
 * also where they are spelt as in an address, in JSON or HTML, in base64 or hexadecimal. A token of less than
 * 8 characters is looked for as a whole.
 */
export function hideToken(token: string): Hide {
	if (token.length < SHORTEST) return (text) => text;
	// Most executions quote nothing.
	let parts: Set<string> | undefined;
	const shortest = Math.min(TELLING, token.length);
	const lengths = [...new Set([shortest, TELLING])];
	return (text) => {
		parts ??= new Set([
			...partsOf(token, shortest),
			...[plain(token), ...encodings(token)].flatMap((form) => partsOf(form, TELLING)),
		]);
		const shown = [...new Set([text, plain(text)])].flatMap((form) =>
			lengths.flatMap((length) => partsOf(form, length)),
		);
		return shown.some((part) => parts?.has(part)) ? HELD : text;
	};
}

/** Returns how a text reads once its characters are no longer spelt otherwise, however often they were. */
function plain(text: string): string {
	const read = text.replace(SPELT, plainly);
	return read === text ? text : plain(read);
}

function plainly(_: string, hex?: string, decimal?: string, name?: string, sign = ' '): string {
	if (name) return NAMED[name.toLowerCase()];
	if (hex ?? decimal) return String.fromCharCode(Number(decimal ?? `0x${hex}`));
	// The letter of a line break belongs to no word.
	return /[a-z]/i.test(sign) ? ' ' : sign;
}

/** Returns a token in base64 and hexadecimal, as it stands amid other letters. */
function encodings(token: string): string[] {
	// Six bits a letter: the first and last may hold something of what stands beside the token.
	const letters = (bytes: number) => (bytes * 8) / 6;
	const inside = (encoding: BufferEncoding, before: number) =>
		Buffer.from(' '.repeat(before) + token)
			.toString(encoding)
			.slice(Math.ceil(letters(before)), Math.floor(letters(before + token.length)));
	const hex = Buffer.from(token).toString('hex');
	return [
		...[0, 1, 2].flatMap((before) => [inside('base64', before), inside('base64url', before)]),
		hex,
		hex.toUpperCase(),
	];
}

/** Returns all parts of a text of one length; none where it is shorter. */
function partsOf(text: string, length: number): string[] {
	const count = Math.max(text.length - length + 1, 0);
	return Array.from({ length: count }, (_, start) => text.slice(start, start + length));
}

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
