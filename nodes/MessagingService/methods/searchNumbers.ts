import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { nodeError } from '../errors';
import { DEFAULT_SETTINGS } from '../request/settings';
import { serviceFor } from '../service/service';
import {
	byNumber,
	CARRIER_NAMES,
	COUNTRY_NAMES,
	FEATURE_NAMES,
	getPurchasable,
	type Names,
} from '../service/leases';
import { memberOf } from '../util/members';

/**
 * Lists the numbers of the pool (section 4.5 of `docs/service.md`) for the resource locators, searched by digits, country,
 * carrier, and what a number can do.
 * @param paginationToken how many numbers stand on the pages before
 */
export async function searchNumbers(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
) {
	try {
		// A person waits for the list.
		const service = await serviceFor(this, { ...DEFAULT_SETTINGS, timeout: 10_000, maxRetries: 1 });
		// A number that stands in two arrays is listed once.
		const numbers = byNumber(await getPurchasable(service, {}));
		// However a number is punctuated, each group of its digits is a term.
		const terms = filter.toLowerCase().split(/[^\p{L}\p{N}]+/u);
		const found = [...numbers].flatMap(([value, records]) => {
			const [{ data, country, carrier }] = records;
			const features = records.flatMap(({ pool, supports }) => [pool, supports].flat());
			const name = [
				shownName(memberOf(data, 'formatted')) || value,
				// The short code, and features before the carrier, since the panel cuts long entries off.
				shownName(country),
				[...new Set(features.map((one) => shownName(one, FEATURE_NAMES)))]
					.filter(Boolean)
					.join(', '),
				shownName(carrier, CARRIER_NAMES),
			]
				.filter(Boolean)
				.join(' · ');
			const searchable = JSON.stringify([
				value,
				name,
				shownName(country, COUNTRY_NAMES),
				carrier,
				features,
			]).toLowerCase();
			return terms.every((term) => searchable.includes(term)) ? { name, value } : [];
		});

		const start = Number(paginationToken);
		// The editor asks for more than these when a person scrolls.
		const end = start + 500;
		return {
			results: found.slice(start, end),
			paginationToken: end < found.length ? String(end) : undefined,
		};
	} catch (error) {
		throw nodeError(this.getNode(), error);
	}
}

/** Returns what users call a value; an empty text where the service has answered no text. */
const shownName = (value: unknown, names: Names = {}) =>
	typeof value === 'string' ? (names[value] ?? value) : '';
