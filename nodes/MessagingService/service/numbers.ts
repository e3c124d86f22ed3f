import type { IDataObject } from 'n8n-workflow';
import { memberOf } from '../host/object';

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

/** How types, pools and features of numbers are written; others stand as the service names them. */
export const FEATURE_NAMES: ReadonlyMap<string, string> = new Map([
	['imessage', 'iMessage'],
	['mms', 'MMS'],
	['sms', 'SMS'],
	['text', 'Text'],
	['voice', 'Voice'],
	['whatsapp', 'WhatsApp'],
]);

/**
 * A phone number of the service (section 2.1). The service names `type`, `number`, `country`, `supports` and `carrier`, and in
 * `data` `status`, `health`, `formatted` and `e164`. What it answers may hold anything in their place.
 */
export type NumberRecord = IDataObject;

/** Returns a member of a record if that is a text; undefined where it is none, or missing. */
export function textIn(record: unknown, name: string): string | undefined {
	const text = memberOf(record, name);
	return typeof text === 'string' ? text : undefined;
}

/** Answer of GET /enterprise/lease/purchasable (section 4.5). */
export interface PurchasableNumbers {
	data: Record<Pool, NumberRecord[]>;
}

/** A record, with the key of the array that it stood in. */
export type PoolNumber = NumberRecord & { pool: Pool };

/** Returns the records of the four arrays one after the other, in the order of the arrays (section 4.5). */
export function flattenPools({ data }: PurchasableNumbers): PoolNumber[] {
	return POOLS.flatMap((pool) => data[pool].map((record) => ({ ...record, pool })));
}

/** Returns the pools with the records whose number begins with any of these digits. */
export function startingWith(pools: PurchasableNumbers, beginnings: string[]): PurchasableNumbers {
	const fits = (record: NumberRecord) => {
		const digits = numberOf(record)?.slice(1);
		return beginnings.some((beginning) => digits?.startsWith(beginning));
	};

	const data = { ...pools.data };
	for (const pool of POOLS) data[pool] = data[pool].filter(fits);
	return { ...pools, data };
}

/** Returns the records of each key, in the order of the arrays; those without a key are left out. */
export function groupPools(
	pools: PurchasableNumbers,
	keyOf: (record: PoolNumber) => string | undefined,
): Map<string, PoolNumber[]> {
	const groups = new Map<string, PoolNumber[]>();

	for (const record of flattenPools(pools)) {
		const key = keyOf(record);
		if (key === undefined) continue;

		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push(record);
	}

	return groups;
}

/** Returns the number of a record in E.164, undefined where it holds none (section 2.1). */
export function numberOf(record: NumberRecord): string | undefined {
	const [digits] = digitsOf(record);
	return digits === undefined ? undefined : `+${digits}`;
}

function digitsOf({ data, number }: NumberRecord): string[] {
	const digits = [memberOf(data, 'e164'), number].map((value) =>
		typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\D/g, '') : '',
	);
	return digits.filter((text) => text !== '');
}
