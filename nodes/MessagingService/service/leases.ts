import type { IDataObject } from 'n8n-workflow';

import { isPlainObject, memberOf } from '../host/object';
import type { Endpoint } from '../transport/request';
import { type NumberRecord, POOLS, type PurchasableNumbers, startingWith } from './numbers';
import type { Service } from './connect';

// The sections are those of `docs/service.md`. Numbers are in E.164. Each function returns the body of the answer,
// unchanged, and throws a ServiceError, free of the API token, otherwise.

const PURCHASABLE: Endpoint = {
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	activity: () => 'listing the available numbers',
	ifRefused: 'Check the filters.',
	enterprise: 'Leasing numbers',
	lacks({ data }) {
		const missing = POOLS.find((pool) => {
			const list = memberOf(data, pool);
			// If an entry that is no object were skipped, its number would look as if it were gone.
			return !Array.isArray(list) || !list.every(isPlainObject);
		});
		return missing && `the list "data.${missing}"`;
	},
};

/** Path of the request that only lists: it costs nothing (section 4.5). */
export const PURCHASABLE_PATH = PURCHASABLE.path;

/** Query of GET /enterprise/lease/purchasable (section 4.5), and what is looked for in its answer. */
export interface PurchasableFilters {
	supports?: string[];
	type?: string;
	country?: string;
	carrier?: string;
	/** First digits of the numbers, with country code and without a plus. The service has no such filter, so it is not sent. */
	numberStartsWith?: string[];
}

/** Lists the available numbers that fit: GET /enterprise/lease/purchasable (section 4.5). */
export async function getPurchasable(
	service: Service,
	filters: PurchasableFilters,
): Promise<PurchasableNumbers> {
	const { supports = [], numberStartsWith } = filters;
	const query = new URLSearchParams(
		supports.map((feature): [string, string] => ['supports', feature]),
	);
	for (const key of ['type', 'country', 'carrier'] as const) {
		const value = filters[key];
		if (value) query.append(key, value);
	}

	const answer = await service.send({ endpoint: PURCHASABLE, query });
	// `lacks` of the endpoint has checked it.
	const pools = answer as unknown as PurchasableNumbers;
	return numberStartsWith ? startingWith(pools, numberStartsWith) : pools;
}

/** Members that all endpoints about one number have in common. */
const OF_NUMBER = {
	ifRefused:
		'Check the number for typing errors. It may no longer be available: list the numbers again to see which are.',
	enterprise: 'Leasing numbers',
};

const NUMBER_STATUS: Endpoint = {
	...OF_NUMBER,
	method: 'GET',
	path: '/enterprise/lease/status/{number}',
	activity: (number) => `reading the status of the number ${number}`,
};

/** Reads the record of a number: GET /enterprise/lease/status/{number} (section 4.6). */
export async function readStatus(service: Service, number: string): Promise<NumberRecord> {
	return await service.send({ endpoint: NUMBER_STATUS, target: number });
}

/** Returns the words for the outcome of a request after which a number is adopted or relinquished. */
const changesLease = (done: string, isYours: string) => ({
	doubt: (number: string) => `The number ${number} may have been ${done}`,
	whereToCheck: `Check whether it is ${isYours}: run Number Lease → Get Status, or ask your provider.`,
	notDone: `The number was not ${done}.`,
});

const REGISTER: Endpoint = {
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/register/{number}',
	activity: (number) => `adopting the number ${number}`,
	outcomeWords: changesLease('adopted', 'yours'),
};

/** Adopts a number, which costs money: POST /enterprise/lease/register/{number} (section 4.7). */
export async function adoptNumber(service: Service, number: string): Promise<IDataObject> {
	return await service.send({ endpoint: REGISTER, target: number });
}

const RELINQUISH: Endpoint = {
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/relinquish/{number}',
	activity: (number) => `relinquishing the number ${number}`,
	ifRefused: 'Check the number for typing errors, and that it is one that you lease.',
	outcomeWords: changesLease('relinquished', 'still yours'),
};

/** Gives a number back: POST /enterprise/lease/relinquish/{number} (section 4.8). */
export async function relinquishNumber(service: Service, number: string): Promise<IDataObject> {
	return await service.send({ endpoint: RELINQUISH, target: number });
}
