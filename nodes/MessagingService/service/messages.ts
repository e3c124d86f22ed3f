import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../util/members';
import type { Endpoint } from '../request/endpoint';

// The sections are those of `docs/service.md`.

const CHECK_PLAN =
	"Check the plan and the balance of your account. WhatsApp and message intents require your provider's Enterprise plan.";

/** Returns the members of an endpoint that sends something to a recipient. */
const sends = (what: string) =>
	({
		method: 'POST',
		purpose: `send the ${what} to {target}`,
		ifRefused:
			"Check the recipient's number and its country code. If it is right, the service cannot reach it: ask your provider why.",
		ifNotInPlan: CHECK_PLAN,
		ifPossiblySent: `This ${what} may have been sent`,
		whereToCheck: 'Check with your provider or the recipient whether it arrived.',
		ifNotSent: `This ${what} was not sent.`,
	}) as const;

/** Returns a check that a response holds a text under a name. */
const needsText = (name: string) => (response: IDataObject) =>
	response[name] && typeof response[name] === 'string' ? undefined : `the text "${name}"`;

/** Sends a message (section 4.1). */
export const SEND_TEXT: Endpoint = {
	...sends('message'),
	path: '/send/text',
	missing: ({ crumbs }) => (isPlainObject(crumbs) ? undefined : 'the object "crumbs"'),
};

/** Sends a one-time password (section 4.2). */
export const NEW_OTP: Endpoint = {
	...sends('one-time password'),
	path: '/otp/new',
	missing: needsText('otp_id'),
};

/** Checks a one-time password (section 4.4). Each request counts as an attempt. */
export const VERIFY_OTP: Endpoint = {
	method: 'POST',
	path: '/otp/verify',
	purpose: 'verify the one-time password',
	looksUp: true,
	countsAttempts: true,
	ifRefused:
		'Check that the OTP ID is the otp_id that Send returned. The one-time password may have expired or been used: send a new one.',
	ifNotInPlan: CHECK_PLAN,
	ifPossiblySent: 'This attempt may have been counted',
	whereToCheck: 'Check with your provider whether it was counted.',
	ifNotSent: 'The one-time password was not verified.',
	missing: ({ verified }) => (typeof verified === 'boolean' ? undefined : 'the boolean "verified"'),
};

/** Generates a message intent (section 4.3). */
export const GENERATE_INTENT: Endpoint = {
	method: 'POST',
	path: '/enterprise/message/generate',
	purpose: 'generate the message intent',
	ifRefused: 'Check the fields of this item.',
	ifNotInPlan: CHECK_PLAN,
	ifPossiblySent: 'This message intent may have been generated',
	whereToCheck: 'Check with your provider whether it was generated.',
	ifNotSent: 'This message intent was not generated.',
	missing: needsText('url'),
};

/** The same as the first step of a message: where it fails, no message was sent, whether an intent was made or not. */
export const GENERATE_FIRST: Endpoint = {
	...GENERATE_INTENT,
	isStep: true,
	ifNotSent: SEND_TEXT.ifNotSent,
};
