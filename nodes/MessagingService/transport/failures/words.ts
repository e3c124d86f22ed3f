import { isObject } from '../../host/object';

/** Names under which services put their words, the most telling first. */
const WORDS =
	'message error_description detail details msg description reason title error errors data'.split(
		' ',
	);

/** Names under which an entry of a list says which field it is about. */
const FIELDS = 'field loc path pointer param parameter property name source'.split(' ');

/** Names under which each member may be named after a field. */
const MAPS = 'error errors fields violations'.split(' ');

/** How deep a body is looked into, how many members of each part, and how many words are quoted. */
const MAX_DEPTH = 6;
const MAX_MEMBERS = 50;
const MAX_WORDS = 5;

/** Most characters of a web page, or of a text, that are looked at. */
const MAX_READ = 10_000;

/** Something that a response says, and the field that it is about. */
interface Said {
	field?: string;
	words: string;
}

/**
 * Returns the service's own words from the body of its response, or an empty text: its headline, and behind it what it
 * says of single fields. The shape of errors is not known (section 7 of `docs/service.md`), so one walk reads them all.
 */
export function wordsIn(body: string): string {
	const start = body.slice(0, MAX_READ);
	const title = /^\s*</.test(start) ? /<title[^<>]*>([^<]*)/i.exec(start) : null;
	if (title) return title[1];

	const said = saidIn(parseJson(body), MAX_DEPTH, {});
	const words = said.length > 0 ? sentenceOf(said) : start;
	// An empty object says nothing.
	return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** Returns what a body holds as JSON; undefined where it is none. */
export function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** Puts together what was said: "The given data was invalid: to must be a valid phone number". */
function sentenceOf(said: Said[]): string {
	const texts = said.map(({ field, words }) =>
		field && !words.includes(field) ? `${field} ${words}` : words,
	);
	// A headline often says again what a field's entry says.
	const isNew = (text: string, index: number) =>
		!texts.some((other, place) =>
			place < index ? other === text : place > index && other.endsWith(` ${text}`),
		);

	const [headline, ...others] = texts.filter(isNew).slice(0, MAX_WORDS);
	return others.length > 0 ? `${headline.replace(/[.:]$/, '')}: ${others.join('; ')}` : headline;
}

/**
 * Returns all that a part of a body says, the headline first.
 * @param place the member's name, and the field that it is about
 */
function saidIn(
	part: unknown,
	depth: number,
	{ name = '', field }: { name?: string; field?: string },
): Said[] {
	if (typeof part === 'string') {
		const isSaid = part.trim() !== '' && (field !== undefined || WORDS.includes(name));
		return isSaid ? [{ field, words: part.trim() }] : [];
	}
	if (!isObject(part) || depth === 0) return [];
	if (Array.isArray(part)) {
		const entries = part.slice(0, MAX_MEMBERS);
		return entries.flatMap((entry) =>
			saidIn(entry, depth - 1, {
				name,
				field: isObject(entry) ? (fieldIn(entry) ?? field) : field,
			}),
		);
	}

	const headline = WORDS.find((word) => typeof part[word] === 'string' && part[word] !== '');
	const isMap = headline === undefined && MAPS.includes(name);
	const members = Object.entries(part).filter(
		([member, value]) =>
			isMap || (isObject(value) && member !== headline && !FIELDS.includes(member)),
	);

	const first = headline ? saidIn(part[headline], depth, { name: headline, field }) : [];
	const others = members
		.slice(0, MAX_MEMBERS)
		.flatMap(([member, value]) =>
			saidIn(value, depth - 1, { name: member, field: isMap ? lastName(member) : field }),
		);
	return [...first, ...others];
}

/** Returns the field that an entry of a list is about: `["body", "to"]` and `/data/attributes/to` are "to". */
function fieldIn(entry: unknown): string | undefined {
	if (typeof entry === 'string') return lastName(entry);
	if (!isObject(entry)) return undefined;
	if (Array.isArray(entry)) return fieldIn(entry.filter((name) => typeof name === 'string').at(-1));

	const name = FIELDS.find((field) => field in entry);
	return name && fieldIn(entry[name]);
}

/** Returns the last name of a path, such as `$.to` or `/data/to`. */
const lastName = (path: string) => /[\w-]+$/.exec(path.slice(-100))?.[0];
