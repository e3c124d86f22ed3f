import { InputError } from '../errors';
import { number, parameter, type Read, required } from '../fields/parameter';
import { COUNTRY_FIELD, phone } from '../fields/phoneNumber';
import { asEntries, asText, notACountryError } from '../fields/readValues';
import { type CountryCode, countryIn, countryName, lineOf, recipientIdOf } from '../phone';
import { DO_NOT_SEND_TO, ONLY_SEND_TO, type RecipientLists } from './recipientLists';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where all are. */
const ALLOWED_COUNTRIES = parameter(
	{
		...COUNTRY_FIELD,
		displayName: 'Allowed Countries',
		path: 'recipientRules.allowedCountries',
		type: 'multiOptions',
		takesList: true,
		default: [],
		description:
			'Only numbers of these countries get messages. Premium-rate numbers get none. ISO codes such as US or GB, or names; empty means all.',
	},
	(value, place) =>
		asEntries(value).map((given) => {
			const country = countryIn(asText(given, place));
			if (country) return country;
			throw notACountryError(given, place.displayName);
		}),
);

/** Most messages of one execution: a workflow that lost its filter does not send to everybody. */
export const MAX_MESSAGES = number({
	displayName: 'Max Messages',
	path: 'recipientRules.maxMessages',
	typeOptions: { minValue: 0 },
	default: 0,
	whenAdded: 100,
	description:
		'Maximum number of messages per execution. If there are more, nothing is sent. Without this, there is no limit.',
});

/** The rules of an operation, by whether it sends to many recipients or to one. */
export const RECIPIENT_RULES = {
	many: [ALLOWED_COUNTRIES, DO_NOT_SEND_TO, MAX_MESSAGES, ONLY_SEND_TO],
	one: [ALLOWED_COUNTRIES, ONLY_SEND_TO],
};

/** The recipient of a message: a number in E.164. */
export const TO = required(
	phone({
		displayName: 'To',
		path: 'to',
		description: 'Phone number with country code',
	}),
);

/**
 * Reads the recipient of an item, and checks that it may get a message, unless Do Not Send To skips it. Nothing else of the
 * item need be readable.
 * @throws InputError
 */
export function readRecipient(read: Read, { doNotSendTo, onlySendTo }: RecipientLists) {
	const to = read(TO);
	const recipientId = recipientIdOf(to);
	// A recipient who gets no message need not be allowed.
	if (doNotSendTo?.has(recipientId)) return { to, recipientId, isSkipped: true };

	if (onlySendTo && !onlySendTo.has(recipientId)) {
		// A model reads this too, so it does not tell the list.
		throw new InputError(
			`'To' "${to}" is not allowed to get messages: 'Only Send To' does not contain it`,
			"Trying other numbers does not help. To allow this one, add it to 'Only Send To' in the recipient rules.",
		);
	}
	checkCountry(to, read(ALLOWED_COUNTRIES));
	return { to, recipientId };
}

/** Checks that a recipient belongs to a country that is allowed for its item. @throws InputError */
function checkCountry(to: string, allowed: CountryCode[]) {
	if (allowed.length === 0) return;

	// Area code 555, which examples use, counts as Washington.
	const { country, type } = lineOf(to.replace(/^\+1555\d{7}$/, '+12025550123'));
	// These lines belong to a person or an office. Owners of others may earn from messages.
	if (country && allowed.includes(country) && /MOBILE|FIXED_LINE|VOIP/.test(String(type))) return;

	const kind = (type ?? 'unknown').toLowerCase().replaceAll('_', '-');
	const place = country ? countryName(country) : 'no country';
	throw new InputError(
		`'To' "${to}" is a ${kind} number of ${place}, which 'Allowed Countries' does not allow`,
		"'Allowed Countries' in the recipient rules lets mobile, landline and internet (VoIP) numbers of its countries through, and no others.",
	);
}
