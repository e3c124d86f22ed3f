import { InputError, quoteValue } from '../errors';
import {
	numberOption,
	type Parameter,
	type Read,
	recipientRule,
	required,
} from '../fields/parameter';
import { countryField, phone, type PhoneInput } from '../fields/phoneNumber';
import { asEntries, asText, notACountry } from '../fields/readValues';
import {
	type CountryCode,
	countryIn,
	countryName,
	countryOf,
	lineTypeOf,
	subscriberOf,
} from '../phone';
import {
	DO_NOT_SEND_TO,
	ONLY_SEND_TO,
	type RecipientList,
	type RecipientLists,
} from './recipientLists';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where all are. */
const ALLOWED_COUNTRIES = recipientRule<CountryCode[]>({
	field: countryField({
		displayName: 'Allowed Countries',
		name: 'allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Only numbers of these countries get messages, except premium-rate ones. Leave empty for all countries.',
	}),
	read: (value, displayName) =>
		asEntries(value).map((entry) => {
			const code = asText(entry, displayName);
			const country = countryIn(code);
			if (country) return country;
			throw notACountry(String(code), displayName);
		}),
});

/** Most messages of one execution: a workflow that lost its filter does not send to everybody. */
export const MAX_MESSAGES = recipientRule(
	numberOption(
		{
			displayName: 'Max Messages',
			name: 'maxMessages',
			typeOptions: { minValue: 0 },
			default: 100,
			description:
				'Maximum number of messages per execution. A run with more is refused as a whole. 0 means no limit.',
		},
		0,
	),
);

/** The rules of an operation that sends to many recipients. */
export const SENDING_RULES = [ALLOWED_COUNTRIES, DO_NOT_SEND_TO, MAX_MESSAGES, ONLY_SEND_TO];

/** The rules of an operation that asks one person. */
export const ASKING_RULES = [ALLOWED_COUNTRIES, ONLY_SEND_TO];

/** Makes the parameter for the recipient of a message: a number in E.164, or an e-mail address as typed. */
export function recipient(name: string, input?: PhoneInput): Parameter<string> {
	const field = {
		displayName: 'To',
		name,
		description: input?.acceptsEmail
			? 'Phone number with country code; over iMessage, an e-mail address works too'
			: 'Phone number with country code',
		builderHint: { propertyHint: 'If a model chooses it, set recipientRules.onlySendTo.' },
	};
	return required(phone(field, input));
}

/** To whom an item goes. */
export interface Recipient {
	/** A number in E.164, or an e-mail address as typed. */
	to: string;
	/** Its one spelling, by which recipients are compared. */
	identity: string;
	/** Whether it gets no message, as Do Not Send To says. */
	isLeftOut: boolean;
}

/**
 * Reads the recipient of an item, and checks that it may get a message. Nothing else of the item need be readable.
 * @throws InputError
 */
export function readRecipient(
	parameter: Parameter<string>,
	read: Read,
	{ doNotSendTo, onlySendTo }: RecipientLists,
): Recipient {
	const to = read(parameter);
	const identity = subscriberOf(to);
	// A recipient who gets no message need not be in an allowed country.
	if (doNotSendTo?.has(identity)) return { to, identity, isLeftOut: true };

	const { displayName } = parameter.field;
	if (onlySendTo && !onlySendTo.has(identity)) throw notInList(to, displayName, onlySendTo);
	checkCountry(to, displayName, read);
	return { to, identity, isLeftOut: false };
}

/** Returns the error for a recipient who is not in Only Send To. A model reads it too, so it does not tell the list. */
function notInList(to: string, displayName: string, { size }: RecipientList): InputError {
	const why = size === 0 ? ' is empty, so nobody may get a message' : ' does not contain it';
	return new InputError(
		`'${displayName}' "${quoteValue(to)}" may get no message: 'Only Send To'${why}`,
		"Trying other numbers does not help. To allow this one, add it to 'Only Send To' in the recipient rules.",
	);
}

/** Lines whose owners earn from calls and messages, as libphonenumber names them. */
const COSTLY_LINES = new Map([
	['PREMIUM_RATE', 'premium-rate'],
	['SHARED_COST', 'shared-cost'],
]);

/** Checks that a recipient belongs to a country that is allowed for its item. @throws InputError */
function checkCountry(recipient: string, displayName: string, read: Read): void {
	const allowed = read(ALLOWED_COUNTRIES);
	if (allowed.length === 0) return;

	const country = countryOf(recipient);
	const costly = COSTLY_LINES.get(lineTypeOf(recipient) ?? '');
	if (country && allowed.includes(country) && !costly) return;

	const kind = costly ? `${costly} number` : 'number';
	const place = country ? countryName(country) : 'no country';
	throw new InputError(
		`'${displayName}' "${quoteValue(recipient)}" is a ${kind} of ${place}, which 'Allowed Countries' does not allow`,
		"If you want to send there, change 'Allowed Countries' in the recipient rules.",
	);
}
