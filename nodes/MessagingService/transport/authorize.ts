import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { Secrets } from '../errors/secrets';
import { credentialError, parseUrl } from './baseUrl';
import { readConnection } from './credential';

/** The options of n8n's two helpers for requests: HTTP Request uses the older one, which has more names. */
type RequestOptions = Partial<Omit<IHttpRequestOptions, 'method'>> & {
	method?: string;
	uri?: string;
	rejectUnauthorized?: boolean;
};

/** Follows no redirect, in the words of every n8n: a redirect would carry the token to any other address. */
const NO_REDIRECT = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
	maxRedirects: 0,
};

/** The methods that a service has. A server answers TRACE with the request, and the token in it. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Options that identify n8n to the service. Everything else in an agent's options says where or whom to trust. */
const CLIENT_CERTIFICATE = new Set(['cert', 'key', 'passphrase']);

/**
 * Signs a request of n8n's HTTP Request node with the credential: whoever may use the credential there must not get
 * to see the token.
 * @throws ServiceError where the token could reach anyone else than the service at the Base URL
 */
export function authorize(
	credentials: ICredentialDataDecryptedObject,
	{ url, uri, baseURL, ...options }: RequestOptions,
): IHttpRequestOptions {
	const { baseUrl, host, authorization, hide } = readConnection(credentials, new Secrets());

	// Only the address that is checked here is passed on: n8n would put the parts together in another way.
	const href = parseUrl(url ?? uri ?? '', baseURL)?.href ?? '';
	const isBelow = href.startsWith(`${baseUrl}/`) || href.startsWith(`${baseUrl}?`);
	if (href !== baseUrl && !isBelow) {
		throw notSent(
			'goes to another address than the Base URL of the credential',
			`The API token is sent only to addresses below ${hide(baseUrl)}.`,
		);
	}
	refuseDetours(options, host);

	return withAuthorization({ ...(options as IHttpRequestOptions), url: href }, authorization);
}

/** Returns a request that the service lets in (section 5 of `docs/service.md`), and that goes nowhere else. */
export function withAuthorization(options: IHttpRequestOptions, authorization: string) {
	const headers = { ...options.headers, Authorization: authorization };
	return { ...options, ...NO_REDIRECT, headers };
}

/** Refuses what could show the token to anyone but the service. @throws ServiceError */
function refuseDetours(options: RequestOptions, host: string): void {
	const { method = 'GET', headers = {}, proxy } = options;

	if (proxy) {
		throw notSent(
			'uses its own proxy, which could read the API token',
			"Remove the option 'Proxy'. To reach the service through a proxy, set HTTPS_PROXY where n8n runs.",
		);
	}

	if (trustsOthers(options)) {
		throw notSent(
			'does not check the certificate of the service as n8n does, so anyone could answer in its place',
			"Switch off 'Ignore SSL Issues', and remove your own CA. To trust a private CA, set NODE_EXTRA_CA_CERTS where n8n runs.",
		);
	}

	// n8n takes the spaces around a header's name off before it sends it.
	const hosts = Object.entries(headers).filter(([name]) => name.trim().toLowerCase() === 'host');
	if (hosts.some(([, value]) => String(value).trim().toLowerCase() !== host)) {
		throw notSent(
			'names another host than the Base URL, and a gateway could pass the token to it',
			"Remove the header 'Host'.",
		);
	}

	if (!METHODS.has(method.toUpperCase())) {
		throw notSent(
			'has a method whose answer may contain the API token',
			`Use one of: ${[...METHODS].join(', ')}.`,
		);
	}
}

/** Tells whether a request trusts servers that n8n does not trust. */
function trustsOthers(options: RequestOptions): boolean {
	const { rejectUnauthorized, skipSslCertificateValidation, agentOptions = {} } = options;
	const isUnchecked = rejectUnauthorized === false || Boolean(skipSslCertificateValidation);
	return isUnchecked || Object.keys(agentOptions).some((name) => !CLIENT_CERTIFICATE.has(name));
}

const notSent = (why: string, description: string) =>
	credentialError('address', `The request was not sent: it ${why}`, description);
