import type { Endpoint, Needs } from '../transport/request';

/** Returns an endpoint (its section stands beside its function in `client.ts`), with what exactly its answer holds. */
const endpoint = <const Needed extends Needs>(described: Endpoint<Needed>) => described;

export const SEND_TEXT = endpoint({
	method: 'POST',
	path: '/send/text',
	doing: 'sending the message to {to}',
	subject: 'the message to {to}',
	possibly: 'This message may have been sent. Check before you send it again.',
	needs: {},
});

/** Over WhatsApp or with a message intent, both Enterprise only (section 4.1). */
export const SEND_TEXT_ENTERPRISE = endpoint({
	...SEND_TEXT,
	enterprise: 'Sending over WhatsApp and sending message intents',
});

export const NEW_OTP = endpoint({
	method: 'POST',
	path: '/otp/new',
	doing: 'sending the one-time password to {to}',
	subject: 'the one-time password to {to}',
	possibly: 'This one-time password may have been sent. Check before you send another one.',
	needs: { otp_id: 'string' },
});

export const VERIFY_OTP = endpoint({
	method: 'POST',
	path: '/otp/verify',
	doing: 'verifying the one-time password',
	subject: 'the OTP ID',
	ifUnknown:
		'Check that the OTP ID is the otp_id that Send returned. The one-time password may have expired or been used: send a new one.',
	possibly:
		'This attempt may have been counted. Check before you verify the one-time password again.',
	needs: { verified: 'boolean' },
});

export const GENERATE_INTENT = endpoint({
	method: 'POST',
	path: '/enterprise/message/generate',
	doing: 'generating the message intent',
	subject: 'the message intent to {toNumber}',
	enterprise: 'Generating message intents',
	possibly: 'This message intent may have been generated. Check before you generate it again.',
	statusIn: 'code',
	needs: { url: 'string' },
});

export const PURCHASABLE = endpoint({
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	doing: 'listing the numbers that can be adopted',
	subject: 'the filters',
	enterprise: 'Leasing numbers',
	needs: { data: { text: 'list', imessage: 'list', whatsapp: 'list', voice: 'list' } },
});

/** What all requests about one number have in common. */
const OF_NUMBER = {
	subject: 'the number {number}',
	ifUnknown:
		'Check the number for typing errors. It may no longer be available: list the numbers again to see which are.',
	enterprise: 'Leasing numbers',
	needs: {},
} as const;

export const NUMBER_STATUS = endpoint({
	...OF_NUMBER,
	method: 'GET',
	path: '/enterprise/lease/status/{number}',
	doing: 'reading the status of the number',
});

export const REGISTER = endpoint({
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/register/{number}',
	doing: 'adopting the number',
	possibly:
		'The number {number} may have been adopted. Check its status before you adopt another one.',
});

export const RELINQUISH = endpoint({
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/relinquish/{number}',
	doing: 'relinquishing the number',
	possibly:
		'The number {number} may have been relinquished. Check its status before you relinquish it again.',
});
