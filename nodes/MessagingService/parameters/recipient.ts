import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import { countryOf, lineTypeOf } from '../phone';
import { ALLOWED_COUNTRIES, checkCountry } from './allowedCountries';
import { type Field, type Parameter, type Read, required } from './parameter';
import { phone, type PhoneInput } from './phoneNumber';
import { identityOf, type RecipientList, type RecipientLists } from './recipientLists';

/** A parameter for the recipient of a message. */
interface RecipientParameter extends Parameter<string> {
	isRecipient: true;
}

/** Makes a parameter for the recipient of a message: a number in E.164, or an e-mail address as typed. */
export function recipient(field: Field, input?: PhoneInput): RecipientParameter {
	return { ...required(phone({ required: true, ...field }, input)), isRecipient: true };
}

/** The recipient of a message. */
export const TO_FIELD: Field = {
	displayName: 'To',
	name: 'to',
	description: 'Phone number of the recipient',
};

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
 * @param shown the parameters of the operation: options that it does not show mean nothing
 * @param lists of the run
 * @returns undefined for an operation without a recipient
 * @throws InputError
 */
export function readRecipient(
	shown: Array<Parameter<unknown>>,
	read: Read,
	lists: RecipientLists,
): Recipient | undefined {
	const parameter = shown.find(isRecipient);
	if (!parameter) return undefined;

	const to = read(parameter);
	const identity = identityOf(to);
	// A recipient who gets no message need not be in an allowed country.
	if (lists.doNotSendTo?.has(identity)) return { to, identity, isLeftOut: true };

	const name = parameter.field.displayName;
	if (lists.onlySendTo && !lists.onlySendTo.has(identity)) {
		throw notInList(to, name, lists.onlySendTo);
	}
	if (shown.includes(ALLOWED_COUNTRIES)) checkCountry(to, name, read);
	return { to, identity, isLeftOut: false };
}

/** Returns the error for a recipient who is not in Only Send To. A model reads it too, so it does not tell the list. */
function notInList(to: string, name: string, { size }: RecipientList): InputError {
	const subject = `'${name}' "${quoteValue(to)}"`;

	if (size === 0) {
		return new InputError(
			`${subject} is not allowed: 'Only Send To' is empty, so nobody may get a message`,
			"Fill in 'Only Send To' in the options, correct its expression, or remove the option to allow all recipients.",
		);
	}

	return new InputError(
		`${subject} is not one of the recipients in 'Only Send To'`,
		"Only these may get a message here: use one that you were given, or ask which one is meant. Trying other numbers does not help. To allow this one, add it to 'Only Send To' in the options.",
	);
}

function isRecipient(parameter: Parameter<unknown>): parameter is RecipientParameter {
	return 'isRecipient' in parameter;
}

/** Returns the country of a recipient and its kind of line, each null where it is unknown. */
export function lineOf(number: string) {
	return { country: countryOf(number) ?? null, type: lineTypeOf(number) };
}
