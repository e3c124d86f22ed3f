import { Type, type Static } from '@fastify/type-provider-typebox';

import { oneOf, Strict } from '../protocol/schemas';

const Headers = Type.Union([Type.String(), Type.Array(Type.String())]);
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

/**
 * How a request goes wrong:
 * - `answer`: `status` (200), `headers` and `body`, whatever they are
 * - `html`: a web page with `status` (200); `empty`: an empty body with it; `redirect`: `status` (302) and `location`
 * - `truncatedBody`: half of the body, then the connection ends although content-length promised more
 * - `truncatedJson`: half of the body as if it were the whole; `slowBody`: the body in pieces, `intervalMs` (100) apart
 * - `reset`: the connection is reset; `hang`: nothing is ever answered
 * - `delay`: the real answer, once the gate is open
 */
const Kind = oneOf(
	...(['answer', 'html', 'empty', 'redirect', 'truncatedBody', 'truncatedJson'] as const),
	...(['slowBody', 'reset', 'hang', 'delay'] as const),
);

/** A fault: which requests it hits, how it spoils them, and how often. A field that is left out matches every request. */
export const FaultSpec = Strict({
	kind: Kind,

	/** Whether the service carries the request out before it goes wrong; the default is `before`: it does not. */
	when: Type.Optional(oneOf('before', 'after')),
	/** Whether the request waits until the fault's gate is opened. */
	held: Type.Optional(Type.Boolean()),
	status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
	headers: Type.Optional(Type.Record(Type.String(), Headers)),
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
