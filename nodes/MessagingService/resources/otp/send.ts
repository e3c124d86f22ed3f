import { DO_NOT_SEND_TO } from '../../parameters/doNotSendTo';
import { text } from '../../parameters/parameter';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import { ALLOWED_COUNTRIES, lineOf, recipient, TO_FIELD } from '../../parameters/recipient';
import { SEND_ONCE_KEY } from '../../parameters/sendOnceKey';
import { DRY_RUN, MAX_MESSAGES } from '../../parameters/settings';
import type { Operation } from '../operation';

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

/** otp.send: POST /otp/new (section 4.2). */
export const send: Operation = {
	name: 'Send',
	action: 'Send one-time password',
	description: 'Text a one-time password. This costs money. Returns the otp_id that Verify needs.',
	effect: 'sends',
	costsMoney: 'Each one-time password costs money',
	parameters: [
		TO,
		LANGUAGE,
		NAME,
		ALLOWED_COUNTRIES,
		DEFAULT_COUNTRY,
		SEND_ONCE_KEY,
		MAX_MESSAGES,
		DO_NOT_SEND_TO,
		DRY_RUN,
	],
	prepare(read) {
		const to = read(TO);
		const language = read(LANGUAGE);
		const name = read(NAME);
		return {
			lane: to,
			preview: () => ({ to, ...lineOf(to), channel: 'sms' }),
			run: async (service) => await service.newOtp({ to, language, name }),
		};
	},
};
