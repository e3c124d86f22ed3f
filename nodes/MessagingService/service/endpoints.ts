import type { Endpoint, Needs } from '../transport/request';

// The sections are those of `docs/service.md`.

/** Returns an endpoint (its section stands beside its function in `client.ts`), with what exactly its answer holds. */
const endpoint = <const Needed extends Needs>(described: Endpoint<Needed>) => described;

/** Returns the members of a request that sends something to a recipient. */
const sends = (what: string) =>
	({
		method: 'POST',
		activity: (to: string) => `sending the ${what} to ${to}`,
		subject: (to: string) => `the ${what} to ${to}`,
		ifInvalid:
			"Check the recipient's number and its country code. If it is right, the service cannot reach it: ask your provider why, or reach the person in another way.",
		effect: {
			possibly: () => `This ${what} may have been sent`,
			whereToCheck: 'Check with your provider or the recipient whether it arrived.',
			notDone: `This ${what} was not sent.`,
		},
	}) as const;

export const SEND_TEXT = endpoint({ ...sends('message'), path: '/send/text', needs: {} });

/** Over WhatsApp or with a message intent, both Enterprise only (section 4.1). */
export const SEND_TEXT_ENTERPRISE = endpoint({
	...SEND_TEXT,
	enterprise: 'Sending over WhatsApp and sending message intents',
});

export const NEW_OTP = endpoint({
	...sends('one-time password'),
	path: '/otp/new',
	needs: { otp_id: 'string' },
});

export const VERIFY_OTP = endpoint({
	method: 'POST',
	path: '/otp/verify',
	activity: () => 'verifying the one-time password',
	subject: () => 'the OTP ID',
	ifUnknown:
		'Check that the OTP ID is the otp_id that Send returned. The one-time password may have expired or been used: send a new one.',
	effect: {
		possibly: () => 'This attempt may have been counted',
		whereToCheck: 'Check with your provider whether it was counted.',
		notDone: 'The one-time password was not verified.',
	},
	needs: { verified: 'boolean' },
});

export const GENERATE_INTENT = endpoint({
	method: 'POST',
	path: '/enterprise/message/generate',
	activity: () => 'generating the message intent',
	subject: (to) => `the message intent to ${to}`,
	enterprise: 'Generating message intents',
	effect: {
		possibly: () => 'This message intent may have been generated',
		whereToCheck: 'Check with your provider whether it was generated.',
		notDone: 'This message intent was not generated.',
	},
	statusIn: 'code',
	needs: { url: 'string' },
});

export const PURCHASABLE = endpoint({
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	activity: () => 'listing the numbers that can be adopted',
	subject: () => 'the filters',
	enterprise: 'Leasing numbers',
	needs: { data: { text: 'list', imessage: 'list', whatsapp: 'list', voice: 'list' } },
});

/** Members that all requests about one number have in common. */
const OF_NUMBER = {
	subject: (number: string) => `the number ${number}`,
	ifUnknown:
		'Check the number for typing errors. It may no longer be available: list the numbers again to see which are.',
	enterprise: 'Leasing numbers',
	needs: {},
} as const;

export const NUMBER_STATUS = endpoint({
	...OF_NUMBER,
	method: 'GET',
	path: '/enterprise/lease/status/{number}',
	activity: () => 'reading the status of the number',
});

/** Returns the effect of a request after which a number is adopted or relinquished. */
const changesLease = (done: string, isYours: string) => ({
	possibly: (number: string) => `The number ${number} may have been ${done}`,
	whereToCheck: `Check whether it is ${isYours}: run Number Lease → Get Status, or ask your provider.`,
	notDone: `The number was not ${done}.`,
});

/** Returns the advice for a number whose state forbids what was asked for. */
const mayBe = (done: string) => `It may already be ${done}: run Number Lease → Get Status.`;

export const REGISTER = endpoint({
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/register/{number}',
	activity: () => 'adopting the number',
	ifConflict: mayBe('adopted'),
	effect: changesLease('adopted', 'yours'),
});

export const RELINQUISH = endpoint({
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/relinquish/{number}',
	activity: () => 'relinquishing the number',
	ifUnknown: 'Check the number for typing errors, and that it is one that you have adopted.',
	ifConflict: mayBe('relinquished'),
	effect: changesLease('relinquished', 'still yours'),
});
