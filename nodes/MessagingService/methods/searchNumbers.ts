import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { Secrets } from '../errors/secrets';
import { connect, createClient, INTERACTIVE_SETTINGS } from '../service/createClient';
import {
	COUNTRY_NAMES,
	FEATURE_NAMES,
	groupPools,
	numberOf,
	type PoolNumber,
	textIn,
} from '../service/numbers';

/** Most numbers that the editor shows before it asks for more. */
const PAGE_SIZE = 500;

/** The service says UK for what ISO 3166-1 calls GB; people search for both. */
const UNITED_KINGDOM = ['GB', 'UK'];

/** The findings of a search. */
type Found = INodeListSearchResult['results'];

/** The findings of the last search of several pages. Only its place is in the token, which n8n sends through proxies. */
let lastSearch: { id: string; found: Found } | undefined;

/**
 * Lists the numbers of the pool (section 4.5 of `docs/service.md`) for the resource locators, searched by number, country
 * (by code or name), carrier, and what a number can do.
 * @param paginationToken the search's ID and how many numbers stand on the pages before. Where another search came
 * between, the pool is read again.
 */
export async function searchNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken = '',
): Promise<INodeListSearchResult> {
	const [id = '', position] = paginationToken.split(' ');
	const found = lastSearch?.id === id ? lastSearch.found : await findNumbers(this, filter);

	const start = Number(position ?? 0);
	const end = start + PAGE_SIZE;
	const results = found.slice(start, end);
	if (end >= found.length) return { results };

	lastSearch = { id: id || String(Math.random()), found };
	return { results, paginationToken: `${lastSearch.id} ${end}` };
}

async function findNumbers(context: ILoadOptionsFunctions, filter = ''): Promise<Found> {
	const source = { node: context.getNode(), secrets: new Secrets() };
	try {
		const connection = await connect(context, source.secrets);
		const service = createClient(context, connection, INTERACTIVE_SETTINGS);
		// A number that stands in two arrays is listed once.
		const pool = groupPools(await service.getPurchasable({}), numberOf);
		return matching(pool, wordsOf(filter));
	} catch (error) {
		throw nodeError(source, error);
	}
}

/** Returns the numbers that fit all words of a search, as the list shows them. */
function matching(pool: Map<string, PoolNumber[]>, words: string[]): Found {
	return [...pool].flatMap(([value, records]) => {
		const name = nameOf(value, records);
		const country = textIn(records[0], 'country') ?? '';
		const codes = UNITED_KINGDOM.includes(country) ? UNITED_KINGDOM : [country];
		const searchable = [name, ...codes, ...featuresOf(records)].join(' ').toLowerCase();

		// Digits are found also where the number has punctuation between them.
		const fits = (word: string) =>
			searchable.includes(word) || (/^\d+$/.test(word) && value.includes(word));
		return words.every(fits) ? [{ name, value }] : [];
	});
}

/** Returns the name of a number in the list: its notation, country, features and carrier. */
function nameOf(value: string, records: PoolNumber[]): string {
	const [record] = records;
	const country = textIn(record, 'country') ?? '';
	const features = featuresOf(records);
	const can = features
		// "Text, SMS" would say the same twice.
		.filter((feature) => feature !== 'text' || !features.includes('sms'))
		.map((feature) => FEATURE_NAMES.get(feature) ?? feature);

	const parts = [
		textIn(record.data, 'formatted') ?? value,
		COUNTRY_NAMES.get(country) ?? country,
		// Before the carrier, since the panel cuts long entries off.
		can.join(', '),
		textIn(record, 'carrier'),
	];
	return parts.filter(Boolean).join(' · ');
}

/** Returns the features of a number: the arrays that it stood in, and those that its records name. */
function featuresOf(records: PoolNumber[]): string[] {
	const features = records.flatMap(({ pool, supports }): unknown[] =>
		Array.isArray(supports) ? [pool, ...supports] : [pool],
	);
	return [...new Set(features)].filter((feature) => typeof feature === 'string');
}

/** Returns the words of a search: a number must have all of them. */
function wordsOf(filter: string): string[] {
	const text = filter.trim().toLowerCase();
	// A number is searched by its digits, however it is punctuated.
	if (/^[\d\s()+.-]+$/.test(text)) return [text.replace(/\D/g, '')].filter(Boolean);
	return text.split(/[\s,·]+/).filter(Boolean);
}
