import { split } from 'split-sms';

import { InputError } from '../errors';
import { flagOption, numberOption, type Parameter, type Read, requiredText } from './parameter';

/** Texts that JavaScript and n8n write for a missing value. */
export const NO_VALUE = /^(?:undefined|null|NaN|Invalid Date|Invalid DateTime)$/;

/** Makes a text parameter refuse what a broken expression gives: a person would read it. */
export function unbroken<Text extends string | undefined>(text: Parameter<Text>): Parameter<Text> {
	return {
		...text,
		read(value, displayName, read) {
			const given = text.read(value, displayName, read);
			if (given === undefined || !isBroken(given)) return given;

			// The text is not quoted: the error may become the message of an error workflow.
			throw new InputError(
				`'${displayName}' holds an expression that n8n did not evaluate, or a value that is missing`,
				`Switch '${displayName}' from Fixed to Expression, check the names in it, and pick a single value of an object, e.g. {{ $json.name.first }}.`,
			);
		},
	};
}

/** True for a text with an expression in it, an object, or nothing but a missing value. */
function isBroken(text: string): boolean {
	const isUnevaluated = text
		.split('}}')
		.slice(0, -1)
		.some((part) => part.includes('{{') && part.includes('$', part.indexOf('{{')));
	return isUnevaluated || text.includes('[object Object]') || NO_VALUE.test(text.trim());
}

/** The text of a message. */
export const MESSAGE = requiredText({
	displayName: 'Message',
	name: 'message',
	typeOptions: { rows: 3 },
	placeholder: 'e.g. Your table is ready',
	description: 'Text of the message',
});

/** Shows a field where a text is sent by SMS. */
const SMS_ONLY = { displayOptions: { show: { '/channel': ['sms'] } } };

/** Most parts of a text, 10 where the option was not added: a longer text is a mistake far more often than a wish. */
export const MAX_SMS_PARTS = numberOption(
	{
		displayName: 'Max SMS Parts',
		name: 'maxSmsParts',
		typeOptions: { minValue: 0, maxValue: 255 },
		description: 'Longest text in SMS parts; each part may be charged. 0 means no limit.',
		...SMS_ONLY,
	},
	10,
);

/** Sends typographic characters as their plain twins. */
export const SMART_ENCODING = flagOption({
	displayName: 'Smart Encoding',
	name: 'smartEncoding',
	description:
		'Whether to replace typographic quotes, dashes and spaces with plain ones, so that a text may take fewer SMS parts',
	...SMS_ONLY,
});

/** How a text travels as SMS. */
export interface SmsParts {
	/** How many messages carriers charge for it. */
	parts: number;
	encoding: 'GSM-7' | 'UCS-2';
}

/** A text as it is sent by SMS. */
interface SmsText {
	message: string;
	sms: SmsParts;
}

/** Reads a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(read: Read, text: string): SmsText {
	const message = read(SMART_ENCODING) ? withPlainCharacters(text) : text;
	const most = read(MAX_SMS_PARTS);
	const sms = smsParts(message);
	if (most === 0 || sms.parts <= most) return { message, sms };

	throw new InputError(
		`'Message' takes ${sms.parts} SMS parts, and 'Max SMS Parts' allows ${most}`,
		"Shorten the text, or add 'Max SMS Parts' to the options with a higher number, or 0 for no limit. 'Smart Encoding' may make it shorter.",
	);
}

/** Returns the parts of a text that is sent as SMS (3GPP TS 23.038 and 23.040). */
function smsParts(text: string): SmsParts {
	const { parts, characterSet } = split(text, { summary: true });
	return { parts: parts.length, encoding: characterSet === 'GSM' ? 'GSM-7' : 'UCS-2' };
}

/** Typographic characters by their plain twins, which the GSM alphabet has. */
const TYPOGRAPHIC: Record<string, string> = {
	"'": '‘’‚‛‹›′´ʼ',
	'"': '“”„‟«»″',
	'-': '‐‑‒–—―−',
	'...': '…',
	' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
	'\n': '\u2028\u2029',
	'': '\u200b\u2060\ufeff',
};

const TWINS = new Map(
	Object.entries(TYPOGRAPHIC).flatMap(([twin, characters]) =>
		[...characters].map((character) => [character, twin] as const),
	),
);
const HAS_TWIN = new RegExp(`[${[...TWINS.keys()].join('')}]`, 'g');

/** Returns a text with its typographic characters replaced by their plain twins, and nothing else changed. */
function withPlainCharacters(text: string): string {
	return text.replace(HAS_TWIN, (character) => TWINS.get(character) ?? character);
}
