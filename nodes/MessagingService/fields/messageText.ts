import { InputError } from '../errors';
import { entry, flag, number, type Read, required, text } from './parameter';
import { smartlyEncoded, smsAdvice, smsParts } from './sms';

/** The text of a message. */
export const MESSAGE = required(
	text({
		displayName: 'Message',
		name: 'message',
		typeOptions: { rows: 3 },
		placeholder: 'e.g. Your table is ready',
		description: 'Text of the message',
	}),
);

/** Shows a field where a text is sent by SMS. */
const SMS_ONLY = { displayOptions: { show: { '/channel': ['sms'] } } };

/** Most parts of a text, 10 where the option was not added: a longer text is a mistake far more often than a wish. */
export const MAX_SMS_PARTS = entry(
	'options',
	number(
		{
			displayName: 'Max SMS Parts',
			name: 'maxSmsParts',
			typeOptions: { minValue: 0, maxValue: 255 },
			description:
				'Refuses longer texts; each part may be charged. Defaults to 10; 0 means no limit.',
			...SMS_ONLY,
		},
		10,
	),
	'guard',
);

/** Sends typographic characters as their plain twins. */
export const SMART_ENCODING = entry(
	'options',
	flag({
		displayName: 'Smart Encoding',
		name: 'smartEncoding',
		description:
			'Whether to send curly quotes, dashes and the like as plain characters, so that a text may take fewer SMS parts',
		...SMS_ONLY,
	}),
);

/** Reads a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(read: Read, given: string) {
	const message = read(SMART_ENCODING) ? smartlyEncoded(given) : given;
	const most = read(MAX_SMS_PARTS);
	const sms = smsParts(message);
	if (most === 0 || sms.parts <= most) return { message, ...sms };

	throw new InputError(
		`'Message' takes ${sms.parts} SMS parts, and 'Max SMS Parts' allows ${most}`,
		`${smsAdvice(message)}Shorten the text (the link to an answer page counts too), or add 'Max SMS Parts' to the options with a higher number, or 0 for no limit.`,
	);
}
