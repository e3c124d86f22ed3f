import { Type, type Static } from '@fastify/type-provider-typebox';

import { Strict } from '../protocol/schemas';

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const Kind = Type.Union([
	/** `status` (200), `headers` and `body`, whatever they are. */
	Type.Literal('answer'),
	/** A web page with `status` (200). */
	Type.Literal('html'),
	/** An empty body, with `status` (200). */
	Type.Literal('empty'),
	/** `status` (302) and `location`. */
	Type.Literal('redirect'),
	/** Half of the body, then the connection ends although content-length promised more. */
	Type.Literal('truncatedBody'),
	/** Half of the body as if it were the whole: JSON that does not parse. */
	Type.Literal('truncatedJson'),
	/** The body in small pieces, `intervalMs` (100) apart. */
	Type.Literal('slowBody'),
	/** The connection is reset. */
	Type.Literal('reset'),
	/** Nothing is ever answered. */
	Type.Literal('hang'),
	/** The real answer, once the gate is open. */
	Type.Literal('delay'),
]);

/** A fault: which requests it hits, how it spoils them, and how often. A field that is left out matches every request. */
export const FaultSpec = Strict({
	kind: Kind,

	/** Whether the service carries the request out before it goes wrong; the default is `before`: it does not. */
	when: Type.Optional(Type.Union([Type.Literal('before'), Type.Literal('after')])),
	/** Whether the request waits until the fault's gate is opened. */
	held: Type.Optional(Type.Boolean()),
	status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
	headers: Type.Optional(
		Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
	),
	/** A string goes out as it is; anything else as JSON. */
	body: Type.Optional(Type.Unknown()),
	location: Type.Optional(Type.String()),
	/** Milliseconds between two pieces of a slow body. */
	intervalMs: Type.Optional(Type.Integer({ minimum: 0 })),

	method: Type.Optional(Type.String()),
	/** Decoded path; a `*` at its end stands for anything. */
	path: Type.Optional(Type.String()),
	/** Fields of the body by dotted path, each with its value or a list of values. */
	match: Type.Optional(Type.Record(Type.String(), Type.Union([Scalar, Type.Array(Scalar)]))),
	/** It is played from this matching request on; counts from 1. */
	nth: Type.Optional(Type.Integer({ minimum: 1 })),
	/** On how many requests it is played; the default is 1. */
	times: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('always')])),
});
export type FaultSpec = Static<typeof FaultSpec>;
