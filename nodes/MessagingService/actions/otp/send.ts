import { readAll } from '../../fields/groups';
import { text } from '../../fields/parameter';
import { DEFAULT_COUNTRY } from '../../fields/phoneNumber';
import { TO } from '../../recipients/recipient';
import { NEW_OTP } from '../../service/messages';
import { type Operation, SENDS_MANY } from '../operation';

/** The fields, in the order of the panel, by their names in the request. */
const FIELDS = {
	to: TO,
	language: text({
		displayName: 'Language',
		path: 'language',
		default: 'en',
		placeholder: 'e.g. de',
		description: 'Language of the text message, as a code',
	}),
	name: text({
		displayName: 'Name',
		path: 'name',
		placeholder: 'e.g. Acme',
		description: 'Name of your company or app, for the text message',
	}),
};

/** otp.send: POST /otp/new (section 4.2 of docs/service.md). */
export const send: Operation = {
	name: 'Send',
	action: 'Send one-time password',
	description: 'Send a one-time password by SMS',
	...SENDS_MANY,
	fields: Object.values(FIELDS),
	options: [DEFAULT_COUNTRY],
	prepare(read) {
		const body = readAll(read, FIELDS);
		return {
			message: { to: body.to, channel: 'sms' },
			perform: (service) => service.request(NEW_OTP, { target: body.to, body }),
		};
	},
};
