/** Declares what is used of `split-sms`; the package has no types. */
declare module 'split-sms' {
	/** Returns the parts of a text, without their content. */
	export function split(
		text: string,
		options: { summary: true },
	): { characterSet: 'GSM' | 'Unicode'; parts: unknown[] };
}
