import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Hide, Secrets } from '../errors/secrets';
import { credentialError, readBaseUrl } from './baseUrl';

/** n8n's name of the credential type. */
export const CREDENTIAL_TYPE = 'messagingServiceApi';

/** Where the service is and how to be let in (section 5 of `docs/service.md`). */
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

	const allowInsecureHttp = credentials.allowInsecureHttp === true;
	const baseUrl = readBaseUrl(credentials.baseUrl, { allowInsecureHttp });
	const token = checkToken(pasted);
	const scheme = credentials.authScheme === 'Token' ? 'Token' : 'Bearer';
	const { host } = new URL(baseUrl);

	return { baseUrl, host, hide: secrets.hide, authorization: `${scheme} ${token}` };
}

/** Returns the token of a credential without the word that stands before it in a header. */
function pastedToken(value: unknown): string {
	// An expression may give a number: a spreadsheet makes one of digits.
	const isText = typeof value === 'string' || Number.isSafeInteger(value);
	const text = isText ? String(value).trimStart() : '';
	return text.replace(/^(?:bearer|token)\s+/i, '').trim();
}

const PASTE_TOKEN = "Paste the API token of the service into 'API Token' in the credential.";

function checkToken(token: string): string {
	const refused = (what: string, nextStep: string) =>
		credentialError('token', `The API Token of the credential ${what}`, nextStep);

	if (!token) throw refused('is empty', PASTE_TOKEN);
	if (!/^[\x21-\x7e]+$/.test(token)) {
		throw refused(
			'contains line breaks, spaces or invalid characters',
			`${PASTE_TOKEN} Copy it again, in one line.`,
		);
	}
	return token;
}
