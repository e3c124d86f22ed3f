import { InputError } from '../errors';
import { flag, number, parameter, type Read, required } from './parameter';
import { asText, isBlank, onlyOne, readable } from './readValues';
import { smartlyEncoded, smsParts } from './sms';

/** The text of a message, as it was given: Smart Encoding reads characters that no text is sent with. */
export const MESSAGE = required(
	parameter(
		{
			displayName: 'Message',
			path: 'message',
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Your table is ready',
			description: 'Text of the message',
			type: 'string',
			default: '',
		},
		(value, place) => {
			const given = onlyOne(value, place.displayName);
			return typeof given === 'string' && !isBlank(given) ? given : asText(given, place);
		},
	),
);

/** Shows a field where a text is sent by SMS. */
const SMS_ONLY = { displayOptions: { show: { '/channel': ['sms'] } } };

/** Most parts of a text. 24 parts hold 1,600 characters of any script, which is what providers take. */
export const MAX_SMS_PARTS = number({
	displayName: 'Max SMS Parts',
	path: 'options.maxSmsParts',
	typeOptions: { minValue: 0, maxValue: 255 },
	whenAbsent: 24,
	description:
		'Maximum number of parts of an SMS. Longer texts are refused. Each part may be charged. Defaults to 24; 0 means no limit.',
	...SMS_ONLY,
});

/** Sends typographic characters as their plain twins. */
export const SMART_ENCODING = flag({
	displayName: 'Smart Encoding',
	path: 'options.smartEncoding',
	description:
		'Whether to send curly quotes, dashes and the like as plain characters, so that a text may take fewer SMS parts',
	...SMS_ONLY,
});

/** Reads a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(read: Read, given: string) {
	const message = readable(read(SMART_ENCODING) ? smartlyEncoded(given) : given);
	const sms = smsParts(message);
	const most = read(MAX_SMS_PARTS);
	if (most === 0 || sms.parts <= most) return { message, ...sms };

	const encoding =
		sms.encoding === 'GSM-7' ? '' : ', since it has characters that fit 70 to a part';
	const smart = smsParts(smartlyEncoded(given)).parts;
	const saved = smart < sms.parts ? `With 'Smart Encoding' it takes ${smart}. ` : '';
	throw new InputError(
		`'Message' takes ${sms.parts} SMS parts${encoding}, and 'Max SMS Parts' allows ${most}`,
		`${saved}Shorten the text, or add 'Max SMS Parts' to the options with a higher number, or 0 for no limit.`,
	);
}
