import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';
import { createClient } from '../service/createClient';
import type { NumberRecord } from '../service/numbers';
import { flattenPools, numberOf } from '../service/numbers';
import { INTERACTIVE_SETTINGS } from '../service/settings';

/**
 * Lists the numbers of the pool (section 4.5) for the resource locators,
 * searched by number, country and carrier.
 */
export async function searchNumbers(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const outcome = await listNumbers(this).catch((error: unknown) => ({ error }));
	if ('error' in outcome) throw nodeError(this.getNode(), outcome.error);
	const wanted = words(filter ?? '');
	return { results: outcome.filter(({ name }) => fits(name, wanted)) };
}

async function listNumbers(context: ILoadOptionsFunctions): Promise<INodeListSearchItems[]> {
	const service = await createClient(context, INTERACTIVE_SETTINGS);
	const entries = new Map<string, INodeListSearchItems>();
	for (const record of flattenPools(await service.getPurchasable({}))) {
		const value = numberOf(record);
		// A number in two arrays is one number to choose.
		if (value) entries.set(value, { name: label(record, value), value });
	}
	return [...entries.values()];
}

function label({ data, country, carrier }: NumberRecord, value: string): string {
	return [data?.formatted ?? value, country, carrier].filter(Boolean).join(' · ');
}

/** Every word must stand in the label, digits also where the label has punctuation between them. */
function fits(name: string, wanted: string[]): boolean {
	const text = name.toLowerCase();
	const digits = name.replace(/\D/g, '');
	return wanted.every(
		(word) => text.includes(word) || (/^\d+$/.test(word) && digits.includes(word)),
	);
}

function words(filter: string): string[] {
	const text = filter.trim().toLowerCase();
	// A number is searched by its digits, however it is punctuated.
	if (/^[\d\s()+.-]+$/.test(text)) return [text.replace(/\D/g, '')].filter(Boolean);
	return text.split(/\s+/).filter(Boolean);
}
