import type { IDataObject } from 'n8n-workflow';

import { isPlainObject } from '../util/members';
import type { Endpoint } from '../request/endpoint';
import type { Service } from './connect';

// The sections are those of `docs/service.md`. Numbers are in E.164. Each function returns the body of the response,
// unchanged, and throws a ServiceError, free of the API token, otherwise.

const CHECK_PLAN =
	"Check the plan and the balance of your account. WhatsApp and message intents require your provider's Enterprise plan.";

/** Returns the members of an endpoint that sends something to a recipient. */
const sends = (what: string) =>
	({
		method: 'POST',
		leavesDoubt: true,
		purpose: `send the ${what} to {target}`,
		ifRefused:
			"Check the recipient's number and its country code. If it is right, the service cannot reach it: ask your provider why.",
		ifNotInPlan: CHECK_PLAN,
		texts: {
			possiblySent: `This ${what} may have been sent`,
			whereToCheck: 'Check with your provider or the recipient whether it arrived.',
			notSent: `This ${what} was not sent.`,
		},
	}) as const;

/** Returns a check that a response holds a text under a name. */
const needsText = (name: string) => (response: IDataObject) =>
	response[name] && typeof response[name] === 'string' ? undefined : `the text "${name}"`;

const SEND_TEXT: Endpoint = {
	...sends('message'),
	path: '/send/text',
	lack: ({ crumbs }) => (isPlainObject(crumbs) ? undefined : 'the object "crumbs"'),
};

/** Body of POST /send/text (section 4.1). */
export interface TextMessage {
	/** Recipient, E.164; the service tries to convert other forms. */
	to: string;
	message: string;
	beta_features?: {
		/** Sender, E.164. */
		from?: string;
		imessage?: true;
		whatsapp?: true;
		fallback?: boolean;
		intent?: true;
	};
}

/** Sends a message: POST /send/text (section 4.1). */
export async function sendText(service: Service, body: TextMessage): Promise<IDataObject> {
	return await service.request(SEND_TEXT, { target: body.to, body });
}

const NEW_OTP: Endpoint = {
	...sends('one-time password'),
	path: '/otp/new',
	lack: needsText('otp_id'),
};

/** Body of POST /otp/new (section 4.2). */
interface NewOtp {
	to: string;
	language?: string;
	name?: string;
}

/** Sends a one-time password: POST /otp/new (section 4.2). */
export async function newOtp(service: Service, body: NewOtp): Promise<IDataObject> {
	return await service.request(NEW_OTP, { target: body.to, body });
}

export const VERIFY_OTP = {
	method: 'POST',
	leavesDoubt: true,
	path: '/otp/verify',
	purpose: 'verify the one-time password',
	looksUp: true,
	countsAttempts: true,
	ifRefused:
		'Check that the OTP ID is the otp_id that Send returned. The one-time password may have expired or been used: send a new one.',
	ifNotInPlan: CHECK_PLAN,
	texts: {
		possiblySent: 'This attempt may have been counted',
		whereToCheck: 'Check with your provider whether it was counted.',
		notSent: 'The one-time password was not verified.',
	},
	lack: ({ verified }) => (typeof verified === 'boolean' ? undefined : 'the boolean "verified"'),
} as const satisfies Endpoint;

/** Checks a one-time password: POST /otp/verify (section 4.4). Each call counts as an attempt. */
export async function verifyOtp(
	service: Service,
	body: { otp_id: string; otp: string },
): Promise<IDataObject> {
	return await service.request(VERIFY_OTP, { target: body.otp_id, body });
}

const GENERATE_INTENT = {
	method: 'POST',
	leavesDoubt: true,
	path: '/enterprise/message/generate',
	purpose: 'generate the message intent',
	ifRefused: 'Check the fields of this item.',
	ifNotInPlan: CHECK_PLAN,
	texts: {
		possiblySent: 'This message intent may have been generated',
		whereToCheck: 'Check with your provider whether it was generated.',
		notSent: 'This message intent was not generated.',
	},
	lack: needsText('url'),
} as const satisfies Endpoint;

/** The same as the first step of a message: where it fails, no message was sent, whether an intent was made or not. */
const GENERATE_FIRST: Endpoint = {
	...GENERATE_INTENT,
	leavesDoubt: false,
	texts: { ...GENERATE_INTENT.texts, notSent: 'This message was not sent.' },
};

/** Body of POST /enterprise/message/generate (section 4.3). */
export interface IntentRequest {
	toNumber: string;
	fromNumber?: string;
	embedText?: string;
	imageURL?: string;
	companyName?: string;
	option?: string;
}

/** Generates a message intent: POST /enterprise/message/generate (section 4.3). @param isFirst whether its message follows */
export async function generateIntent(service: Service, body: IntentRequest, isFirst = false) {
	const endpoint = isFirst ? GENERATE_FIRST : GENERATE_INTENT;
	const response = await service.request(endpoint, { target: body.toNumber, body });
	// `lack` of the endpoint has checked it.
	return response as IDataObject & { url: string };
}
