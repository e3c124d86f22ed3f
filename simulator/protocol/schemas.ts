import { Type, type Static, type TObject, type TProperties } from '@fastify/type-provider-typebox';

/** An object that takes the named fields and no other. */
export const Strict = <T extends TProperties>(properties: T): TObject<T> =>
	Type.Object(properties, { additionalProperties: false });

/** A text of the service of which these values were seen. The service may have others. */
const Seen = (...values: string[]) => Type.String({ examples: values });

export const oneOf = <T extends string>(...values: T[]) =>
	Type.Union(values.map((value) => Type.Literal(value)));

/** A string that is not empty: callers leave a field out instead. */
const Text = Type.String({ minLength: 1 });
const OptionalText = Type.Optional(Text);

/** E.164 as the service asks for it: a plus, country code and digits, no punctuation. */
const E164 = Type.String({ pattern: '^\\+[1-9]\\d{6,14}$' });

/** Crumbs, section 2.5 of `docs/service.md`. */
export const Crumbs = Strict({
	plan: Seen('unlimited', 'payg', 'free'),
	quota: Type.Integer(),
	type: Seen('sms', 'imessage'),
	ad: Type.Boolean(),
});
export type Crumbs = Static<typeof Crumbs>;

/** A number record, section 2.1. */
export const NumberRecord = Strict({
	type: Seen('text', 'whatsapp', 'imessage'),
	number: Type.String(),
	country: Seen('US', 'CA', 'UK', 'FR'),
	supports: Type.Array(Seen('sms')),
	carrier: Seen('TMO', 'ATT', 'SERVICE'),
	data: Strict({
		status: Seen('available'),
		health: Seen('good'),
		formatted: Type.String(),
		e164: Type.String(),
	}),
});
export type NumberRecord = Static<typeof NumberRecord>;

/** `data` of the purchasable list (section 4.5). */
const LeasePool = Strict({
	text: Type.Array(NumberRecord),
	imessage: Type.Array(NumberRecord),
	whatsapp: Type.Array(NumberRecord),
	voice: Type.Array(NumberRecord),
});
export type LeasePool = Static<typeof LeasePool>;

const NumberType = oneOf('text', 'whatsapp', 'imessage');
export type NumberType = Static<typeof NumberType>;

/** Which values `supports` takes is not known: these are the simulator's own. */
const Feature = oneOf('sms', 'mms', 'voice', 'imessage', 'whatsapp');

/** Query of the purchasable list. */
export const PoolQuery = Strict({
	// Fastify reads a key that stands once in the query as a text, not as a list.
	supports: Type.Optional(Type.Union([Feature, Type.Array(Feature)])),
	type: Type.Optional(NumberType),
	country: Type.Optional(oneOf('US', 'CA', 'UK', 'FR')),
	carrier: Type.Optional(oneOf('TMO', 'ATT', 'SERVICE')),
});
export type PoolQuery = Static<typeof PoolQuery>;

/** The envelope of an answer, section 2.2. */
const Envelope = <O extends string, D extends TObject>(idPrefix: string, object: O, data: D) =>
	Strict({
		id: Type.String({ pattern: `^${idPrefix}` }),
		object: Type.Literal(object),
		created_at: Type.Integer(),
		data,
	});

const AdoptionData = Strict({
	carrier: Type.String(),
	type: Type.String(),
	supports: Type.Array(Type.String()),
	price: Type.Number(),
});
const RelinquishmentData = Strict({ oos: Type.Integer(), number: Type.String() });

const Flag = Type.Optional(Type.Boolean());

/** `beta_features` of a text (section 4.1). */
const BetaFeatures = Strict({
	from: Type.Optional(E164),
	imessage: Flag,
	whatsapp: Flag,
	fallback: Flag,
	intent: Flag,
});
export type BetaFeatures = Static<typeof BetaFeatures>;

/** The bodies of section 4. Which fields are required is not known: this is the simulator's own choice. */
export const BODIES = {
	'POST /send/text': Strict({
		to: Text,
		message: Text,
		beta_features: Type.Optional(BetaFeatures),
	}),
	'POST /otp/new': Strict({ to: E164, language: OptionalText, name: OptionalText }),
	'POST /enterprise/message/generate': Strict({
		toNumber: E164,
		fromNumber: Type.Optional(E164),
		embedText: OptionalText,
		imageURL: OptionalText,
		companyName: OptionalText,
		option: OptionalText,
	}),
	'POST /otp/verify': Strict({ otp_id: Text, otp: Text }),
};

/** What each request of section 4 is answered with when it succeeds. */
export const ANSWERS = {
	'POST /send/text': Strict({ message: Type.String(), crumbs: Crumbs }),
	'POST /otp/new': Strict({ message: Type.String(), crumbs: Crumbs, otp_id: Type.String() }),
	'POST /enterprise/message/generate': Strict({
		code: Type.Integer(),
		message: Type.String(),
		url: Type.String(),
		options: Strict({
			name: Type.String(),
			to: Type.String(),
			from: Type.String(),
			id: Type.String(),
			option: Type.String(),
		}),
	}),
	'POST /otp/verify': Strict({ message: Type.String(), verified: Type.Boolean() }),
	'GET /enterprise/lease/purchasable': Envelope('psr_', 'pool_available_adoption', LeasePool),
	'GET /enterprise/lease/status/{number}': NumberRecord,
	'POST /enterprise/lease/register/{number}': Envelope(
		'rsr_',
		'adopted_number_confirmation',
		AdoptionData,
	),
	'POST /enterprise/lease/relinquish/{number}': Envelope(
		'rqn_',
		'relinquished_confirmation',
		RelinquishmentData,
	),
};

const NO_QUERY = Strict({});

/** Returns Fastify's schema of an endpoint with a body. */
export const withBody = <Name extends keyof typeof BODIES>(name: Name) => ({
	body: BODIES[name],
	querystring: NO_QUERY,
	response: { 200: ANSWERS[name] },
});

/** Returns Fastify's schema of an endpoint whose path holds a number. */
export const withNumber = <Name extends keyof typeof ANSWERS>(name: Name) => ({
	params: Strict({ number: E164 }),
	querystring: NO_QUERY,
	response: { 200: ANSWERS[name] },
});
