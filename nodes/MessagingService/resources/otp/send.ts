import { SEND_ONCE_KEY } from '../../parameters/onceKey';
import { text } from '../../parameters/parameter';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import { recipient, SENDING_RULES } from '../../recipients/recipient';
import { newOtp } from '../../service/messages';
import { type Operation, sending } from '../operation';
import { SENDING_TOOL } from '../agentTexts';

const TO = recipient('to');

const LANGUAGE = text({
	displayName: 'Language',
	name: 'language',
	default: 'en',
	placeholder: 'e.g. en',
	description: 'Language code of the text, e.g. en',
});

const NAME = text({
	displayName: 'Name',
	name: 'name',
	placeholder: 'e.g. Acme',
	description: 'Name of your company or app, for the text message',
});

/** otp.send: POST /otp/new (section 4.2 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send one-time password',
	subtitle: 'Send One-Time Password',
	description: 'Send a one-time password by SMS',
	effect: 'sends',
	toolNotice: SENDING_TOOL,
	fields: [TO, LANGUAGE, NAME],
	options: [DEFAULT_COUNTRY],
	rules: SENDING_RULES,
	recipient: TO,
	onceKey: SEND_ONCE_KEY,
	sendsMany: true,
	prepare(read) {
		const body = { to: read(TO), language: read(LANGUAGE), name: read(NAME) };
		return {
			...sending({ to: body.to, channel: 'sms' }),
			run: async (service) => await newOtp(service, body),
		};
	},
};
