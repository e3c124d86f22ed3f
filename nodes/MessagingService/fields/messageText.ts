import { type IDataObject, jsonStringify } from 'n8n-workflow';

import { InputError } from '../errors';
import {
	flagOption,
	guard,
	numberOption,
	type Parameter,
	type Read,
	required,
	text,
} from './parameter';
import { smartlyEncoded, smsAdvice, smsParts } from './sms';

/** Texts that JavaScript and n8n write for a missing value. */
export const NO_VALUE = /^(?:undefined|null|NaN|Invalid Date|Invalid DateTime)$/;

/** Makes a parameter a text that people read. */
export function shown<Value>(parameter: Parameter<Value>): Parameter<Value> {
	return { ...parameter, isShown: true };
}

/** What JavaScript writes for an object in a text. */
const OBJECT = '[object Object]';

/**
 * Refuses what a broken expression gives, where people would read it.
 * @param raw the field as the user typed it: an expression begins with =
 * @param json the item, whose own data may hold any text
 * @throws InputError
 */
export function checkShownText(
	value: unknown,
	displayName: string,
	raw: unknown,
	json: IDataObject,
): void {
	if (typeof value !== 'string') return;

	if (value === raw && holdsExpression(value)) {
		throw new InputError(
			`'${displayName}' is set to Fixed, but holds an expression`,
			`Switch '${displayName}' from Fixed to Expression.`,
		);
	}
	if (
		value !== raw &&
		value.includes(OBJECT) &&
		!jsonStringify(json, { replaceCircularRefs: true }).includes(OBJECT)
	) {
		throw new InputError(
			`An expression in '${displayName}' returned an object instead of a text`,
			'Pick one of its values, e.g. {{ $json.name.first }}.',
		);
	}
	if (NO_VALUE.test(value.trim())) {
		throw new InputError(
			`'${displayName}' is only "${value.trim()}": an expression found no value`,
			'Check the names in it. $json is the output of the node just before this one.',
		);
	}
}

/** True where `{{` is followed by a `$` before the next `}}`. */
function holdsExpression(text: string): boolean {
	return text
		.split('}}')
		.slice(0, -1)
		.some((part) => part.includes('{{') && part.includes('$', part.indexOf('{{')));
}

/** The text of a message. */
export const MESSAGE = shown(
	required(
		text({
			displayName: 'Message',
			name: 'message',
			typeOptions: { rows: 3 },
			placeholder: 'e.g. Your table is ready',
			description: 'Text of the message',
		}),
	),
);

/** Shows a field where a text is sent by SMS. */
const SMS_ONLY = { displayOptions: { show: { '/channel': ['sms'] } } };

/** Most parts of a text, 10 where the option was not added: a longer text is a mistake far more often than a wish. */
export const MAX_SMS_PARTS = guard(
	numberOption(
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
);

/** Sends typographic characters as their plain twins. */
export const SMART_ENCODING = flagOption({
	displayName: 'Smart Encoding',
	name: 'smartEncoding',
	description:
		'Whether to send curly quotes, dashes and the like as plain characters, so that a text may take fewer SMS parts',
	...SMS_ONLY,
});

/** Reads a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(read: Read, given: string) {
	const message = read(SMART_ENCODING) ? smartlyEncoded(given) : given;
	const most = read(MAX_SMS_PARTS);
	const sms = smsParts(message);
	if (most === 0 || sms.parts <= most) return { message, ...sms };

	const nextSteps = [
		smsAdvice([message]),
		"Shorten the text, or add 'Max SMS Parts' to the options with a higher number, or 0 for no limit. The link to an answer page counts too.",
	];
	throw new InputError(
		`'Message' takes ${sms.parts} SMS parts, and 'Max SMS Parts' allows ${most}`,
		nextSteps.filter(Boolean).join(' '),
	);
}
