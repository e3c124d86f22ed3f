import type { FailureKind, ServiceError } from '../../errors/serviceError';
import type { Endpoint } from '../request';
import { failure } from './retryRule';

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);
const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);
/** A certificate or handshake that failed before anything of the request was sent. */
const TLS_CODE =
	/^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|ERR_SSL_(?:HANDSHAKE|WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|PACKET_LENGTH_TOO_LONG|TLSV1_ALERT_PROTOCOL_VERSION|SSLV3_ALERT_HANDSHAKE_FAILURE|TLSV1_UNRECOGNIZED_NAME))/;

/** What OpenSSL says, under the code EPROTO, when the handshake failed; later errors have the same code. */
const HANDSHAKE_FAILED =
	/SSL routines:.*(?:wrong version number|unsupported protocol|handshake failure|protocol version|unrecognized name|packet length too long)/i;

const MAX_CAUSES = 6;

/**
 * Gives the error for a request that got no answer.
 * Only the error's code is read: the error itself holds the request's headers, and with them the token.
 */
export function connectionFailure(error: unknown, endpoint: Endpoint, url: string): ServiceError {
	const code = errorCode(error);
	const kind = kindOf(code);
	const { message, wayOut } = TEXTS[kind](hostOf(url), endpoint.doing);
	const technical = code ? `(${code.toLowerCase()})` : undefined;
	return failure(endpoint, message, { kind, wayOut, technical });
}

function kindOf(code: string | undefined): keyof typeof TEXTS {
	if (code === undefined) return 'connection';
	if (code === 'ERR_CANCELED') return 'cancelled';
	if (code === 'ECONNREFUSED') return 'refused';
	if (DNS_CODES.has(code)) return 'dns';
	if (TIMEOUT_CODES.has(code)) return 'timeout';
	return TLS_CODE.test(code) ? 'tls' : 'connection';
}

/** What is read of an error. n8n 1 wraps Node.js's own, and keeps its code as `httpCode` and its words in `messages`. */
interface RawError {
	code?: unknown;
	httpCode?: unknown;
	cause?: unknown;
	name?: unknown;
	message?: unknown;
	messages?: unknown;
}

const wordsOf = ({ message, messages }: RawError) =>
	[message, ...(Array.isArray(messages) ? messages : [])].join(' ');

function errorCode(error: unknown): string | undefined {
	let current: unknown = error;
	for (let depth = 0; depth < MAX_CAUSES && typeof current === 'object' && current; depth++) {
		const raw: RawError = current;
		const { httpCode, code = httpCode, cause, name } = raw;
		if (code === 'EPROTO' && HANDSHAKE_FAILED.test(wordsOf(raw))) return 'ERR_SSL_HANDSHAKE';
		if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
		if (name === 'TimeoutError') return 'ETIMEDOUT';
		current = cause;
	}
	return undefined;
}

function hostOf(url: string): string {
	return new URL(url).host;
}

type ConnectionKind = Extract<
	FailureKind,
	'cancelled' | 'dns' | 'refused' | 'tls' | 'timeout' | 'connection'
>;

// n8n replaces messages that contain a code such as ECONNRESET by its own; the codes stand in the description.
const TEXTS: Record<
	ConnectionKind,
	(host: string, doing: string) => { message: string; wayOut: string }
> = {
	cancelled: (_host, doing) => ({
		message: `The execution was stopped while ${doing}`,
		wayOut: 'Run the workflow again if you did not mean to stop it.',
	}),
	dns: (host) => ({
		message: `The address of the service, ${host}, could not be found`,
		wayOut:
			'Check the Base URL in the credential for typing errors, and that the machine n8n runs on can resolve this name.',
	}),
	refused: (host) => ({
		message: `Nothing answers at the address of the service, ${host}`,
		wayOut:
			'Check host and port of the Base URL in the credential, that the service is up, and that no firewall or proxy is in the way.',
	}),
	tls: (host) => ({
		message: `No secure connection to ${host} could be made`,
		wayOut:
			'Check that the Base URL in the credential starts with the right https:// or http://, and that the certificate of the service is valid and trusted by the machine n8n runs on.',
	}),
	timeout: (host, doing) => ({
		message: `The service did not answer in time while ${doing}`,
		wayOut: `${host} was reached but gave no complete answer. Raise Timeout in the options if the service is known to be slow.`,
	}),
	connection: (host, doing) => ({
		message: `The connection to the service was lost while ${doing}`,
		wayOut: `The connection to ${host} ended before a complete answer had come. If it happens often, check proxies and firewalls between n8n and the service.`,
	}),
};
