import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputError } from '../errors';

/** n8n's name of the credential type. */
export const CREDENTIAL_TYPE = 'messagingServiceApi';

/** Where the service is and how to be let in (section 5 of `docs/service.md`). */
export type Account = ReturnType<typeof readAccount>;

/** Reads a credential. @throws InputError that names the field and what to do, where it cannot be used */
export function readAccount(credential: ICredentialDataDecryptedObject) {
	const { baseUrl, apiToken, authScheme, allowInsecureHttp } = credential;
	return {
		/** `{base_url}`, without a trailing slash. */
		baseUrl: readBaseUrl(baseUrl, allowInsecureHttp === true),
		token: readToken(apiToken),
		/** The word before the token in the Authorization header. */
		scheme: authScheme === 'Token' ? 'Token' : 'Bearer',
	};
}

/** Returns a text without the spaces and invisible characters around it: they come along when it is copied. */
function trimmed(value: unknown) {
	return String(value ?? '').replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
}

/** Hosts to which the token never leaves the machine. What `*.localhost` means is up to the resolver. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Finds an http or https address of a host and a path alone, both of plain characters: no user name, no query, no fragment,
 * and neither an invisible character nor a bracket or comma that was copied along.
 */
const PLAIN_ADDRESS =
	/^[Hh][Tt]{2}[Pp][Ss]?:\/\/(?:[\p{L}\p{M}\p{N}._-]+|\[[\da-f:.]+\])(?::\d+)?(?:\/[a-zA-Z\d._~/%-]*)?$/u;

/** Returns the Base URL without a trailing slash. No error quotes it: a token may have been pasted into its field. */
function readBaseUrl(value: unknown, allowInsecureHttp: boolean) {
	const text = trimmed(value);
	const url = PLAIN_ADDRESS.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	if (!url) {
		throw new InputError(
			'The Base URL of the credential must begin with https:// and be a plain address',
			"Set 'Base URL' in the credential to the address of the service, for example https://api.example.com or https://api.example.com/v1. Its path can have ASCII letters, digits and - . _ ~ / % alone. It cannot have a user name, a query (?), a fragment (#) or an invisible character.",
		);
	}

	const { protocol, hostname, origin, pathname } = url;
	if (protocol === 'http:' && !allowInsecureHttp && !THIS_MACHINE.includes(hostname)) {
		throw new InputError(
			'The Base URL of the credential would send the API token unencrypted',
			"Use an https address. If the service has none, switch on 'Allow Insecure HTTP' in the credential.",
		);
	}
	return `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Finds what no token has, and what an expression without a value leaves in its place. */
const NO_TOKEN = /^$|[^\x21-\x7e]|\{\{|^(["'`]).*\1$|^(?:bearer|token|undefined|null|nan)$/i;

/** Returns the token of a credential, without the word that stands before it in a header. */
function readToken(value: unknown) {
	const token = trimmed(value).replace(/^(?:bearer|token)\s+/i, '');
	if (!NO_TOKEN.test(token)) return token;

	throw new InputError(
		'The API Token of the credential is empty, contains line breaks, spaces, quotation marks, {{ or invalid characters, or is nothing but a word such as Bearer',
		"Paste the API token of the service into 'API Token' in the credential, in one line.",
	);
}
