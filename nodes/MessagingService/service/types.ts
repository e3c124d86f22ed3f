/** Optional features of POST /send/text (section 4.1). */
export interface BetaFeatures {
	/** Sender, E.164. */
	from?: string;
	imessage?: true;
	whatsapp?: true;
	fallback?: boolean;
	intent?: true;
}

/** Body of POST /send/text (section 4.1). */
export interface TextMessage {
	/** Recipient, E.164; the service tries to convert other forms. */
	to: string;
	message: string;
	beta_features?: BetaFeatures;
}

/** Body of POST /otp/new (section 4.2). */
export interface OtpRequest {
	/** Recipient, E.164. */
	to: string;
	language?: string;
	name?: string;
}

/** Body of POST /otp/verify (section 4.4). */
export interface OtpAttempt {
	otp_id: string;
	otp: string;
}

/** Body of POST /enterprise/message/generate (section 4.3). */
export interface IntentRequest {
	/** E.164 */
	toNumber: string;
	/** E.164 */
	fromNumber?: string;
	embedText?: string;
	imageURL?: string;
	companyName?: string;
	option?: string;
}

/** Query of GET /enterprise/lease/purchasable (section 4.5). */
export interface PurchasableFilters {
	supports?: string[];
	type?: string;
	country?: string;
	carrier?: string;
}
