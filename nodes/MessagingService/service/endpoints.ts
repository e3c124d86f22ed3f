import type { IHttpRequestMethods } from 'n8n-workflow';

/**
 * When a request may be repeated.
 * `safe`: it changes nothing, so after any passing failure.
 * `once`: it sends, charges or counts an attempt, so only when the service cannot have acted on it.
 */
export type RetryClass = 'safe' | 'once';

/** What the service offers under one path (section 4). */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Below `{base_url}`; `{number}` stands for the number. */
	path: string;
	retryClass: RetryClass;
	/** What the request does, as errors name it: "… while sending the message". */
	doing: string;
	/** What only an Enterprise plan may do, as errors name it (section 5). */
	enterprise?: string;
}

/** POST /send/text (section 4.1). */
export const SEND_TEXT: Endpoint = {
	method: 'POST',
	path: '/send/text',
	retryClass: 'once',
	doing: 'sending the message',
};

/** POST /send/text over WhatsApp or with a message intent, both Enterprise only (section 4.1). */
export const SEND_TEXT_ENTERPRISE: Endpoint = {
	...SEND_TEXT,
	enterprise: 'Sending over WhatsApp and sending message intents',
};

/** POST /otp/new (section 4.2). */
export const NEW_OTP: Endpoint = {
	method: 'POST',
	path: '/otp/new',
	retryClass: 'once',
	doing: 'sending the one-time password',
};

/** POST /otp/verify (section 4.4); each call counts as an attempt. */
export const VERIFY_OTP: Endpoint = {
	method: 'POST',
	path: '/otp/verify',
	retryClass: 'once',
	doing: 'verifying the one-time password',
};

/** POST /enterprise/message/generate (section 4.3). */
export const GENERATE_INTENT: Endpoint = {
	method: 'POST',
	path: '/enterprise/message/generate',
	retryClass: 'once',
	doing: 'generating the message intent',
	enterprise: 'Generating message intents',
};

/** GET /enterprise/lease/purchasable (section 4.5). */
export const PURCHASABLE: Endpoint = {
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	retryClass: 'safe',
	doing: 'listing the numbers that can be adopted',
	enterprise: 'Leasing numbers',
};

/** GET /enterprise/lease/status/{number} (section 4.6). */
export const NUMBER_STATUS: Endpoint = {
	method: 'GET',
	path: '/enterprise/lease/status/{number}',
	retryClass: 'safe',
	doing: 'reading the status of the number',
	enterprise: 'Leasing numbers',
};

/** POST /enterprise/lease/register/{number} (section 4.7). */
export const REGISTER: Endpoint = {
	method: 'POST',
	path: '/enterprise/lease/register/{number}',
	retryClass: 'once',
	doing: 'adopting the number',
	enterprise: 'Leasing numbers',
};

/** POST /enterprise/lease/relinquish/{number} (section 4.8). */
export const RELINQUISH: Endpoint = {
	method: 'POST',
	path: '/enterprise/lease/relinquish/{number}',
	retryClass: 'once',
	doing: 'relinquishing the number',
	enterprise: 'Leasing numbers',
};
