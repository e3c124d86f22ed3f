import { quote } from '../../errors/quote';
import { type About, cancelled, type ServiceError } from '../../errors/serviceError';
import type { Call } from '../request';
import { type ConnectionKind, type Evidence, evidenceOf } from './evidence';
import { failure, type FailureText, type Words, wordsOf } from './failure';

const PROXY_SETTINGS =
	'n8n uses a proxy from the environment variables HTTP_PROXY, HTTPS_PROXY or ALL_PROXY. Check its address (most begin with http://, also for https) and what it allows, or add the service to NO_PROXY.';

/** Most characters of n8n's advice for an address that it blocks. */
const MAX_ADVICE = 500;

type TextOf = (words: Words) => FailureText;

/** Says that a proxy made no connection, and what to look at. */
export const notConnected: TextOf = ({ host }) => ({
	message: `The proxy that n8n uses did not connect to ${host}`,
	nextStep: PROXY_SETTINGS,
});

/** The subjects of failures that do not pass by themselves. */
const ABOUT: Partial<Record<ConnectionKind, About>> = {
	blocked: 'address',
	proxyAddress: 'address',
	cancelled: 'stop',
};

/**
 * Returns the error for a request that got no answer.
 * It reads little of the error underneath, which holds the request's headers, and with them the token.
 */
export function connectionFailure(error: unknown, call: Call): ServiceError {
	const evidence = evidenceOf(error);
	const { kind, mayHaveArrived, codes } = evidence;
	if (kind === 'cancelled' && !mayHaveArrived) return cancelled();

	return failure(call, {
		...textOf(evidence, call),
		about: ABOUT[kind],
		isTransient: ABOUT[kind] === undefined,
		mayHaveArrived,
		// n8n replaces messages that contain such a code by its own, so it stands in the description.
		technical: codes.length > 0 ? `(${[...new Set(codes)].join(', ').toLowerCase()})` : undefined,
	});
}

function textOf(evidence: Evidence, call: Call): FailureText {
	const { kind, mayHaveArrived, blockText, failedInHandshake, proxy } = evidence;
	const words = wordsOf(call);
	const isSecure = call.connection.baseUrl.startsWith('https:');

	if (mayHaveArrived) return (LEFT_TEXTS[kind] ?? LEFT_TEXTS.connection)(words);
	if (blockText) return quoted(blockText, call);
	if (kind === 'proxyAddress') return proxyAddressText({ isSecure });

	const text = (UNSENT_TEXTS[kind] ?? UNSENT_TEXTS.connection)(words);
	// Without TLS to the service, a handshake that failed was one with a proxy.
	const isOfProxy = proxy !== undefined || (failedInHandshake && !isSecure);
	return isOfProxy ? proxyText(evidence, text, words) : text;
}

/** Returns n8n's own words, which may name any part of the address. */
function quoted({ message, nextStep }: FailureText, { connection: { hide } }: Call): FailureText {
	return { message: quote(message, hide), nextStep: quote(nextStep, hide, MAX_ADVICE) };
}

function proxyAddressText({ isSecure }: { isSecure: boolean }): FailureText {
	const variable = isSecure ? 'HTTPS_PROXY' : 'HTTP_PROXY';
	return {
		message: `n8n cannot read the address of its proxy from the environment variable ${variable} or ALL_PROXY`,
		nextStep:
			'Check its port, and escape special characters in its user name and password: %23 for #, %2F for /, %25 for %.',
	};
}

/** Returns the words for a request that a proxy was to pass on. */
function proxyText({ kind, proxy }: Evidence, text: FailureText, words: Words): FailureText {
	if (proxy?.hasConnected) return { ...text, nextStep: `${text.nextStep} ${PROXY_SETTINGS}` };
	if (!proxy?.address) return notConnected(words);

	const message =
		kind === 'dns'
			? `The proxy that n8n uses, ${proxy.address}, could not be found`
			: `Nothing answers at ${proxy.address}, the proxy that n8n uses`;
	return { message, nextStep: PROXY_SETTINGS };
}

type Texts = Partial<Record<ConnectionKind, TextOf>> & { connection: TextOf };

const notSecure: TextOf = ({ host }) => ({
	message: `No secure connection to ${host} could be made`,
	nextStep:
		'Check whether the Base URL in the credential must start with https:// or http://. Check that the certificate of the service is valid, and that the machine that runs n8n trusts it. A service that requires a client certificate does not work: the node has none.',
});

/** Texts for requests that may have reached the service. */
const LEFT_TEXTS: Texts = {
	cancelled: ({ activity }) => ({
		message: `The execution was stopped while ${activity}`,
		nextStep: '',
	}),
	tls: notSecure,
	timeout: ({ activity, host, slow }) => ({
		message: `The service did not answer in time while ${activity}`,
		nextStep: `n8n reached ${host}, but no complete answer came in time. ${slow}`,
	}),
	connection: ({ activity, host }) => ({
		message: `The connection to the service was lost while ${activity}`,
		nextStep: `The connection to ${host} ended before the answer was complete. Check whether the Base URL in the credential must start with https:// or http://. If this happens often, check proxies and firewalls between n8n and the service.`,
	}),
};

const CHECK_THE_WAY = 'Check that the service is up, and that no firewall or proxy is in the way.';

/** Texts for requests that did not leave n8n. */
const UNSENT_TEXTS: Texts = {
	dns: ({ host }) => ({
		message: `The address of the service, ${host}, could not be found`,
		nextStep:
			'Check the Base URL in the credential for typing errors, and that the machine that runs n8n can resolve this name.',
	}),
	refused: ({ host }) => ({
		message: `Nothing answers at the address of the service, ${host}`,
		nextStep: `Check the host and port of the Base URL in the credential. ${CHECK_THE_WAY}`,
	}),
	unreachable: ({ host }) => ({
		message: `The machine that runs n8n has no network connection to the service, ${host}`,
		nextStep:
			'Check the network of that machine, and whether it can reach the address of the service: a container may have no network, or no IPv6.',
	}),
	tls: notSecure,
	timeout: ({ activity, host, slow }) => ({
		message: `No connection to ${host} could be made in time while ${activity}`,
		nextStep: `${CHECK_THE_WAY} ${slow}`,
	}),
	connection: ({ activity, host }) => ({
		message: `No connection to ${host} could be made while ${activity}`,
		nextStep: CHECK_THE_WAY,
	}),
};
