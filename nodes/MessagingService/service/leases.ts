import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../util/groupBy';
import { isObject, isPlainObject, memberOf, type Members } from '../util/members';
import type { Endpoint } from '../request/endpoint';
import type { Service } from './service';

// The sections are those of `docs/service.md`. Numbers are in E.164.

/** Keys of the four arrays of the purchasable list, in the order in which numbers are given (section 4.5). */
const POOLS = ['text', 'imessage', 'whatsapp', 'voice'] as const;

/** What users call values of the service (sections 2.1 and 4.5): names by value, in the order of the panel. */
export type Names = Readonly<Record<string, string>>;

export const COUNTRY_NAMES = {
	CA: 'Canada',
	FR: 'France',
	UK: 'United Kingdom',
	US: 'United States',
};

export const CARRIER_NAMES = { ATT: 'AT&T', SERVICE: "Provider's Own", TMO: 'T-Mobile' };

export const TYPE_NAMES = { imessage: 'iMessage', text: 'Text', whatsapp: 'WhatsApp' };

/** What a number can do. Numbers of the list `text` send SMS. */
export const FEATURE_NAMES = {
	imessage: 'iMessage',
	mms: 'MMS',
	sms: 'SMS',
	text: 'SMS',
	voice: 'Voice',
	whatsapp: 'WhatsApp',
};

// A record is a phone number of the service (section 2.1). The service names `type`, `number`, `country`, `supports` and
// `carrier`, and in `data` `status`, `health`, `formatted` and `e164`. What it answers may hold anything in their place.

/** A record of the purchasable list, with the key of the array that it stood in. */
export type PoolNumber = IDataObject & { pool: string };

/** Returns the records of each number, by its E.164; a record without a number is left out. */
export const byNumber = (records: PoolNumber[]) =>
	groupBy(records.filter(numberOf), (record) => String(numberOf(record)));

/** Returns the number of a record in E.164, undefined where it holds none (section 2.1). */
export function numberOf({ data, number }: IDataObject) {
	const digits = [memberOf(data, 'e164'), number]
		.map((value) => String(value).replace(/\D/g, ''))
		.find(Boolean);
	return digits && `+${digits}`;
}

const ENTERPRISE = "Leasing numbers requires your provider's Enterprise plan.";

/** Returns an array of the purchasable list. One that is missing or null is empty. */
const poolIn = (data: unknown, pool: string) => (memberOf(data, pool) ?? []) as IDataObject[];

/** If an entry that is no object were skipped, its number would look as if it were gone. */
const isListOfRecords = (value: unknown) => Array.isArray(value) && value.every(isPlainObject);

export const PURCHASABLE: Endpoint = {
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	purpose: 'list the available numbers',
	ifRefused: 'Check the filters.',
	ifNotInPlan: ENTERPRISE,
	missing({ data }) {
		const wrong = POOLS.find((pool) => !isListOfRecords(poolIn(data, pool)));
		if (wrong) return `the list "data.${wrong}"`;
		const isGiven = POOLS.some((pool) => isObject(memberOf(data, pool)));
		return isGiven ? undefined : 'any list of numbers in "data"';
	},
};

/** Query of GET /enterprise/lease/purchasable (section 4.5), and what is looked for in its response. */
export interface PurchasableFilters {
	supports?: string[];
	type?: string;
	country?: string;
	carrier?: string;
	/** First digits of the numbers, with country code and without a plus. The service has no such filter, so it is not sent. */
	numberStartsWith?: string[];
}

/**
 * Lists the available numbers that fit, in the order of the arrays: GET /enterprise/lease/purchasable (section 4.5).
 * @throws ServiceError
 */
export async function getPurchasable(
	service: Service,
	{ numberStartsWith, ...filters }: PurchasableFilters,
) {
	const query = new URLSearchParams();
	for (const [name, values] of Object.entries(filters)) {
		for (const value of [values].flat()) if (value) query.append(name, value);
	}

	const { data } = await service.request(PURCHASABLE, { query });
	const records = POOLS.flatMap((pool) =>
		poolIn(data, pool).map((record) => ({ ...record, pool })),
	);
	if (!numberStartsWith?.length) return records;

	const beginsSo = new RegExp(`^\\+(?:${numberStartsWith.join('|')})`);
	return records.filter((record) => beginsSo.test(numberOf(record) ?? ''));
}

/** What endpoints about one number have in common. */
const OF_NUMBER = {
	looksUp: true,
	ifNotInPlan: ENTERPRISE,
	missing: ({ data }: Members) => (isPlainObject(data) ? undefined : 'the object "data"'),
} as const;

/** Reads the record of a number (section 4.6). */
export const STATUS: Endpoint = {
	...OF_NUMBER,
	method: 'GET',
	path: '/enterprise/lease/status/{number}',
	purpose: 'read the status of the number {target}',
	ifRefused: 'Check the number for typing errors.',
};

/** Returns the members of an endpoint that adopts or relinquishes a number. */
const leaseChange = (done: string, isYours: string) =>
	({
		...OF_NUMBER,
		method: 'POST',
		ifPossiblySent: `The number {target} may have been ${done}`,
		whereToCheck: `Check whether it is ${isYours}: run Number Lease → Get Status, or ask your provider.`,
		ifNotSent: `The number was not ${done}.`,
	}) as const;

/** Adopts a number, which costs money (section 4.7). */
export const ADOPT: Endpoint = {
	...leaseChange('adopted', 'yours'),
	ifRefused:
		'Check the number for typing errors. It may no longer be available: list the numbers again to see which are.',
	path: '/enterprise/lease/register/{number}',
	purpose: 'adopt the number {target}',
};

/** Gives a number back (section 4.8). */
export const RELINQUISH: Endpoint = {
	...leaseChange('relinquished', 'still yours'),
	path: '/enterprise/lease/relinquish/{number}',
	purpose: 'relinquish the number {target}',
	ifRefused: 'Check the number for typing errors, and that it is one that you lease.',
};
