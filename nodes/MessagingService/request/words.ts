import { ifPossible } from '../util/ifPossible';
import { isObject, memberOf } from '../util/members';

/** Names under which services put their words, the most telling first. */
const NAMES_OF_WORDS =
	'message error_description detail details msg description reason title error errors data'.split(
		' ',
	);

/** Names under which an entry of a list says which field it is about. */
const NAMES_OF_FIELDS = 'field loc path pointer param parameter property name source'.split(' ');

/** Finds the name of a map: each of its members is named after a field. */
const NAME_OF_MAP = /^(?:errors?|fields|violations)$/;

/**
 * Returns the service's own words from the body of its response, or an empty text: its headline, and behind it what it
 * says of single fields, as in "The given data was invalid: to must be a valid phone number". The shape of errors is not
 * known (section 7 of `docs/service.md`), so one walk reads them all.
 * @param json the body as JSON; undefined where it is none
 */
export function wordsIn(body: string, json: unknown) {
	const [, title = body] = /^\s*(?=<)[^]*?<title[^<>]*>([^<]*)/i.exec(body) ?? [];
	const [headline = title, ...others] = [...new Set(saidIn(json))].slice(0, 5);

	const words =
		others.length > 0 ? `${headline.replace(/[.:]$/, '')}: ${others.join('; ')}` : headline;
	// An empty object says nothing.
	return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** Returns what a body holds as JSON; undefined where it is none, or deeper. */
export function parseJson(body: string) {
	const json: unknown = ifPossible(() => JSON.parse(body));
	return isDeeper(json) ? undefined : json;
}

/** True where a value has more levels than n8n can surely save. */
const isDeeper = (value: unknown, levels = 100): boolean =>
	isObject(value) &&
	(levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));

/** True for a text with a letter in it: a code alone says nothing. */
const isSaid = (value: unknown): value is string =>
	typeof value === 'string' && /\p{L}/u.test(value);

/**
 * Returns all that a part of a body says, the headline first, with the names of fields:
 * - `{ "title": "Conflict", "detail": "It is taken" }`: its title and its most telling words;
 * - `{ "errors": { "to": ["is wrong"] } }`, a map: all members, each about the field of its name;
 * - `{ "error": { "message": "It is taken" } }`: what stands deeper;
 * - `[{ "loc": ["body", "to"], "msg": "is wrong" }]`: all entries, each about its field.
 * @param depth how deep it is looked into
 * @param name of the member that the part is
 * @param field that the part is about
 */
function saidIn(part: unknown, depth = 6, name = '', field = ''): string[] {
	if (isSaid(part)) {
		const words = part.trim();
		if (!field && !NAMES_OF_WORDS.includes(name)) return [];
		const isNamed = words.split(/[^\w-]+/).includes(field);
		return [field && !isNamed ? `${field} ${words}` : words];
	}
	if (!isObject(part) || depth === 0) return [];
	if (Array.isArray(part)) {
		return part.flatMap((entry: unknown) => {
			const path = NAMES_OF_FIELDS.map((member) => memberOf(entry, member)).find(Boolean);
			return saidIn(entry, depth - 1, name, path ? lastName(path) : field);
		});
	}

	const mostTelling = NAMES_OF_WORDS.find((word) => isSaid(part[word]));
	const isMap = !mostTelling && NAME_OF_MAP.test(name);
	const others = Object.keys(part).filter(
		(member) => isMap || (isObject(part[member]) && !NAMES_OF_FIELDS.includes(member)),
	);
	const said = mostTelling ? ['title', mostTelling] : [];
	return [...said, ...others].flatMap((member) =>
		saidIn(part[member], depth - 1, member, isMap ? lastName(member) : field),
	);
}

/** Returns the last name in a path: `["body", "to"]`, `$.to` and `{ "pointer": "/data/to" }` are "to". */
const lastName = (path: unknown) =>
	JSON.stringify(path)
		.slice(-100)
		.match(/[\w-]+/g)
		?.at(-1);

/** Finds escapes of an address (`%41`) and of JSON (`\u0041`, `\/`). */
const ESCAPES = /(?:%|\\u00)([\da-f]{2})|\\(?=.)/gis;

/**
 * True where a text holds the API token: as it is, or as services repeat what they got, after any number of rounds of the
 * escapes of JSON and of addresses. Behind too many rounds it may stand.
 */
export function holdsToken(text: string, token: string) {
	const plain = withoutEscapes(text);
	if (plain === undefined || text.includes(token)) return true;
	return plain.includes(withoutEscapes(token) ?? token);
}

/** Returns a text without its escapes, however often they were applied; undefined after 30 rounds: nobody applies more. */
function withoutEscapes(text: string) {
	let plain = text;
	for (let round = 0; round < 30; round++) {
		const before = plain;
		plain = before.replace(ESCAPES, (_, code?: string) =>
			code ? String.fromCharCode(parseInt(code, 16)) : '',
		);
		if (plain === before) return plain;
	}
	return undefined;
}
