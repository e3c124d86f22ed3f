import { type About, ServiceError } from '../errors/serviceError';
import { isPrivateHost } from '../privateAddress';

/** Finds an address that was copied from the reference of one endpoint (section 4 of `docs/service.md`). */
const ENDPOINT = /\/(?:send\/text|otp\/(?:new|verify)|enterprise\/(?:message|lease)\/.+)\/*$/;

const SET_BASE_URL =
	"Set 'Base URL' in the credential to the address of the service, for example https://api.example.com or https://api.example.com/v1.";

/**
 * Reads the Base URL of a credential: returns it without a trailing slash. No error quotes it, since a token that was
 * pasted into the wrong field would stand in the error.
 * @throws ServiceError that says what to do, where it cannot be used
 */
export function readBaseUrl(
	value: unknown,
	{ allowInsecureHttp }: { allowInsecureHttp: boolean },
): string {
	const text = typeof value === 'string' ? value.trim() : '';
	const refused = (what: string, nextStep = SET_BASE_URL) =>
		credentialError('address', `The Base URL of the credential ${what}`, nextStep);

	if (!text) throw refused('is empty');
	const url = /[\s\\]/.test(text) ? undefined : parseUrl(text);
	if (!url || !/^https?:\/\/[^/]/i.test(text)) {
		throw refused('is not an http or https address', `${schemeAdvice(text)}${SET_BASE_URL}`);
	}

	if (url.username || url.password) {
		throw refused(
			'contains a user name or password',
			`${SET_BASE_URL} The token belongs only in 'API Token'.`,
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

/** Finds a host with a dot or a port, or localhost, and what may follow it in an address. */
const WITHOUT_SCHEME = /^(?:\w[\w-]*\.[\w.-]+|localhost|[\w-]+(?=:\d))(?::\d+)?(?:\/\S*)?$/;

/** Returns the advice for an address without http:// or https://, and nothing for any other text. */
function schemeAdvice(text: string): string {
	const url = WITHOUT_SCHEME.test(text) ? parseUrl(`https://${text}`) : undefined;
	if (!url) return '';

	const scheme = isPrivateHost(url.hostname) ? 'http' : 'https';
	return `Put ${scheme}:// in front. `;
}

/** Returns an address, undefined where a text is none. */
export const parseUrl = (text: string, base?: string) =>
	URL.canParse(text, base) ? new URL(text, base) : undefined;

/** Returns the error for what keeps a request from being made with a credential. */
export function credentialError(about: About, message: string, description: string): ServiceError {
	return new ServiceError(message, { about, mayHaveBeenSent: false, description });
}
