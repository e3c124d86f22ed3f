import { serviceError } from '../../errors';
import { flagOption, required, requiredText, text } from '../../parameters/parameter';
import { asText, unusable } from '../../parameters/values';
import { plainDigits } from '../../phone';
import { verifyOtp } from '../../service/messages';
import type { Operation } from '../operation';

const OTP_ID = requiredText({
	displayName: 'OTP ID',
	name: 'otpId',
	placeholder: "e.g. {{ $('Send one-time password').item.json.otp_id }}",
	description:
		'The otp_id from the node that sent the password. Pin its output while testing: running it again sends another one.',
});

const OTP = required({
	...text({
		displayName: 'One-Time Password',
		name: 'otp',
		required: true,
		placeholder: 'e.g. 123456',
		description: 'The password as the person typed it',
	}),
	read(value, displayName) {
		// Nobody typed it, and each try counts.
		if (typeof value === 'boolean') {
			throw unusable(value, displayName, 'Use the password that the person typed.');
		}
		const given = asText(value, displayName) ?? '';
		return plainDigits(given.replace(/[\s\p{Cf}]+/gu, ''));
	},
});

const FAIL_ON_INCORRECT = flagOption({
	displayName: 'Fail on Incorrect Password',
	name: 'failOnIncorrect',
	description: 'Whether to fail the item if the password is incorrect',
});

/** otp.verify: POST /otp/verify (section 4.4 of docs/service.md). */
export const verify: Operation = {
	name: 'Verify',
	action: 'Verify one-time password',
	subtitle: 'Verify One-Time Password',
	description: 'Check the one-time password that a person entered',
	fields: [OTP_ID, OTP],
	options: [FAIL_ON_INCORRECT],
	prepare(read) {
		const body = { otp_id: read(OTP_ID).trim(), otp: read(OTP) };
		const failOnIncorrect = read(FAIL_ON_INCORRECT);
		return {
			lane: body.otp_id,
			carryOut: async (service) => {
				const answer = await verifyOtp(service, body);
				if (!failOnIncorrect || answer.verified) return answer;

				throw serviceError('wrongPassword');
			},
		};
	},
};
