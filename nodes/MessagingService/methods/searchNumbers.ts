import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { createClient } from '../service/createClient';
import type { PoolNumber } from '../service/numbers';
import { COUNTRY_NAMES, FEATURE_NAMES, flattenPools, numberOf } from '../service/numbers';
import { INTERACTIVE_SETTINGS } from '../service/settings';

/** An entry of the list with all the words by which it is found. */
interface Entry {
	name: string;
	/** E.164 */
	value: string;
	words: string;
}

/**
 * Lists the numbers of the pool (section 4.5) for the resource locators, searched by number, country
 * (by code or name), carrier, and what a number can do.
 */
export async function searchNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const outcome = await listNumbers(this).catch((error: unknown) => ({ error }));
	if ('error' in outcome) throw nodeError(this.getNode(), outcome.error);
	const wanted = words(filter ?? '');
	const found = outcome.filter((entry) => fits(entry, wanted));
	return { results: found.map(({ name, value }) => ({ name, value })) };
}

async function listNumbers(context: ILoadOptionsFunctions): Promise<Entry[]> {
	const service = await createClient(context, INTERACTIVE_SETTINGS);
	const numbers = new Map<string, PoolNumber[]>();
	for (const record of flattenPools(await service.getPurchasable({}))) {
		const value = numberOf(record);
		// A number in two arrays is one number to choose.
		if (value) numbers.set(value, [...(numbers.get(value) ?? []), record]);
	}
	return [...numbers].map(([value, records]) => entry(value, records));
}

function entry(value: string, records: PoolNumber[]): Entry {
	const [{ data, country = '', carrier }] = records;
	const features = records.flatMap(({ pool, supports }) => [pool, ...asTexts(supports)]);
	const can = [...new Set(features)].map((feature) => FEATURE_NAMES.get(feature) ?? feature);
	const parts = [
		data?.formatted ?? value,
		COUNTRY_NAMES.get(country) ?? country,
		// Before the carrier, since the panel cuts long entries off.
		can.join(', '),
		carrier,
	];
	const name = parts.filter(Boolean).join(' · ');
	return { name, value, words: `${name} ${country}`.toLowerCase() };
}

/** The record is the service's: what it holds is not taken for granted. */
function asTexts(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Every word must be found, digits also where the number has punctuation between them. */
function fits({ words: known, value }: Entry, wanted: string[]): boolean {
	return wanted.every(
		(word) => known.includes(word) || (/^\d+$/.test(word) && value.includes(word)),
	);
}

function words(filter: string): string[] {
	const text = filter.trim().toLowerCase();
	// A number is searched by its digits, however it is punctuated.
	if (/^[\d\s()+.-]+$/.test(text)) return [text.replace(/\D/g, '')].filter(Boolean);
	return text.split(/[\s,·]+/).filter(Boolean);
}
