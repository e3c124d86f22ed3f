/** A number as it is written. */
export interface Written {
	/** Digits and punctuation, behind a plus if it has one. */
	text: string;
	/** All of its digits; twice where a (0) may belong to the number or not: with it and without. */
	spellings: string[];
}

/** 49 (0) 30…: a country code, and a zero in brackets behind it. */
const ZERO_IN_BRACKETS = /^\+? ?([1-9]\d{0,2})[ .\-/)\]]*[([]0[)\]](.*)$/;

/** Takes a text apart, as it is written behind a plus or without one. */
export function writtenAs(text: string): Written {
	const found = ZERO_IN_BRACKETS.exec(text);
	if (!found) return { text, spellings: [onlyDigits(text)] };

	const [, code, behind] = found;
	return { text, spellings: [`${code}0${behind}`, code + behind].map(onlyDigits) };
}

/** Returns the digits of a text. */
export function onlyDigits(text: string): string {
	return text.replace(/\D/g, '');
}
