import type { IDataObject } from 'n8n-workflow';

/** Keys of the four arrays of the purchasable list, in the order in which numbers are given (section 4.5). */
export const POOLS = ['text', 'imessage', 'whatsapp', 'voice'] as const;

/** Name of one of the four arrays of the purchasable list (section 4.5). */
export type Pool = (typeof POOLS)[number];

/**
 * What a number record says of the number's state (section 2.1).
 * The values beyond `available` and `good` are not known, so both are plain text.
 */
export interface NumberRecordData extends IDataObject {
	status?: string;
	health?: string;
	/** For people: country code and punctuation. */
	formatted?: string;
	/** E.164, with the leading plus. */
	e164?: string;
}

/** A phone number of the service (section 2.1). */
export interface NumberRecord extends IDataObject {
	type?: string;
	/** Digits with country code, no leading plus. */
	number?: string;
	country?: string;
	supports?: string[];
	carrier?: string;
	data?: NumberRecordData;
}

/** What wraps the answers of the lease operations (section 2.2). */
export interface Envelope extends IDataObject {
	id?: string;
	object?: string;
	/** The unit is not known. */
	created_at?: number;
}

/** The numbers that can be adopted, by array (section 4.5). */
export type PurchasableNumbers = Record<Pool, NumberRecord[]>;

/** Optional features of POST /send/text (section 4.1). */
export interface BetaFeatures extends IDataObject {
	/** Sender, E.164. */
	from?: string;
	imessage?: true;
	whatsapp?: true;
	fallback?: boolean;
	intent?: true;
}

/** Body of POST /send/text (section 4.1). */
export interface TextMessage extends IDataObject {
	/** Recipient, E.164; the service tries to convert other forms. */
	to: string;
	message: string;
	beta_features?: BetaFeatures;
}

/** Body of POST /otp/new (section 4.2). */
export interface OtpRequest extends IDataObject {
	/** Recipient, E.164. */
	to: string;
	language?: string;
	name?: string;
}

/** Answer of POST /otp/new (section 4.2). */
export interface OtpSent extends IDataObject {
	otp_id: string;
}

/** Body of POST /otp/verify (section 4.4). */
export interface OtpAttempt extends IDataObject {
	otp_id: string;
	otp: string;
}

/** Answer of POST /otp/verify (section 4.4). */
export interface OtpVerdict extends IDataObject {
	verified: boolean;
}

/** Body of POST /enterprise/message/generate (section 4.3). */
export interface IntentRequest extends IDataObject {
	/** E.164 */
	toNumber: string;
	/** E.164 */
	fromNumber?: string;
	embedText?: string;
	imageURL?: string;
	companyName?: string;
	option?: string;
}

/** A message intent (section 2.6). */
export interface MessageIntent extends IDataObject {
	url: string;
}

/** Query of GET /enterprise/lease/purchasable (section 4.5). */
export interface PurchasableFilters {
	supports?: string[];
	type?: string;
	country?: string;
	carrier?: string;
}
