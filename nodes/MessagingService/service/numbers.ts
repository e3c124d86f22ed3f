import type { IDataObject } from 'n8n-workflow';
import { isObject, memberOf } from '../util/members';

// The sections are those of `docs/service.md`.

/** Keys of the four arrays of the purchasable list, in the order in which numbers are given (section 4.5). */
export const POOLS = ['text', 'imessage', 'whatsapp', 'voice'] as const;

type Pool = (typeof POOLS)[number];

/** Countries by the code that the service has for them (section 2.1), as users know them. */
export const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map([
	['CA', 'Canada'],
	['FR', 'France'],
	['UK', 'United Kingdom'],
	['US', 'United States'],
]);

/**
 * A phone number of the service (section 2.1). The service names `type`, `number`, `country`, `supports` and `carrier`, and in
 * `data` `status`, `health`, `formatted` and `e164`. What it answers may hold anything in their place.
 */
export type NumberRecord = IDataObject;

/** The four arrays of the purchasable list (section 4.5). */
export type Pools = Record<Pool, NumberRecord[]>;

/** A record, with the key of the array that it stood in. */
export type PoolNumber = NumberRecord & { pool: Pool };

/** Returns the records of each number, by its E.164; a record without a number is left out. */
export function byNumber(records: PoolNumber[]): Map<string, PoolNumber[]> {
	const groups = new Map<string, PoolNumber[]>();
	for (const record of records) {
		const number = numberOf(record);
		if (number) groups.set(number, [...(groups.get(number) ?? []), record]);
	}
	return groups;
}

/** Returns the number of a record in E.164, undefined where it holds none (section 2.1). */
export function numberOf({ data, number }: NumberRecord): string | undefined {
	const digits = [memberOf(data, 'e164'), number]
		.map((value) => (isObject(value) ? '' : String(value).replace(/\D/g, '')))
		.find(Boolean);
	return digits && `+${digits}`;
}
