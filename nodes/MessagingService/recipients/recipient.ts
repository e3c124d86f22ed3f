import { InputError, quoteValue } from '../errors';
import { number, parameter, type Parameter, type Read, required } from '../fields/parameter';
import { countryField, phone, type PhoneInput } from '../fields/phoneNumber';
import { asEntries, asText, notACountryError } from '../fields/readValues';
import { type CountryCode, countryIn, countryName, lineOf, subscriberOf } from '../phone';
import { DO_NOT_SEND_TO, ONLY_SEND_TO, type RecipientLists } from './recipientLists';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where all are. */
const ALLOWED_COUNTRIES = parameter<CountryCode[]>(
	countryField({
		displayName: 'Allowed Countries',
		path: 'recipientRules.allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Only numbers of these countries get messages. Premium-rate numbers get none. ISO codes such as US or GB, or names; empty means all.',
	}),
	{ type: 'multiOptions', default: [] },
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
	default: 100,
	whenAbsent: 0,
	description:
		'Maximum number of messages per execution. If there are more, nothing is sent. Without this, there is no limit.',
});

/** The rules of an operation that sends to many recipients. */
export const SENDING_RULES = [ALLOWED_COUNTRIES, DO_NOT_SEND_TO, MAX_MESSAGES, ONLY_SEND_TO];

/** The rules of an operation that asks one person. */
export const ASKING_RULES = [ALLOWED_COUNTRIES, ONLY_SEND_TO];

/** Makes the parameter for the recipient of a message: a number in E.164, or an e-mail address as typed. */
export function recipient(input?: PhoneInput): Parameter<string> {
	const description = {
		displayName: 'To',
		path: 'to',
		isRecipient: true as const,
		description: input?.acceptsEmail
			? 'Phone number with country code; over iMessage, an e-mail address works too'
			: 'Phone number with country code',
		builderHint: { propertyHint: 'If a model chooses it, set recipientRules.onlySendTo.' },
	};
	return required(phone(description, input));
}

/**
 * Reads the recipient of an item, and checks that it may get a message, unless Do Not Send To leaves it out. Nothing else of
 * the item need be readable.
 * @throws InputError
 */
export function readRecipient(
	parameter: Parameter<string>,
	read: Read,
	{ doNotSendTo, onlySendTo }: RecipientLists,
) {
	const to = read(parameter);
	const subscriber = subscriberOf(to);
	const isLeftOut = doNotSendTo?.has(subscriber) ?? false;
	// A recipient who gets no message need not be in an allowed country.
	if (!isLeftOut) {
		const { displayName } = parameter.field;
		if (onlySendTo && !onlySendTo.has(subscriber)) throw notInList(to, displayName);
		checkCountry(to, displayName, read(ALLOWED_COUNTRIES));
	}
	return { to, subscriber, isLeftOut };
}

/** Returns the error for a recipient who is not in Only Send To. A model reads it too, so it does not tell the list. */
function notInList(to: string, displayName: string): InputError {
	return new InputError(
		`'${displayName}' "${quoteValue(to)}" may get no message: 'Only Send To' does not contain it`,
		"Trying other numbers does not help. To allow this one, add it to 'Only Send To' in the recipient rules.",
	);
}

/** Lines whose owners earn from calls and messages, as libphonenumber names them. */
const COSTLY_LINES = ['PREMIUM_RATE', 'SHARED_COST'];

/** Checks that a recipient belongs to a country that is allowed for its item. @throws InputError */
function checkCountry(to: string, displayName: string, allowed: CountryCode[]): void {
	if (allowed.length === 0) return;

	const { country, type } = lineOf(to);
	const isCostly = COSTLY_LINES.includes(type ?? '');
	if (country && allowed.includes(country) && !isCostly) return;

	const kind = isCostly ? 'premium-rate or shared-cost number' : 'number';
	const place = country ? countryName(country) : 'no country';
	throw new InputError(
		`'${displayName}' "${quoteValue(to)}" is a ${kind} of ${place}, which 'Allowed Countries' does not allow`,
		"If you want to send there, change 'Allowed Countries' in the recipient rules.",
	);
}
