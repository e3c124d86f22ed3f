import type { LeasePool, NumberType } from '../protocol/schemas';

/** A number of the pool, as it is described before the simulator starts. */
export interface PoolNumber {
	/** E.164 with the plus. */
	e164: string;
	/** For people: country code and punctuation. */
	formatted: string;
	country: 'US' | 'CA' | 'UK' | 'FR';
	carrier: 'TMO' | 'ATT' | 'SERVICE';
	type: NumberType;
	/** The arrays of the purchasable list that hold it while it is available. */
	pools: ReadonlyArray<keyof LeasePool>;
	supports: readonly string[];
}

type Format = [pattern: RegExp, format: string];
const AMERICAN: Format = [/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3'];

/** How each country prints its numbers. */
const FORMATS: Record<PoolNumber['country'], Format> = {
	US: AMERICAN,
	CA: AMERICAN,
	UK: [/^\+44(\d{4})(\d{6})$/, '+44 $1 $2'],
	FR: [/^\+33(\d)(\d{2})(\d{2})(\d{2})(\d{2})$/, '+33 $1 $2 $3 $4 $5'],
};

function number(
	country: PoolNumber['country'],
	e164: string,
	carrier: PoolNumber['carrier'],
	type: PoolNumber['type'],
	pools: PoolNumber['pools'],
	...supports: string[]
): PoolNumber {
	const formatted = e164.replace(...FORMATS[country]);
	return { e164, formatted, country, carrier, type, pools, supports };
}

/**
 * Numbers that reach nobody, all from ranges that the regulators keep for fiction: 555-0100 to 555-0199 in North
 * America, +44 7700 900000 to 900999 in the United Kingdom, +33 1 99 00 and +33 6 39 98 in France.
 */
export const FICTIONAL_POOL: readonly PoolNumber[] = [
	number('US', '+12125550101', 'SERVICE', 'text', ['text'], 'sms', 'mms'),
	number('US', '+12125550102', 'TMO', 'text', ['text', 'voice'], 'sms', 'voice'),
	number('US', '+13055550110', 'ATT', 'text', ['text'], 'sms'),
	number('US', '+14155550121', 'SERVICE', 'imessage', ['imessage'], 'imessage'),
	number('US', '+14155550122', 'TMO', 'text', ['text', 'imessage'], 'sms', 'imessage'),
	number('US', '+15125550133', 'ATT', 'text', ['text', 'voice'], 'sms', 'mms', 'voice'),
	number('US', '+12065550144', 'SERVICE', 'whatsapp', ['whatsapp'], 'whatsapp'),
	number('US', '+12065550145', 'TMO', 'text', ['text', 'whatsapp'], 'sms', 'whatsapp'),
	number('US', '+13125550156', 'ATT', 'text', ['text'], 'sms', 'mms'),
	number('US', '+16175550167', 'ATT', 'imessage', ['imessage'], 'imessage'),
	number('US', '+17025550178', 'TMO', 'text', ['text'], 'sms'),
	number('US', '+13035550189', 'SERVICE', 'text', ['voice'], 'voice'),
	number('CA', '+14165550102', 'TMO', 'text', ['text'], 'sms', 'mms'),
	number('CA', '+14165550113', 'SERVICE', 'whatsapp', ['whatsapp'], 'whatsapp'),
	number('CA', '+15145550124', 'ATT', 'text', ['text', 'voice'], 'sms', 'voice'),
	number('CA', '+16045550135', 'SERVICE', 'text', ['text', 'imessage'], 'sms', 'imessage'),
	number('CA', '+14035550146', 'TMO', 'imessage', ['imessage'], 'imessage'),
	number('CA', '+16135550157', 'ATT', 'text', ['text'], 'sms'),
	number('CA', '+19025550168', 'SERVICE', 'text', ['voice'], 'voice'),
	number('UK', '+447700900101', 'SERVICE', 'text', ['text'], 'sms'),
	number('UK', '+447700900202', 'TMO', 'text', ['text', 'whatsapp'], 'sms', 'whatsapp'),
	number('UK', '+447700900303', 'ATT', 'whatsapp', ['whatsapp'], 'whatsapp'),
	number('UK', '+447700900404', 'SERVICE', 'imessage', ['imessage'], 'imessage'),
	number('UK', '+447700900505', 'TMO', 'text', ['text', 'voice'], 'sms', 'mms', 'voice'),
	number('UK', '+447700900606', 'ATT', 'text', ['text'], 'sms', 'mms'),
	number('FR', '+33199000101', 'SERVICE', 'text', ['voice'], 'voice'),
	number('FR', '+33199000202', 'ATT', 'text', ['text', 'voice'], 'sms', 'voice'),
	number('FR', '+33639980103', 'SERVICE', 'text', ['text'], 'sms', 'mms'),
	number('FR', '+33639980204', 'TMO', 'text', ['text', 'whatsapp'], 'sms', 'whatsapp'),
	number('FR', '+33639980305', 'ATT', 'whatsapp', ['whatsapp'], 'whatsapp'),
	number('FR', '+33639980406', 'TMO', 'imessage', ['imessage'], 'imessage'),
	number('FR', '+33639980507', 'TMO', 'text', ['text', 'imessage'], 'sms', 'imessage'),
];
