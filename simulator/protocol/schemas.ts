import { Type, type Static, type TObject, type TProperties } from '@fastify/type-provider-typebox';

/** An object that takes the named fields and no other. */
export const Strict = <T extends TProperties>(properties: T): TObject<T> =>
	Type.Object(properties, { additionalProperties: false });

/** A string that is not empty: callers leave a field out instead. */
export const Text = Type.String({ minLength: 1 });

/** E.164 as the service asks for it: a plus, country code and digits, no punctuation. */
export const E164 = Type.String({ pattern: '^\\+[1-9]\\d{6,14}$' });

/** For endpoints without query parameters. */
export const NoQuery = Strict({});

/** The `{number}` of the lease endpoints. */
export const NumberPath = Strict({ number: E164 });

/** Crumbs, section 2.5 of `docs/service.md`. */
export const Crumbs = Strict({
	plan: Type.String(),
	quota: Type.Integer(),
	type: Type.String(),
	ad: Type.Boolean(),
});
export type Crumbs = Static<typeof Crumbs>;

/** Values of `type` in records and in the filter. */
export const NumberType = Type.Union([
	Type.Literal('text'),
	Type.Literal('whatsapp'),
	Type.Literal('imessage'),
]);
export type NumberType = Static<typeof NumberType>;

/** A number record, section 2.1. */
export const NumberRecord = Strict({
	type: NumberType,
	number: Type.String(),
	country: Type.String(),
	supports: Type.Array(Type.String()),
	carrier: Type.String(),
	data: Strict({
		status: Type.String(),
		health: Type.String(),
		formatted: Type.String(),
		e164: Type.String(),
	}),
});
export type NumberRecord = Static<typeof NumberRecord>;

/** `data` of the purchasable list (section 4.5). */
export const LeasePool = Strict({
	text: Type.Array(NumberRecord),
	imessage: Type.Array(NumberRecord),
	whatsapp: Type.Array(NumberRecord),
	voice: Type.Array(NumberRecord),
});
export type LeasePool = Static<typeof LeasePool>;
