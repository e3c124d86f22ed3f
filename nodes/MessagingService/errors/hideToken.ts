import type { INode } from 'n8n-workflow';

/** Returns a text as it is, or in its place that it holds the API token. */
export type Hide = (text: string) => string;

/** Stands in the place of a text that is not shown. */
const HIDDEN_TEXT = '(not shown: it contains the API token)';

/** So many characters of a token in a row give it away. */
const MIN_SECRET_RUN = 8;

/** A shorter text is no secret, and stands in many a word. */
const MIN_SECRET = 4;

/** How addresses, HTML, JSON and programs spell a character otherwise, also several times over. */
const SPELT =
	/(?:%(?:25)*|(?<!\\)\\+(?:x|u00)|&(?:amp;)*#x0*(?=..(?![0-9a-f])))(?<hex>[0-9a-f]{2});?|&(?:amp;)*#0*(?<decimal>\d{2,3})(?!\d);?|&(?:amp;)*(?<name>[a-z]{2,6});|(?<!\\)\\+(?<sign>["'/\\bfnrt])/gi;

/** Names that HTML has for characters, each before its character. */
const NAMES =
	'amp& lt< gt> quot" apos\' excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals= quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave` lcub{ lbrace{ verbar| vert| rcub} rbrace} hyphen- dash-';

const NAMED = new Map(NAMES.split(' ').map((entry) => [entry.slice(0, -1), entry.slice(-1)]));

/** How often a text may be encoded over and over. */
const MAX_ENCODINGS = 3;

/**
 * Returns a function that keeps a token out of errors: a text in which 8 characters of it stand in a row is not shown, also
 * where they are spelt as in an address, in JSON or HTML, or encoded as bytes or in base64. A token of less than 8
 * characters is looked for as a whole, and not in base64, where any word may hold it.
 */
export function hideToken(token: string): Hide {
	if (token.length < MIN_SECRET) return (text) => text;
	const length = Math.min(MIN_SECRET_RUN, token.length);
	const partsOf = (form: string) => [...form].map((_, start) => form.slice(start, start + length));
	const parts = [token, plain(token)].flatMap(partsOf).filter((part) => part.length === length);
	const decoders = [fromHex, fromDecimals, ...(length < MIN_SECRET_RUN ? [] : [fromBase64])];
	const holdsToken = (text: string, depth: number): boolean =>
		[...new Set([text, plain(text)])].some(
			(form) =>
				parts.some((part) => form.includes(part)) ||
				(depth > 0 &&
					decoders.some((decode) => decode(form).some((inner) => holdsToken(inner, depth - 1)))),
		);
	return (text) => (holdsToken(text, MAX_ENCODINGS) ? HIDDEN_TEXT : text);
}

/** Returns how a text reads once its characters are no longer spelt otherwise, however often they were. */
function plain(text: string): string {
	const read = text.replace(SPELT, (spelt, ...match) => characterOf(spelt, match.at(-1)));
	return read === text ? text : plain(read);
}

/** Returns the character that is spelt in one of four ways. */
function characterOf(spelt: string, way: Partial<Record<string, string>>): string {
	const { hex, decimal, name, sign = ' ' } = way;
	if (name) return NAMED.get(name.toLowerCase()) ?? spelt;
	if (hex ?? decimal) return String.fromCharCode(Number(decimal ?? `0x${hex}`));
	// The letter of a line break belongs to no word.
	return /[a-z]/i.test(sign) ? ' ' : sign;
}

/** Reads bytes in hexadecimal, also with something between them: "6d 53", "0x6d,0x53". */
function fromHex(text: string): string[] {
	const runs = text.match(/(?:[\da-f]{2}[^\da-z]{0,4}(?:0?x|u00)?){4,}/gi) ?? [];
	return runs.flatMap((run) => {
		const digits = run.replace(/0?x|u00|[^\da-f]/gi, '');
		return [0, 1].map((start) => Buffer.from(digits.slice(start), 'hex').toString('latin1'));
	});
}

/** Reads bytes in decimal: "[109,83]". */
function fromDecimals(text: string): string[] {
	const runs = text.match(/(?:\d{2,3}[^\da-z]{1,5}){3,}\d{2,3}/gi) ?? [];
	return runs.map((run) => Buffer.from((run.match(/\d+/g) ?? []).map(Number)).toString('latin1'));
}

/** Reads base64. What it begins with may stand amid other letters. */
function fromBase64(text: string): string[] {
	const runs = text.match(/[\w+/-]{10,}/g) ?? [];
	return runs.flatMap((run) =>
		[0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64').toString('latin1')),
	);
}

/** Keeps the token of each credential out of errors, by n8n's ID of the credential. */
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
		!hide || hide(quoted) === quoted ? quoted : `"${HIDDEN_TEXT}"`,
	);
}

/** Takes the token out of all texts of an error of n8n's own, such as the name of a node that an expression names. */
export function hideIn(node: INode, error: Error & { node?: unknown }): void {
	const hide = hides.get(idOf(node));
	const seen = new Set<unknown>([error.node]);
	const visit = (value: unknown) => {
		if (typeof value !== 'object' || value === null || seen.has(value)) return;
		seen.add(value);
		for (const name of Object.getOwnPropertyNames(value)) {
			const inner: unknown = Reflect.get(value, name);
			if (typeof inner !== 'string') visit(inner);
			else if (hide?.(inner) !== inner) Reflect.set(value, name, HIDDEN_TEXT);
		}
	};
	if (hide) visit(error);
}
