import { type About, cancelled, type ServiceError } from '../../errors/serviceError';
import type { Call } from '../request';
import { type ConnectionKind, type Evidence, evidenceOf } from './evidence';
import { failure, type Text } from './failure';

const PROXY_SETTINGS =
	'n8n uses a proxy from the environment variables HTTP_PROXY, HTTPS_PROXY or ALL_PROXY. Check its address (most begin with http://, also for https) and what it allows, or add the service to NO_PROXY.';

/** Says that a proxy made no connection, and what to look at. */
export const NOT_CONNECTED: Text = {
	message: 'The proxy that n8n uses did not connect to {host}',
	wayOut: `Nothing was sent. ${PROXY_SETTINGS}`,
};

/**
 * Returns the error for a request that got no answer.
 * Of the error underneath only little is read: it holds the request's headers, and with them the token.
 */
export function connectionFailure(error: unknown, call: Call): ServiceError {
	const evidence = evidenceOf(error);
	const { kind, mayHaveBeenSent, codes } = evidence;
	if (kind === 'cancelled' && !mayHaveBeenSent) return cancelled();
	return failure(call, {
		...textOf(evidence, call.connection.baseUrl.startsWith('https:')),
		about: ABOUT[kind],
		passes: ABOUT[kind] === undefined,
		mayHaveBeenSent,
		// n8n replaces messages that contain such a code by its own, so it stands in the description.
		technical: codes.length > 0 ? `(${[...new Set(codes)].join(', ').toLowerCase()})` : undefined,
	});
}

/** All others pass by themselves. */
const ABOUT: Partial<Record<ConnectionKind, About>> = {
	blocked: 'address',
	proxyAddress: 'address',
	cancelled: 'stop',
};

function textOf(evidence: Evidence, isSecure: boolean): Text {
	const { kind, mayHaveBeenSent, blocked, isHandshake } = evidence;
	if (mayHaveBeenSent) return LEFT_TEXTS[kind] ?? LEFT_TEXTS.connection;
	if (blocked) return blocked;
	if (kind === 'proxyAddress') return unreadableProxy(isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY');
	const text = UNSENT_TEXTS[kind] ?? UNSENT_TEXTS.connection;
	// Where the service is none for TLS, the handshake that failed was one with a proxy.
	const proxy = evidence.proxy ?? (isHandshake && !isSecure && { hasConnected: false });
	if (!proxy) return text;
	if (proxy.hasConnected) return { ...text, wayOut: `${text.wayOut} ${PROXY_SETTINGS}` };
	const address = evidence.proxy?.address;
	if (!address) return NOT_CONNECTED;
	const message =
		kind === 'dns'
			? `The proxy that n8n uses, ${address}, could not be found`
			: `Nothing answers at ${address}, the proxy that n8n uses`;
	return { ...NOT_CONNECTED, message };
}

const unreadableProxy = (variable: string): Text => ({
	message: `n8n cannot read the address of its proxy from the environment variable ${variable} or ALL_PROXY`,
	wayOut:
		'Nothing was sent. Check its port, and escape special characters in its user name and password: %23 for #, %2F for /, %25 for %.',
});

type Texts = Partial<Record<ConnectionKind, Text>> & { connection: Text };

const NOT_SECURE: Text = {
	message: 'No secure connection to {host} could be made',
	wayOut:
		'Check whether the Base URL in the credential must start with https:// or http://. Check that the certificate of the service is valid, and that the machine that runs n8n trusts it. A service that requires a client certificate does not work: the node has none.',
};

/** Of requests that may have reached the service. */
const LEFT_TEXTS: Texts = {
	cancelled: { message: 'The execution was stopped while {doing}', wayOut: '' },
	tls: NOT_SECURE,
	timeout: {
		message: 'The service did not answer in time while {doing}',
		wayOut: '{host} was reached but gave no complete answer. {slow}',
	},
	connection: {
		message: 'The connection to the service was lost while {doing}',
		wayOut:
			'The connection to {host} ended before the answer was complete. Check whether the Base URL in the credential must start with https:// or http://. If this happens often, check proxies and firewalls between n8n and the service.',
	},
};

const CHECK_THE_WAY =
	'Nothing was sent. Check that the service is up, and that no firewall or proxy is in the way.';

/** Of requests of which nothing left. */
const UNSENT_TEXTS: Texts = {
	dns: {
		message: 'The address of the service, {host}, could not be found',
		wayOut:
			'Check the Base URL in the credential for typing errors, and that the machine that runs n8n can resolve this name.',
	},
	refused: {
		message: 'Nothing answers at the address of the service, {host}',
		wayOut:
			'Check the host and port of the Base URL in the credential. Check that the service is up, and that no firewall or proxy is in the way.',
	},
	unreachable: {
		message: 'The machine that runs n8n has no network connection to the service, {host}',
		wayOut:
			'Check the network of that machine, and whether it can reach the address of the service: a container may have no network, or no IPv6.',
	},
	tls: NOT_SECURE,
	timeout: {
		message: 'No connection to {host} could be made in time while {doing}',
		wayOut: `${CHECK_THE_WAY} {slow}`,
	},
	connection: {
		message: 'No connection to {host} could be made while {doing}',
		wayOut: CHECK_THE_WAY,
	},
};
