import { Type, type TSchema } from '@fastify/type-provider-typebox';

import { Crumbs, LeasePool, NumberRecord, Strict } from './schemas';

/** What POST /send/text answers (section 4.1). */
export const TextSent = Strict({ message: Type.String(), crumbs: Crumbs });

/** What POST /otp/new answers (section 4.2). */
export const OtpSent = Strict({ message: Type.String(), crumbs: Crumbs, otp_id: Type.String() });

/** What POST /otp/verify answers (section 4.4). */
export const OtpVerdict = Strict({ message: Type.String(), verified: Type.Boolean() });

/** A message intent, what POST /enterprise/message/generate answers (section 2.6). */
export const Intent = Strict({
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
});

/** Section 2.2. */
const Envelope = <T extends TSchema>(object: string, data: T) =>
	Strict({
		id: Type.String(),
		object: Type.String({ const: object }),
		created_at: Type.Integer(),
		data,
	});

/** What GET /enterprise/lease/purchasable answers (section 4.5). */
export const PoolListed = Envelope('pool_available_adoption', LeasePool);

/** What GET /enterprise/lease/status/{number} answers (section 4.6). */
export const StatusRead = NumberRecord;

/** What POST /enterprise/lease/register/{number} answers (sections 2.3 and 4.7). */
export const NumberAdopted = Envelope(
	'adopted_number_confirmation',
	Strict({
		carrier: Type.String(),
		type: Type.String(),
		supports: Type.Array(Type.String()),
		price: Type.Number(),
	}),
);

/** What POST /enterprise/lease/relinquish/{number} answers (sections 2.4 and 4.8). */
export const NumberRelinquished = Envelope(
	'relinquished_confirmation',
	Strict({ oos: Type.Integer(), number: Type.String() }),
);
