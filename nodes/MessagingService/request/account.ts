import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { InputError } from '../errors';
import { isThisMachine } from '../n8n/variants';

/** n8n's name of the credential type. */
export const CREDENTIAL_TYPE = 'messagingServiceApi';

/** Where the service is and how to be let in (section 5 of `docs/service.md`). */
export interface Account {
	/** `{base_url}`, without a trailing slash. */
	baseUrl: string;
	token: string;
	/** The word before the token in the Authorization header. */
	scheme: 'Bearer' | 'Token';
}

/** Reads a credential. @throws InputError that names the field and what to do, where it cannot be used */
export function readAccount(credential: ICredentialDataDecryptedObject): Account {
	const { apiToken, authScheme, allowInsecureHttp } = credential;
	return {
		baseUrl: readBaseUrl(credential.baseUrl, allowInsecureHttp === true),
		token: readToken(apiToken),
		scheme: authScheme === 'Token' ? 'Token' : 'Bearer',
	};
}

/** Returns a text without the spaces and invisible characters around it: they come along when it is copied. */
function trimmed(value: unknown): string {
	return String(value ?? '').replace(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, '');
}

/** Finds an address that was copied from the reference of one endpoint (section 4 of `docs/service.md`). */
const ENDPOINT = /\/(?:send\/text|otp\/(?:new|verify)|enterprise\/(?:message|lease)\/.+)\/*$/;

/** Finds what was copied along behind an address; the bracket of an IPv6 address belongs to it. */
const COPIED_END = /(?:[\p{Pi}\p{Pf}\p{Ps}"'`,;)}<>]|(?<!\/\[[\da-f:.]+)\])$/iu;

const SET_BASE_URL =
	"Set 'Base URL' in the credential to the address of the service, for example https://api.example.com or https://api.example.com/v1.";

/** Returns the Base URL without a trailing slash. No error quotes it: a token may have been pasted into its field. */
function readBaseUrl(value: unknown, allowInsecureHttp: boolean): string {
	const refused = (what: string, nextStep = SET_BASE_URL) =>
		new InputError(`The Base URL of the credential ${what}`, nextStep);

	const text = trimmed(value);
	if (!text) throw refused('is empty');
	if (!/^https?:\/\/(?!https?:)[^/\s\\][^\s\\]*$/i.test(text) || !URL.canParse(text)) {
		throw refused('is not an http or https address');
	}
	if (/\p{Cf}/u.test(text)) throw refused('contains invisible characters');
	if (COPIED_END.test(text)) throw refused('ends in a quotation mark, bracket, comma or semicolon');

	const url = new URL(text);
	if (url.username || url.password) throw refused('contains a user name or password');
	if (url.search || url.hash) throw refused('has a query (?) or a fragment (#)');
	if (ENDPOINT.test(url.pathname)) {
		throw refused(
			'ends in the path of one endpoint',
			'Leave out the endpoint at its end: the node adds /send/text and the others itself.',
		);
	}
	if (url.protocol === 'http:' && !allowInsecureHttp && !isThisMachine(url.hostname)) {
		throw refused(
			'would send the API token unencrypted',
			"Use an https address. If the service has none, switch on 'Allow Insecure HTTP' in the credential.",
		);
	}

	return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

const PASTE_TOKEN =
	"Paste the API token of the service into 'API Token' in the credential, in one line.";

/** Finds what no token has, and what an expression without a value leaves in its place. */
const NO_TOKEN = /[^\x21-\x7e]|\{\{|^(["'`]).*\1$|^(?:bearer|token|undefined|null|nan)$/i;

/** Returns the token of a credential, without the word that stands before it in a header. */
function readToken(value: unknown): string {
	const token = trimmed(value).replace(/^(?:bearer|token)\s+/i, '');

	if (!token) throw new InputError('The API Token of the credential is empty', PASTE_TOKEN);
	if (NO_TOKEN.test(token)) {
		throw new InputError(
			'The API Token of the credential contains line breaks, spaces, quotation marks, {{ or invalid characters, or is nothing but a word such as Bearer',
			PASTE_TOKEN,
		);
	}
	return token;
}
