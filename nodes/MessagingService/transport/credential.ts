import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Hide, Secrets } from '../errors/secrets';
import { type About, ServiceError } from '../errors/serviceError';
import { isPrivateHost } from '../privateAddress';

/** n8n's name of the credential type. */
export const CREDENTIAL_TYPE = 'messagingServiceApi';

/** Where the service is and how to be let in (section 5). */
export interface Connection {
	/** `{base_url}`, without a trailing slash. */
	baseUrl: string;
	/** Its host and port. */
	host: string;
	/** Value of the Authorization header. */
	authorization: string;
	/** Keeps the tokens of the execution out of errors. */
	hide: Hide;
}

/**
 * Reads the credential, and adds its token to the secrets before anything else, so that no error shows it.
 * @throws ServiceError that names the field and what to do, where it cannot be used
 */
export function readConnection(
	credentials: ICredentialDataDecryptedObject,
	secrets: Secrets,
): Connection {
	const pasted = pastedToken(credentials.apiToken);
	secrets.add(pasted);
	const baseUrl = readBaseUrl(credentials.baseUrl, credentials.allowInsecureHttp === true);
	const token = checkToken(pasted);
	const scheme = credentials.authScheme === 'Token' ? 'Token' : 'Bearer';
	const { host } = new URL(baseUrl);
	return { baseUrl, host, hide: secrets.hide, authorization: `${scheme} ${token}` };
}

/** Returns the error for what keeps a request from being made with a credential. */
export function credentialError(about: About, message: string, description: string): ServiceError {
	return new ServiceError(message, { about, mayHaveBeenSent: false, description });
}

/** Finds an address that was copied from the reference of one endpoint (section 4). */
const ENDPOINT = /\/(?:send\/text|otp\/(?:new|verify)|enterprise\/(?:message|lease)\/.+)\/*$/;

function readBaseUrl(value: unknown, allowInsecureHttp: boolean): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const nextStep =
		"Set 'Base URL' in the credential to the address of the service, for example https://api.example.com or https://api.example.com/v1.";
	// None of these quotes it: a token that was pasted into the wrong field would stand in the error.
	const refused = (what: string, more = nextStep) =>
		credentialError('address', `The Base URL of the credential ${what}`, more);
	if (!text) throw refused('is empty');
	const url = /[\s\\]/.test(text) ? undefined : parseUrl(text);
	if (!url || !/^https?:\/\/[^/]/i.test(text)) {
		throw refused('is not an http or https address', `${schemeAdvice(text)}${nextStep}`);
	}
	if (url.username || url.password) {
		throw refused(
			'contains a user name or password',
			`${nextStep} The token belongs only in 'API Token'.`,
		);
	}
	if (text.includes('?') || text.includes('#')) {
		throw refused('has a query (?) or a fragment (#)');
	}
	if (ENDPOINT.test(url.pathname)) {
		throw refused(
			'ends in the path of one endpoint',
			"Leave out the endpoint at the end of 'Base URL' in the credential: the node adds /send/text and the others itself.",
		);
	}
	if (url.protocol === 'http:' && !allowInsecureHttp && !isPrivateHost(url.hostname)) {
		throw refused(
			'would send the API token unencrypted',
			"Use an https address. If the service has none, switch on 'Allow Insecure HTTP' in the credential.",
		);
	}
	return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Returns the advice for an address without http:// or https://, and nothing for any other text. */
function schemeAdvice(text: string): string {
	const url = /^(?:\w[\w-]*\.[\w.-]+|localhost|[\w-]+(?=:\d))(?::\d+)?(?:\/\S*)?$/.test(text)
		? parseUrl(`https://${text}`)
		: undefined;
	return url ? `Put ${isPrivateHost(url.hostname) ? 'http' : 'https'}:// in front. ` : '';
}

/** Returns an address, undefined where a text is none. */
export const parseUrl = (text: string, base?: string) =>
	URL.canParse(text, base) ? new URL(text, base) : undefined;

/** Returns the token of a credential without the word that stands before it in a header. */
function pastedToken(value: unknown): string {
	const text = typeof value === 'string' ? value.trimStart() : '';
	return text.replace(/^(?:bearer|token)\s+/i, '').trim();
}

function checkToken(token: string): string {
	const nextStep = "Paste the API token of the service into 'API Token' in the credential.";
	if (!token) throw credentialError('token', 'The API Token of the credential is empty', nextStep);
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw credentialError(
			'token',
			'The API Token of the credential contains line breaks, spaces or invalid characters',
			`${nextStep} Copy it again, in one line.`,
		);
	}
	return token;
}
