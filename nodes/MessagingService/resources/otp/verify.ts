import { ServiceError } from '../../errors/serviceError';
import { textField } from '../../parameters/fields';
import { flagOption } from '../../parameters/options';
import type { Operation } from '../operation';

const FAIL_ON_INCORRECT = flagOption({
	displayName: 'Fail on Incorrect Password',
	name: 'failOnIncorrect',
	description:
		'Whether the item fails if the one-time password is incorrect, instead of returning verified: false',
});

/** otp.verify: POST /otp/verify (section 4.4). */
export const verify: Operation = {
	name: 'Verify',
	action: 'Verify one-time password',
	description:
		'Check the password that a person typed. Returns verified: true or false. Each call counts as a try.',
	fields: [
		textField({
			displayName: 'OTP ID',
			name: 'otpId',
			required: true,
			placeholder: 'e.g. {{ $json.otp_id }}',
			description: 'The otp_id that Send returned',
			builderHint: {
				propertyHint:
					'Reference otp_id of the otp send node, e.g. {{ $("Send").item.json.otp_id }}',
			},
		}),
		textField({
			displayName: 'One-Time Password',
			name: 'otp',
			required: true,
			placeholder: 'e.g. 123456',
			description: 'The password as the person typed it',
		}),
	],
	options: [FAIL_ON_INCORRECT],
	prepare(parameters) {
		const otpId = parameters.requiredText('otpId').trim();
		const otp = parameters.requiredText('otp').trim();
		const failOnIncorrect = parameters.option(FAIL_ON_INCORRECT) ?? false;
		return {
			lane: otpId,
			run: async (service) => {
				const verdict = await service.verifyOtp({ otp_id: otpId, otp });
				if (failOnIncorrect && !verdict.verified) {
					throw new ServiceError('The one-time password is not correct', {
						mayHaveBeenSent: false,
						// The service has counted it.
						isFinal: true,
						description:
							"Ask the person to type it again, or send a new one. To get verified: false instead, switch off 'Fail on Incorrect Password' in the options.",
					});
				}
				return verdict;
			},
		};
	},
};
