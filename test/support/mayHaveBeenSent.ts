/** Begins an error's message where the service may have carried a request out all the same. */
export const MAY_HAVE_BEEN_SENT = /^(?:This|The) [^:]* may have been \w+: /;

/** Returns the rest of such a message, as it would stand alone. */
export function withoutPrefix(message: string): string {
	const rest = message.replace(MAY_HAVE_BEEN_SENT, '').replace(/^This message was not sent: /, '');
	return rest[0].toUpperCase() + rest.slice(1);
}
