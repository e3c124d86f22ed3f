/** Returns a text in capitals. Letters of ASCII alone: the capital of a Turkish dotless i is an I. */
export const inCapitals = (text: string) =>
	text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
