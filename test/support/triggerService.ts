/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

/** The numbers of all accounts, as the service prints them. */
export const NUMBERS = ['12025550101', '12025550102', '14165550103', '14165550104'];

/** Countries by which the pool is filtered, with what their numbers begin with. */
export const COUNTRIES = { US: '1202', CA: '1416' };

/** What one account of the service holds. */
export interface Account {
	pool: string[];
	/** null where the service does not know the number. */
	states: Record<string, IDataObject | null>;
}

/** Everything that can change while the trigger is published. */
export interface World {
	accounts: Record<string, Account>;
	fails: boolean;
	/** Whether an answer has an empty pool in place of the true one. */
	isEmpty: boolean;
	/** Whether the pool is listed the other way round. */
	isReversed: boolean;
}

/** What the service answers to the requests of a poll: what there was when the poll began, however late. */
export const asked = new AsyncLocalStorage<{ world: World; arrives: Promise<void> }>();

/** Answers a request of the trigger in place of the network. */
export async function answer({ url = '', headers }: IHttpRequestOptions): Promise<unknown> {
	const { world, arrives } = asked.getStore() ?? {};
	await arrives;
	if (!world || world.fails) return { statusCode: 403, headers: {}, body: '{"message":"No"}' };
	const { pathname, searchParams } = new URL(String(url));
	const [path, ...rest] = pathname.slice(1).split('/');
	const [owner] = String(headers?.Authorization).split(' ')[1];
	const account = world.accounts[`${path} ${owner}`];
	if (rest.at(-1) === 'purchasable') {
		const pool = world.isEmpty ? [] : inCountry(account.pool, searchParams.get('country'));
		const listed = pool.map((number) => ({ number }));
		const text = world.isReversed ? listed.reverse() : listed;
		// One of them in two arrays.
		const data = { text: text.slice(1), imessage: [], whatsapp: text.slice(0, 1), voice: text };
		return success({ id: 'psr_1', object: 'pool_available_adoption', created_at: 1, data });
	}
	const number = decodeURIComponent(rest.at(-1) ?? '').slice(1);
	const data = account.states[number];

	return data ? success({ number, data }) : { statusCode: 404, headers: {}, body: '{}' };
}

const success = (body: unknown) => ({ statusCode: 200, headers: {}, body: JSON.stringify(body) });

/** Returns the numbers of a country, all of them without one. */
export const inCountry = (pool: string[], country?: string | null) =>
	pool.filter((number) => number.startsWith(COUNTRIES[country as 'US'] ?? ''));
