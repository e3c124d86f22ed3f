import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { nodeError } from '../errors';
import { connect, DEFAULT_SETTINGS } from '../service/connect';
import { byNumber, COUNTRY_NAMES, getPurchasable, type PoolNumber } from '../service/leases';
import { memberOf } from '../util/members';

/** Most numbers that the editor shows before it asks for more. */
const PAGE_SIZE = 500;

/** A person waits for the list. */
const SETTINGS = { ...DEFAULT_SETTINGS, timeout: 10_000, maxRetries: 1 };

/**
 * Lists the numbers of the pool (section 4.5 of `docs/service.md`) for the resource locators, searched by digits, country,
 * carrier, and what a number can do.
 * @param paginationToken how many numbers stand on the pages before
 */
export async function searchNumbers(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	try {
		const service = await connect(this, SETTINGS);
		// A number that stands in two arrays is listed once.
		const pool = byNumber(await getPurchasable(service, {}));
		const found = matching(pool, wordsOf(filter));

		const start = Number(paginationToken);
		const end = start + PAGE_SIZE;
		const next = end < found.length ? { paginationToken: String(end) } : {};
		return { results: found.slice(start, end), ...next };
	} catch (error) {
		throw nodeError(this.getNode(), error);
	}
}

/** Returns the words of a search: a number must have all of them. */
function wordsOf(filter: string): string[] {
	const text = filter.trim().toLowerCase();
	// A number is searched by its digits, however it is punctuated.
	return /^[\d\s()+.-]+$/.test(text) ? [text.replace(/\D/g, '')] : text.split(/[\s,·]+/);
}

/** Returns the numbers that fit all words of a search, as the list shows them. */
function matching(pool: Map<string, PoolNumber[]>, words: string[]) {
	return [...pool].flatMap(([value, records]) => {
		const [record] = records;
		const country = textOf(record.country);
		const parts = [
			textOf(memberOf(record.data, 'formatted')) || value,
			COUNTRY_NAMES.get(country) ?? country,
			// Before the carrier, since the panel cuts long entries off.
			featuresOf(records).join(', '),
			textOf(record.carrier),
		];
		const name = parts.filter(Boolean).join(' · ');

		const searchable = `${value} ${name} ${country}`.toLowerCase();
		return words.every((word) => searchable.includes(word)) ? [{ name, value }] : [];
	});
}

/** Returns a value of a record if that is a text: the service may answer anything. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Returns the features of a number: the arrays that it stood in, and those that its records name. */
function featuresOf(records: PoolNumber[]): string[] {
	const features = records.flatMap(({ pool, supports }) => [pool, supports].flat());
	return [...new Set(features.map(textOf))].filter(Boolean);
}
