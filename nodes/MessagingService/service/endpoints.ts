import type { Endpoint } from '../transport/request';
import { POOLS } from './numbers';

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
	needs: { otp_id: 'string' },
};

/** POST /otp/verify (section 4.4); each call counts as an attempt. */
export const VERIFY_OTP: Endpoint = {
	method: 'POST',
	path: '/otp/verify',
	retryClass: 'once',
	doing: 'verifying the one-time password',
	refersTo: {
		name: 'the OTP ID',
		wayOut:
			'Check that OTP ID is the otp_id that Send gave. It may have expired, or have been used already: send a new one-time password.',
	},
	needs: { verified: 'boolean' },
};

/** POST /enterprise/message/generate (section 4.3). */
export const GENERATE_INTENT: Endpoint = {
	method: 'POST',
	path: '/enterprise/message/generate',
	retryClass: 'once',
	doing: 'generating the message intent',
	enterprise: 'Generating message intents',
	statusIn: 'code',
	needs: { url: 'string' },
};

/** GET /enterprise/lease/purchasable (section 4.5). */
export const PURCHASABLE: Endpoint = {
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	retryClass: 'safe',
	doing: 'listing the numbers that can be adopted',
	enterprise: 'Leasing numbers',
	needs: Object.fromEntries(POOLS.map((pool) => [`data.${pool}`, 'list'])),
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
