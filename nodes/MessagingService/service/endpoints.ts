import type { IDataObject } from 'n8n-workflow';

import { isPlainObject, memberOf } from '../object';
import type { Endpoint } from '../transport/request';
import { POOLS } from './numbers';

// The sections are those of `docs/service.md`.

/** Returns the members of a request that sends something to a recipient. */
const sends = (what: string) =>
	({
		method: 'POST',
		activity: (to: string) => `sending the ${what} to ${to}`,
		ifRefused:
			"Check the recipient's number and its country code. If it is right, the service cannot reach it: ask your provider why.",
		effect: {
			possibly: () => `This ${what} may have been sent`,
			whereToCheck: 'Check with your provider or the recipient whether it arrived.',
			notDone: `This ${what} was not sent.`,
		},
	}) as const;

/** Returns a check that an answer holds a text under a name. */
const needsText = (name: string) => (answer: IDataObject) =>
	typeof answer[name] === 'string' && answer[name] !== '' ? undefined : `the text "${name}"`;

/** POST /send/text (section 4.1). */
export const SEND_TEXT: Endpoint = { ...sends('message'), path: '/send/text' };

/** The same over WhatsApp or with a message intent, both Enterprise only. */
export const SEND_TEXT_ENTERPRISE: Endpoint = {
	...SEND_TEXT,
	enterprise: 'Sending over WhatsApp and sending message intents',
};

/** POST /otp/new (section 4.2). */
export const NEW_OTP: Endpoint = {
	...sends('one-time password'),
	path: '/otp/new',
	lacks: needsText('otp_id'),
};

/** POST /otp/verify (section 4.4). */
export const VERIFY_OTP: Endpoint = {
	method: 'POST',
	path: '/otp/verify',
	activity: () => 'verifying the one-time password',
	ifRefused:
		'Check that the OTP ID is the otp_id that Send returned. The one-time password may have expired or been used: send a new one.',
	effect: {
		possibly: () => 'This attempt may have been counted',
		whereToCheck: 'Check with your provider whether it was counted.',
		notDone: 'The one-time password was not verified.',
	},
	lacks: ({ verified }) => (typeof verified === 'boolean' ? undefined : 'the boolean "verified"'),
};

/** POST /enterprise/message/generate (section 4.3). */
export const GENERATE_INTENT: Endpoint = {
	method: 'POST',
	path: '/enterprise/message/generate',
	activity: () => 'generating the message intent',
	ifRefused: 'Check the fields of this item.',
	enterprise: 'Generating message intents',
	effect: {
		possibly: () => 'This message intent may have been generated',
		whereToCheck: 'Check with your provider whether it was generated.',
		notDone: 'This message intent was not generated.',
	},
	lacks: needsText('url'),
};

/** GET /enterprise/lease/purchasable (section 4.5). */
export const PURCHASABLE: Endpoint = {
	method: 'GET',
	path: '/enterprise/lease/purchasable',
	activity: () => 'listing the available numbers',
	ifRefused: 'Check the filters.',
	enterprise: 'Leasing numbers',
	lacks({ data }) {
		const missing = POOLS.find((pool) => {
			const list = memberOf(data, pool);
			// If an entry that is no object were skipped, its number would look as if it were gone.
			return !Array.isArray(list) || !list.every(isPlainObject);
		});
		return missing && `the list "data.${missing}"`;
	},
};

/** Members that all requests about one number have in common. */
const OF_NUMBER = {
	ifRefused:
		'Check the number for typing errors. It may no longer be available: list the numbers again to see which are.',
	enterprise: 'Leasing numbers',
};

/** GET /enterprise/lease/status/{number} (section 4.6). */
export const NUMBER_STATUS: Endpoint = {
	...OF_NUMBER,
	method: 'GET',
	path: '/enterprise/lease/status/{number}',
	activity: (number) => `reading the status of the number ${number}`,
};

/** Returns the effect of a request after which a number is adopted or relinquished. */
const changesLease = (done: string, isYours: string) => ({
	possibly: (number: string) => `The number ${number} may have been ${done}`,
	whereToCheck: `Check whether it is ${isYours}: run Number Lease → Get Status, or ask your provider.`,
	notDone: `The number was not ${done}.`,
});

/** POST /enterprise/lease/register/{number} (section 4.7). */
export const REGISTER: Endpoint = {
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/register/{number}',
	activity: (number) => `adopting the number ${number}`,
	effect: changesLease('adopted', 'yours'),
};

/** POST /enterprise/lease/relinquish/{number} (section 4.8). */
export const RELINQUISH: Endpoint = {
	...OF_NUMBER,
	method: 'POST',
	path: '/enterprise/lease/relinquish/{number}',
	activity: (number) => `relinquishing the number ${number}`,
	ifRefused: 'Check the number for typing errors, and that it is one that you lease.',
	effect: changesLease('relinquished', 'still yours'),
};
