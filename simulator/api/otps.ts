import { randomUUID } from 'node:crypto';

import { notFoundError } from '../protocol/errors';
import { withBody } from '../protocol/schemas';
import type { SentOtp, State } from '../state/state';
import { requireAccount } from './callers';
import type { Server } from './context';

/** Milliseconds during which a one-time password can be verified. */
const LIFETIME_MS = 600_000;

/** Wrong codes after which a one-time password is spent. */
const MOST_WRONG = 5;

/** Serves POST /otp/new and POST /otp/verify, sections 4.2 and 4.4 of `docs/service.md`. */
export function otps(server: Server, state: State): void {
	server.post('/otp/new', { schema: withBody('POST /otp/new') }, async (request) => {
		const account = requireAccount(request);
		const { to, language, name } = request.body;
		const [otpId, code] = [`otp_${randomUUID()}`, state.settings.otpCode()];

		state.sentOtps.add({
			otpId,
			to,
			code,
			createdAt: Date.now(),
			failedAttempts: 0,
			verified: false,
		});
		const text = otpText(code, language, name);
		const crumbs = state.deliver(account, { channel: 'sms', to, text, otp: { otpId, code } });
		return { message: `One-time password sent to ${to}.`, crumbs, otp_id: otpId };
	});

	server.post('/otp/verify', { schema: withBody('POST /otp/verify') }, async ({ body }) => {
		const otp = state.findOtp(body.otp_id);
		if (otp === undefined) throw notFoundError('There is no one-time password with this otp_id.');
		return verify(otp, body.otp);
	});
}

/** Compares a code that was typed with the one that was sent, and counts a wrong one. */
function verify(otp: SentOtp, typed: string) {
	const refused = (message: string) => ({ message, verified: false });
	const age = Date.now() - otp.createdAt;
	if (age >= LIFETIME_MS) return refused('The one-time password has expired.');
	if (otp.verified) return refused('The one-time password has been used.');
	if (otp.failedAttempts >= MOST_WRONG) return refused('Too many wrong passwords: send a new one.');

	if (typed !== otp.code) {
		otp.failedAttempts += 1;
		return refused('The one-time password is wrong.');
	}
	otp.verified = true;
	return { message: 'The one-time password is correct.', verified: true };
}

/** Parts of the message's text, by language: before the name, and behind it. */
const OTP_TEXTS: Record<string, [is: string, of: string, warning: string]> = {
	en: ['is your code', 'for', 'Do not share it with anyone.'],
	es: ['es tu código', 'para', 'No lo compartas con nadie.'],
	fr: ['est votre code', 'pour', 'Ne le communiquez à personne.'],
};

/** Returns the text of the message; in English where the simulator lacks the language. */
function otpText(code: string, language = 'en', name?: string): string {
	const [is, of, warning] = OTP_TEXTS[language.slice(0, 2).toLowerCase()] ?? OTP_TEXTS.en;
	return `${code} ${is}${name === undefined ? '' : ` ${of} ${name}`}. ${warning}`;
}
