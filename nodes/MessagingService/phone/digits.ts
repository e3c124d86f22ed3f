/** Returns the character code of a digit's zero. In Unicode the ten digits of a script follow each other. */
export function zeroOf(digit: string) {
	let code = digit.codePointAt(0) ?? 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) code -= 1;
	return code;
}

/** Writes the digits of every script as 0 to 9, also wide, bold, circled and raised ones. */
export const plainDigits = (text: string) =>
	text.replace(/[^\P{N}0-9]/gu, (character) => {
		// ½ and ⑩ become no single digit.
		const digit = character.normalize('NFKC');
		if (!/^\p{Nd}$/u.test(digit)) return character;
		return String(((digit.codePointAt(0) ?? 0) - zeroOf(digit)) % 10);
	});
