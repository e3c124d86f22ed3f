import { InputError } from '../errors/inputError';
import { describeCostly, withPlainCharacters } from '../service/smsCharacters';
import { type SmsParts, smsParts } from '../service/smsParts';
import type { ItemParameters } from './itemParameters';
import { flagOption, numberOption } from './options';

export const MAX_SMS_PARTS = numberOption({
	displayName: 'Max SMS Parts',
	name: 'maxSmsParts',
	typeOptions: { minValue: 0, maxValue: 255 },
	default: 0,
	description:
		'Maximum number of SMS parts per text. A longer text is refused before anything is sent. 0 for no limit.',
});

export const SMART_ENCODING = flagOption({
	displayName: 'Smart Encoding',
	name: 'smartEncoding',
	description:
		'Whether to replace typographic quotes, dashes, ellipses and spaces in an SMS with plain ones, so that it may take fewer parts',
});

/** Returns a text as it is sent by SMS. @throws InputError where it takes more than Max SMS Parts */
export function readSmsText(
	parameters: ItemParameters,
	text: string,
): { message: string; sms: SmsParts } {
	const message = parameters.option(SMART_ENCODING) ? withPlainCharacters(text) : text;
	const sms = smsParts(message);
	const most = parameters.option(MAX_SMS_PARTS);
	if (most === 0 || sms.count <= most) return { message, sms };
	const cost = sms.costly.length > 0 ? ` ${describeCostly(sms.encoding, sms.costly)}` : '';
	throw new InputError(
		`'${parameters.displayName('message')}' takes ${sms.count} SMS parts, and 'Max SMS Parts' allows ${most}`,
		`Shorten the text, or raise 'Max SMS Parts' in the options.${cost}`,
	);
}
