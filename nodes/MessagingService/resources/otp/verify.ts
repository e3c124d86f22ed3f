import { ServiceError } from '../../errors/serviceError';
import { flagOption, notice, required, requiredText, text } from '../../parameters/parameter';
import { asCode, asText, unusable } from '../../parameters/values';
import type { Operation } from '../operation';

const OTP_ID = requiredText({
	displayName: 'OTP ID',
	name: 'otpId',
	placeholder: "e.g. {{ $('Send one-time password').item.json.otp_id }}",
	description:
		'The otp_id that Send returned: drag it from the output of the node that sent the password',
	builderHint: {
		propertyHint: 'Reference otp_id of the otp send node, e.g. {{ $("Send").item.json.otp_id }}',
	},
});

const OTP = required({
	...text({
		displayName: 'One-Time Password',
		name: 'otp',
		required: true,
		placeholder: 'e.g. 123456',
		description: 'The password as the person typed it',
	}),
	read(value, name) {
		// Nobody typed it, and each try counts.
		if (typeof value === 'boolean') {
			throw unusable(value, name, 'Use the password that the person typed.');
		}
		return asCode(asText(value, name) ?? '');
	},
});

const FAIL_ON_INCORRECT = flagOption({
	displayName: 'Fail on Incorrect Password',
	name: 'failOnIncorrect',
	description:
		'Whether the item fails if the one-time password is incorrect, instead of returning verified: false',
});

/** Tells of n8n's "Execute step", which runs Send again where it has no output yet. */
const PIN_NOTICE = notice(
	'pinNotice',
	'While you build, pin the output of the node that sent the password, and unpin it at the end. Otherwise "Execute step" can send another password, at your cost, and the one that you have is then incorrect.',
);

/** otp.verify: POST /otp/verify (section 4.4 of docs/service.md). */
export const verify: Operation = {
	name: 'Verify',
	action: 'Verify one-time password',
	subtitle: 'Verify One-Time Password',
	description:
		'Check the password that a person typed. Returns verified: true or false. Each call counts as a try.',
	effect: 'changes',
	parameters: [PIN_NOTICE, OTP_ID, OTP, FAIL_ON_INCORRECT],
	prepare(read) {
		const otpId = read(OTP_ID).trim();
		const otp = read(OTP);
		const failOnIncorrect = read(FAIL_ON_INCORRECT);
		return {
			lane: otpId,
			run: async (service) => {
				const verdict = await service.verifyOtp({ otp_id: otpId, otp });
				if (failOnIncorrect && !verdict.verified) {
					throw new ServiceError('The one-time password is not correct', {
						mayHaveBeenSent: false,
						// The service has counted it.
						hasActed: true,
						description:
							"Ask the person to type it again, or send a new one. To get verified: false instead, switch off 'Fail on Incorrect Password' in the options.",
					});
				}
				return verdict;
			},
		};
	},
};
