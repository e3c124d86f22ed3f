import { InputError } from '../errors/inputError';
import { describeCostly, type SmsParts, smsParts, withPlainCharacters } from '../smsText';
import { flagOption, numberOption, type Read, requiredText } from './parameter';

/** The text of a message. */
export const MESSAGE = requiredText({
	displayName: 'Message',
	name: 'message',
	typeOptions: { rows: 3 },
	placeholder: 'e.g. Your table is ready',
	description: 'Text of the message',
});

/** Most parts of a text, also where it was not added: a longer text is a mistake far more often than a wish. */
export const MAX_SMS_PARTS = numberOption({
	displayName: 'Max SMS Parts',
	name: 'maxSmsParts',
	typeOptions: { minValue: 0, maxValue: 255 },
	default: 10,
	description:
		'Maximum number of SMS parts per text, each of which most carriers charge for. A longer text is refused before anything is sent. 0 for no limit; without this option it is 10.',
});

export const SMART_ENCODING = flagOption({
	displayName: 'Smart Encoding',
	name: 'smartEncoding',
	description:
		'Whether to replace typographic quotes, dashes, ellipses and spaces in an SMS with plain ones, so that it may take fewer parts',
});

/** Returns a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(read: Read, text: string): { message: string; sms: SmsParts } {
	const message = read(SMART_ENCODING) ? withPlainCharacters(text) : text;
	const sms = smsParts(message);
	const most = read(MAX_SMS_PARTS);
	if (most === 0 || sms.count <= most) return { message, sms };

	const isAdded = read.raw(MAX_SMS_PARTS) !== undefined;
	const raise = isAdded
		? "raise 'Max SMS Parts' in the options"
		: "add 'Max SMS Parts' to the options with a higher number, or 0 for no limit";
	const cost = sms.costly.length > 0 ? ` ${describeCostly(sms.encoding, sms.costly)}` : '';
	throw new InputError(
		`'${MESSAGE.field.displayName}' takes ${sms.count} SMS parts, and 'Max SMS Parts' allows ${most}`,
		`Shorten the text, or ${raise}.${cost}`,
	);
}
