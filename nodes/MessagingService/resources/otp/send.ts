import { text } from '../../parameters/parameter';
import { recipient, TO_FIELD } from '../../parameters/recipient';
import { SENDING_OPTIONS } from '../../parameters/sending';
import { type Operation, sending } from '../operation';

const TO = recipient(TO_FIELD);

const LANGUAGE = text({
	displayName: 'Language',
	name: 'language',
	default: 'en',
	placeholder: 'e.g. en',
	description: "Language of the text; your provider's documentation says which values it takes",
});

const NAME = text({
	displayName: 'Name',
	name: 'name',
	placeholder: 'e.g. Acme',
	description:
		"Name of your company or app, for the text message; your provider's documentation says how it is used",
});

/** otp.send: POST /otp/new (section 4.2 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send one-time password',
	subtitle: 'Send One-Time Password',
	description: 'Text a one-time password. This costs money. Returns the otp_id that Verify needs.',
	effect: 'sends',
	costsMoney:
		"Each one-time password costs money. If visitors type the number, set 'Allowed Countries' in the options.",
	parameters: [TO, LANGUAGE, NAME, ...SENDING_OPTIONS],
	prepare(read) {
		const body = { to: read(TO), language: read(LANGUAGE), name: read(NAME) };
		return {
			...sending({ to: body.to, channel: 'sms' }),
			run: async (service) => await service.newOtp(body),
		};
	},
};
