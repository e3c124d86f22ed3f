import { ALLOWED_COUNTRIES, countryOf, recipient } from '../../parameters/allowedCountries';
import { DRY_RUN, SEND_ONCE_KEY } from '../../parameters/options';
import { textField, TO } from '../../parameters/fields';
import { DEFAULT_COUNTRY } from '../../parameters/phoneNumber';
import type { Operation } from '../operation';

/** otp.send: POST /otp/new (section 4.2). */
export const send: Operation = {
	name: 'Send',
	action: 'Send one-time password (costs money)',
	description:
		'Text a one-time password. Returns the otp_id that Verify needs; only the phone gets the password.',
	fields: [
		TO,
		textField({
			displayName: 'Language',
			name: 'language',
			default: 'en',
			placeholder: 'e.g. en',
			description: "Language of the text; your provider's documentation says which values it takes",
		}),
		textField({
			displayName: 'Name',
			name: 'name',
			placeholder: 'e.g. Acme',
			description: 'Name that the service puts into the text message',
		}),
	],
	options: [ALLOWED_COUNTRIES, DEFAULT_COUNTRY, SEND_ONCE_KEY, DRY_RUN],
	prepare(parameters) {
		const to = recipient(parameters, 'to');
		const language = parameters.optionalText('language');
		const name = parameters.optionalText('name');
		return {
			lane: to,
			preview: () => ({ to, country: countryOf(to), channel: 'sms' }),
			run: async (service) => await service.newOtp({ to, language, name }),
		};
	},
};
