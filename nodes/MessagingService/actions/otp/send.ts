import { text } from '../../fields/parameter';
import { DEFAULT_COUNTRY } from '../../fields/phoneNumber';
import { recipient } from '../../recipients/recipient';
import { newOtp } from '../../service/messages';
import { type Operation, SENDS_MANY } from '../operation';

const TO = recipient();

const LANGUAGE = text({
	displayName: 'Language',
	path: 'language',
	default: 'en',
	placeholder: 'e.g. de',
	description: 'Language of the text message, as a code',
});

const NAME = text({
	displayName: 'Name',
	path: 'name',
	placeholder: 'e.g. Acme',
	description: 'Name of your company or app, for the text message',
});

/** otp.send: POST /otp/new (section 4.2 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send one-time password',
	description: 'Send a one-time password by SMS',
	...SENDS_MANY,
	recipient: TO,
	fields: [TO, LANGUAGE, NAME],
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const body = { to: read(TO), language: read(LANGUAGE), name: read(NAME) };
		return {
			message: { to: body.to, channel: 'sms' },
			carryOut: async (service) => await newOtp(service, body),
		};
	},
};
