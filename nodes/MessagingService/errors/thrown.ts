import { memberOf } from '../object';

/** Returns the message of anything that was thrown, to be quoted: it can hold any text, of any length. Throws nothing. */
export function messageOf(thrown: unknown): string {
	return textOf(memberOf(thrown, 'message') ?? thrown);
}

/** Returns the text of any value. Throws nothing. */
export function textOf(value: unknown): string {
	try {
		// An object would be "[object Object]".
		const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
		return text ?? '';
	} catch {
		// Circular, holding a bigint, or with members that throw.
		return 'an object';
	}
}

/**
 * Tells whether an error is of one of our classes, also if it comes from before an update of the package: n8n loads the modules
 * anew, so the class is another one.
 */
export function isOfClass(error: unknown, name: string): boolean {
	const isText = (member: string) => typeof memberOf(error, member) === 'string';
	return memberOf(error, 'name') === name && isText('message') && isText('description');
}
