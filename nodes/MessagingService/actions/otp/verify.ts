import { serviceError } from '../../errors';
import { flag, parameter, required, text } from '../../fields/parameter';
import { asText, invalidValueError } from '../../fields/readValues';
import { plainDigits } from '../../phone';
import { verifyOtp } from '../../service/messages';
import type { Operation } from '../operation';

const OTP_ID = required(
	text({
		displayName: 'OTP ID',
		path: 'otpId',
		placeholder: 'e.g. the otp_id of the Send node',
		builderHint: {
			propertyHint:
				'The otp_id of the otp send node, e.g. expr(\'{{ $("Send code").first().json.otp_id }}\')',
		},
		description:
			'The otp_id of the Send node. While you build, pin its output: each run sends another password.',
	}),
	"Take otp_id from the node that sent the password. If that node skipped the item, because its 'Send Once Key' was used, it sent no password and has no otp_id: put an If before this node, and let the person use the earlier password.",
);

/** What people and keyboards put between and around the digits: `482-225`, `"446959"`, `193619,`. */
const AROUND_DIGITS = /[\s\p{Cc}\p{Cf}\p{Pd}−\p{Pi}\p{Pf}\p{Ps}\p{Pe}<>.．。·•"'`]/gu;

const OTP = required(
	parameter(
		{
			displayName: 'One-Time Password',
			path: 'otp',
			placeholder: 'e.g. 123456',
			description: 'The password as the person typed it',
		},
		{ type: 'string', default: '' },
		(value, place) => {
			// Nobody typed it, and each try counts.
			if (typeof value === 'boolean') {
				const nextStep = 'Use the password that the person typed.';
				throw invalidValueError(value, place.displayName, nextStep);
			}
			const given = asText(value, place) ?? '';
			const digits = plainDigits(given.replace(AROUND_DIGITS, '').replace(/[,，、،]$/, ''));
			return /^\d*$/.test(digits) ? digits : given;
		},
	),
);

const FAIL_ON_INCORRECT = flag({
	displayName: 'Fail on Incorrect Password',
	path: 'options.failOnIncorrect',
	description: 'Whether to throw an error if the password is incorrect',
});

/** otp.verify: POST /otp/verify (section 4.4 of docs/service.md). */
export const verify: Operation = {
	name: 'Verify',
	action: 'Verify one-time password',
	description: 'Check the one-time password that a person entered',
	fields: [OTP_ID, OTP],
	options: [FAIL_ON_INCORRECT],
	prepare(read) {
		const body = { otp_id: read(OTP_ID).trim(), otp: read(OTP) };
		const failOnIncorrect = read(FAIL_ON_INCORRECT);
		return {
			lane: body.otp_id,
			carryOut: async (service) => {
				const response = await verifyOtp(service, body);
				if (!failOnIncorrect || response.verified) return response;

				throw serviceError('wrongPassword');
			},
		};
	},
};
