import { randomBytes } from 'node:crypto';

import { ANSWERS, type NumberType, PoolQuery, withNumber } from '../protocol/schemas';
import type { State } from '../state/state';
import type { Server } from './context';

/** `price` in the answer to an adoption. */
const PRICES: Record<NumberType, number> = { text: 2, imessage: 12.5, whatsapp: 8 };

/** Returns the envelope of an answer, section 2.2 of `docs/service.md`. */
const envelope = <O extends string, T>(idPrefix: string, object: O, data: T) => ({
	id: `${idPrefix}${randomBytes(12).toString('hex')}`,
	object,
	created_at: Math.floor(Date.now() / 1000),
	data,
});

/** Serves GET /enterprise/lease/purchasable and /status, POST /register and /relinquish: sections 4.5 to 4.8. */
export function leases(server: Server, state: State): void {
	const config = { enterprise: true };

	const listed = { 200: ANSWERS['GET /enterprise/lease/purchasable'] };
	server.get(
		'/enterprise/lease/purchasable',
		{ config, schema: { querystring: PoolQuery, response: listed } },
		async ({ query }) => envelope('psr_', 'pool_available_adoption', state.pool.purchasable(query)),
	);

	server.get(
		'/enterprise/lease/status/:number',
		{ config, schema: withNumber('GET /enterprise/lease/status/{number}') },
		async ({ params }) => state.pool.status(params.number),
	);

	server.post(
		'/enterprise/lease/register/:number',
		{ config, schema: withNumber('POST /enterprise/lease/register/{number}') },
		async ({ params }) => {
			const { carrier, type, supports } = state.pool.adopt(params.number);
			state.changed();
			const adoption = { carrier, type, supports: [...supports], price: PRICES[type] };
			return envelope('rsr_', 'adopted_number_confirmation', adoption);
		},
	);

	server.post(
		'/enterprise/lease/relinquish/:number',
		{ config, schema: withNumber('POST /enterprise/lease/relinquish/{number}') },
		async ({ params }) => {
			const { e164 } = state.pool.relinquish(params.number);
			state.changed();
			const relinquishment = { oos: 0, number: e164.slice(1) };
			return envelope('rqn_', 'relinquished_confirmation', relinquishment);
		},
	);
}
