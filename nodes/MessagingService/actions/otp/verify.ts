import { serviceError } from '../../errors';
import { flag, parameter, type Place, required } from '../../fields/parameter';
import { asText, invalidValueError } from '../../fields/readValues';
import { plainDigits } from '../../phone';
import { VERIFY_OTP } from '../../service/messages';
import type { Operation } from '../operation';

/** Spaces, invisible characters and quotation marks around an ID: they come along when it is copied. */
const AROUND_ID =
	/^[\s\p{Cf}\p{Pi}\p{Pf}"'`]+|(?<![\s\p{Cf}\p{Pi}\p{Pf}"'`])[\s\p{Cf}\p{Pi}\p{Pf}"'`]+$/gu;

const OTP_ID = required(
	parameter(
		{
			displayName: 'OTP ID',
			path: 'otpId',
			placeholder: 'e.g. otp_5f2b8c',
			description:
				'The otp_id that the Send node returned. While you build, pin its output: each run sends another password.',
		},
		(value, place) => asText(value, place)?.replace(AROUND_ID, ''),
	),
	"Take otp_id from the node that sent the password. If that node skipped the item, because its 'Send Once Key' was used, it sent no password and has no otp_id: put an If before this node, and let the person use the earlier password.",
);

/** A group of digits in a whole text, as people paste it: it touches no other digit, and no letter with a capital. */
const GROUP = /(?<![\p{Lu}\p{Ll}\p{Lt}\d])\d{4,8}(?![\p{Lu}\p{Ll}\p{Lt}\d])/gu;

/** Digits with one or two decimals, and no letters around them. */
const DECIMALS = /^[^\p{L}\d]*\d{4,}\.\d\d?[^\p{L}\d]*$/u;

/**
 * Reads the password in what a person typed or pasted. Each try counts, so what is not understood goes as it was typed.
 * @throws InputError where it has decimals
 */
function readPassword(value: unknown, place: Place) {
	const typed = asText(value, place);
	// A spreadsheet makes a number of it.
	const text = plainDigits(typed ?? '').replace(/^(\D*\d{4,})\.00?(?=\D*$)/, '$1');
	if (DECIMALS.test(text)) {
		throw invalidValueError(value, place.displayName, 'Use the password that the person typed.');
	}
	if (!/\p{L}/u.test(text)) return text.replace(/\D/g, '') || typed;

	// Texts for browsers have it twice: 482225 is your code. @example.com #482225
	const [group = typed, ...others] = new Set(text.match(GROUP));
	return others.length === 0 ? group : typed;
}

const OTP = required(
	parameter(
		{
			displayName: 'One-Time Password',
			path: 'otp',
			placeholder: 'e.g. 123456',
			description: 'The password as the person typed it',
		},
		readPassword,
	),
);

const FAIL_ON_INCORRECT = flag({
	displayName: 'Fail on Incorrect Password',
	path: 'options.failOnIncorrect',
	description: 'Whether a wrong password fails its item, instead of returning verified: false',
});

/** otp.verify: POST /otp/verify (section 4.4 of docs/service.md). */
export const verify: Operation = {
	name: 'Verify',
	action: 'Verify one-time password',
	description: 'Check the one-time password that a person entered',
	fields: [OTP_ID, OTP],
	options: [FAIL_ON_INCORRECT],
	prepare(read) {
		const body = { otp_id: read(OTP_ID), otp: read(OTP) };
		const failOnIncorrect = read(FAIL_ON_INCORRECT);
		return {
			lane: body.otp_id,
			perform: async (service) => {
				const response = await service.request(VERIFY_OTP, { target: body.otp_id, body });
				if (!failOnIncorrect || response.verified) return response;

				throw serviceError('wrongPassword');
			},
		};
	},
};
