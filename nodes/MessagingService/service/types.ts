import type { IDataObject } from 'n8n-workflow';

/** What wraps the answers of the lease operations (section 2.2). */
export interface Envelope extends IDataObject {
	id?: string;
	object?: string;
	/** The unit is not known. */
	created_at?: number;
}

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
