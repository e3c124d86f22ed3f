import { randomUUID } from 'node:crypto';

import { Type } from '@fastify/type-provider-typebox';

import { notFound } from '../protocol/errors';
import { Crumbs, E164, NoQuery, Strict, Text } from '../protocol/schemas';
import type { SentOtp, State } from '../state/state';
import { requireAccount } from './authorization';
import type { Server } from './context';
import { crumbs } from './crumbs';
import { SENDER } from './recipient';

const OtpSent = Strict({ message: Type.String(), crumbs: Crumbs, otp_id: Type.String() });
const OtpVerdict = Strict({ message: Type.String(), verified: Type.Boolean() });

/** Milliseconds during which a one-time password can be verified. */
const LIFETIME_MS = 600_000;

/** Wrong codes after which a one-time password is spent. */
const MOST_WRONG = 5;

/** Serves POST /otp/new and POST /otp/verify, sections 4.2 and 4.4 of `docs/service.md`. */
export function otps(server: Server, state: State): void {
	const { settings } = state;
	const optional = Type.Optional(Text);

	server.post(
		'/otp/new',
		{
			schema: {
				body: Strict({ to: E164, language: optional, name: optional }),
				querystring: NoQuery,
				response: { 200: OtpSent },
			},
		},
		async (request) => {
			const account = requireAccount(request);
			const { to, language, name } = request.body;

			const otpId = `otp_${randomUUID()}`;
			const code = settings.otpCode();
			state.addOtp({
				otpId,
				to,
				code,
				...(language !== undefined && { language }),
				...(name !== undefined && { name }),
				createdAt: Date.now(),
				failedAttempts: 0,
				verified: false,
			});
			state.deliver(account, {
				channel: 'sms',
				from: SENDER,
				to,
				text: otpText(code, language, name),
				otp: { otpId, code },
			});

			return {
				message: `One-time password sent to ${to}.`,
				crumbs: crumbs(account, 'sms', state),
				otp_id: otpId,
			};
		},
	);

	server.post(
		'/otp/verify',
		{
			schema: {
				body: Strict({ otp_id: Text, otp: Text }),
				querystring: NoQuery,
				response: { 200: OtpVerdict },
			},
		},
		async (request) => {
			const otp = state.findOtp(request.body.otp_id);
			if (otp === undefined) throw notFound('There is no one-time password with this otp_id.');
			return verify(otp, request.body.otp);
		},
	);
}

/** Compares a code that was typed with the one that was sent, and counts a wrong one. */
function verify(otp: SentOtp, typed: string) {
	const refused = (message: string) => ({ message, verified: false });

	if (Date.now() >= otp.createdAt + LIFETIME_MS) {
		return refused('The one-time password has expired.');
	}
	if (otp.verified) {
		return refused('The one-time password has been used.');
	}
	if (otp.failedAttempts >= MOST_WRONG) {
		return refused('Too many wrong passwords: send a new one-time password.');
	}
	if (typed !== otp.code) {
		otp.failedAttempts += 1;
		return refused('The one-time password is wrong.');
	}

	otp.verified = true;
	return { message: 'The one-time password is correct.', verified: true };
}

/** Returns the text of the message; in English where the simulator lacks the language. */
function otpText(code: string, language = 'en', name?: string): string {
	const [withName, withoutName] = OTP_TEXTS[language.slice(0, 2).toLowerCase()] ?? OTP_TEXTS.en;
	return name === undefined ? withoutName(code) : withName(code, name);
}

type OtpText = [
	withName: (code: string, name: string) => string,
	withoutName: (code: string) => string,
];

const OTP_TEXTS: Record<string, OtpText> = {
	en: [
		(code, name) => `${code} is your code for ${name}. Do not share it with anyone.`,
		(code) => `${code} is your code. Do not share it with anyone.`,
	],
	es: [
		(code, name) => `${code} es tu código para ${name}. No lo compartas con nadie.`,
		(code) => `${code} es tu código. No lo compartas con nadie.`,
	],
	fr: [
		(code, name) => `${code} est votre code pour ${name}. Ne le communiquez à personne.`,
		(code) => `${code} est votre code. Ne le communiquez à personne.`,
	],
};
