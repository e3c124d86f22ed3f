/** Returns a text as a page sends it back: without halves of characters, and with `\n` as line break. */
export const asOnPage = (text: string) => text.replace(/\p{Cs}/gu, '').replace(/\r\n?/g, '\n');

/** Returns an email address; undefined where a text can be none. */
export function emailOf(text: string): string | undefined {
	return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? text.trim() : undefined;
}

/**
 * Returns the date that a text begins with: n8n's field for a date may add a time. Undefined where no calendar has it:
 * a Date takes 31 February for 3 March.
 */
export function dateOf(text: string): string | undefined {
	const [date] = /^(?!0000)\d{4}-\d\d-\d\d(?=T|$)/.exec(text) ?? [];
	return date && new Date(date).toJSON()?.startsWith(date) ? date : undefined;
}

/** Returns a number, or the text where a number would lose some of its digits; undefined for anything else. */
export function numberOf(text: string): number | string | undefined {
	const decimal = decimalOf(text);
	if (decimal === undefined) return undefined;

	const number = Number(text);
	const isSafe = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isSafe && decimalOf(String(number)) === decimal ? number : text.trim();
}

const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Returns a decimal number in one notation, such as -15e-1 for -1.50; undefined for anything else. */
function decimalOf(text: string): string | undefined {
	const [, sign, whole, part = '', exponent = '0'] = DECIMAL.exec(text.trim()) ?? [];
	if (whole === undefined) return undefined;

	const digits = `${whole}${part}`.replace(/(?<!0)0+$/, '');
	const power = Number(exponent) + whole.length - digits.length;
	const significant = digits.replace(/^0+/, '');
	if (!significant) return '0';

	const minus = sign === '-' ? '-' : '';
	return `${minus}${significant}e${power}`;
}
