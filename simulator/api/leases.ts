import { randomBytes } from 'node:crypto';

import { Type, type TSchema } from '@fastify/type-provider-typebox';

import {
	LeasePool,
	NoQuery,
	NumberPath,
	NumberRecord,
	NumberType,
	Strict,
} from '../protocol/schemas';
import type { State } from '../state/state';
import type { Server } from './context';

const Country = Type.Union(['US', 'CA', 'UK', 'FR'].map((country) => Type.Literal(country)));
const Carrier = Type.Union(['TMO', 'ATT', 'SERVICE'].map((carrier) => Type.Literal(carrier)));

const Feature = Type.Union(
	['sms', 'mms', 'voice', 'imessage', 'whatsapp'].map((feature) => Type.Literal(feature)),
);

/** `price` in the answer to an adoption. */
const PRICES: Record<NumberType, number> = { text: 2, imessage: 12.5, whatsapp: 8 };

/** The envelope of an answer, section 2.2 of `docs/service.md`. */
const Envelope = <T extends TSchema>(object: string, data: T) =>
	Strict({
		id: Type.String(),
		object: Type.String({ const: object }),
		created_at: Type.Integer(),
		data,
	});

const PoolListed = Envelope('pool_available_adoption', LeasePool);

/** Section 2.3. */
const NumberAdopted = Envelope(
	'adopted_number_confirmation',
	Strict({
		carrier: Type.String(),
		type: Type.String(),
		supports: Type.Array(Type.String()),
		price: Type.Number(),
	}),
);

/** Section 2.4. */
const NumberRelinquished = Envelope(
	'relinquished_confirmation',
	Strict({ oos: Type.Integer(), number: Type.String() }),
);

/** Serves GET /enterprise/lease/purchasable and /status, POST /register and /relinquish: sections 4.5 to 4.8. */
export function leases(server: Server, state: State): void {
	const config = { enterprise: true };

	const Filters = Strict({
		// Fastify reads a key that stands once in the query as a text, not as a list.
		supports: Type.Optional(Type.Union([Feature, Type.Array(Feature)])),
		type: Type.Optional(NumberType),
		country: Type.Optional(Country),
		carrier: Type.Optional(Carrier),
	});

	const envelope = <T>(idPrefix: string, object: string, data: T) => ({
		id: `${idPrefix}${randomBytes(12).toString('hex')}`,
		object,
		created_at: Math.floor(Date.now() / 1000),
		data,
	});

	server.get(
		'/enterprise/lease/purchasable',
		{
			config,
			schema: {
				querystring: Filters,
				response: { 200: PoolListed },
			},
		},
		async ({ query }) => {
			const supports = query.supports === undefined ? [] : [query.supports].flat();
			const listed = state.pool.purchasable({ ...query, supports });
			return envelope('psr_', 'pool_available_adoption', listed);
		},
	);

	server.get(
		'/enterprise/lease/status/:number',
		{
			config,
			schema: { params: NumberPath, querystring: NoQuery, response: { 200: NumberRecord } },
		},
		async ({ params }) => state.pool.status(params.number),
	);

	server.post(
		'/enterprise/lease/register/:number',
		{
			config,
			schema: {
				params: NumberPath,
				querystring: NoQuery,
				response: { 200: NumberAdopted },
			},
		},
		async ({ params }) => {
			const { carrier, type, supports } = state.pool.adopt(params.number);
			state.changed();

			const price = PRICES[type];
			const adoption = { carrier, type, supports: [...supports], price };
			return envelope('rsr_', 'adopted_number_confirmation', adoption);
		},
	);

	server.post(
		'/enterprise/lease/relinquish/:number',
		{
			config,
			schema: {
				params: NumberPath,
				querystring: NoQuery,
				response: { 200: NumberRelinquished },
			},
		},
		async ({ params }) => {
			const { e164 } = state.pool.relinquish(params.number);
			state.changed();

			const relinquishment = { oos: 0, number: e164.slice(1) };
			return envelope('rqn_', 'relinquished_confirmation', relinquishment);
		},
	);
}
