import type { FailureText } from './wording';

/** How many causes of an error are looked through: n8n and its HTTP library each wrap what Node.js threw. */
const MAX_CAUSES = 6;

/** An error of any kind. Only what is named here is read: it also holds the request, and with it the token. */
type RawError = Readonly<Record<string, unknown>>;

/** The part of a request that is read. */
interface RawRequest {
	socket?: unknown;
	/** Its answer, from the end of the headers on. */
	res?: unknown;
}

/** The part of a request's connection that is read, and nothing else of the request. */
interface RawSocket {
	/** With TLS, true until the handshake was completed and the certificate found good. */
	secureConnecting?: unknown;
	/** Bytes that were to be sent, also those that never went out. */
	bytesWritten?: unknown;
	/** Bytes that Node.js handed over: none before the connection is made. Undocumented, of every version. */
	_bytesDispatched?: unknown;
	/** With TLS, the connection that it was begun on, which a proxy had made. Undocumented, of every version. */
	_parent?: unknown;
}

/** The kind of a failure without an answer. */
export type ConnectionKind =
	| 'blocked'
	| 'proxyAddress'
	| 'cancelled'
	| 'dns'
	| 'refused'
	| 'unreachable'
	| 'tls'
	| 'timeout'
	| 'connection';

/** The readable part of an error: itself and its connection, without the request. */
export interface Evidence {
	/**
	 * Whether anything of the request can have reached the service. That is read from its connection, whatever
	 * the failure is called: where none was made, or its TLS handshake was not completed, nothing has left.
	 * Where there is nothing to be read, it may have.
	 */
	mayHaveBeenSent: boolean;
	/** Whether decompressing the answer failed, and nothing else. */
	isUndecodable: boolean;
	kind: ConnectionKind;
	/** The head of the answer, where it arrived. */
	head?: { status: number; headers: unknown };
	/** Node.js's codes of the innermost error, e.g. ECONNREFUSED: several where a host has several addresses. */
	codes: string[];
	/** n8n's own words, where it did not let the request leave. */
	blocked?: FailureText;
	/** Whether the connection was to be a secure one, and the handshake had begun and failed. */
	isHandshake: boolean;
	/** Where a proxy was in the way: whether it connected, and its name or address where it could not be reached. */
	proxy?: { hasConnected: boolean; address?: string };
}

/** Reads an error: of a request that failed, or of an answer that is no success. */
export function evidenceOf(error: unknown): Evidence {
	const causes = causesOf(error);
	const innermost = causes[causes.length - 1] ?? {};
	const members = Array.isArray(innermost.errors) ? innermost.errors.filter(isObject) : [];
	const attempts: RawError[] = members.length > 0 ? members : [innermost];
	const request = causes.find((cause) => isObject(cause.request))?.request as
		| RawRequest
		| undefined;
	const socket = isObject(request?.socket) ? (request.socket as RawSocket) : undefined;
	const { secureConnecting, bytesWritten, _bytesDispatched } = socket ?? {};
	const mayHaveBeenSent = request
		? // Without a connection it waits for one, which a proxy for example never made.
			!!socket && !(secureConnecting === true || bytesWritten === 0 || _bytesDispatched === 0)
		: !causes.some(isBeforeRequest) && !attempts.every(isOfConnecting);
	const isHandshake = secureConnecting === true && _bytesDispatched !== 0;
	const codes = attempts.flatMap(({ code }) => (isTelling(code) ? code : []));
	// Without the request, as in the test of a credential, only the code says it. It decides nothing but the words.
	const isCalledTls = !request && codes.some((code) => TLS.test(code));
	const block = causes.find(isBlock);
	return {
		mayHaveBeenSent,
		// Of the errors of Node.js with a number, those of a connection name the call that failed; those of zlib do not.
		isUndecodable: typeof innermost.errno === 'number' && innermost.syscall === undefined,
		kind: kindOf(causes, codes, mayHaveBeenSent, isHandshake || isCalledTls),
		head: headOf(request?.res),
		codes,
		blocked: block && {
			message: String(block.message),
			nextStep: String(block.description ?? 'Ask the administrator of n8n.'),
		},
		isHandshake,
		proxy: request && proxyOf(socket, isObject(request.res) && !mayHaveBeenSent, attempts),
	};
}

const isObject = (value: unknown): value is RawError => typeof value === 'object' && value !== null;

function headOf(response: unknown): Evidence['head'] {
	if (!isObject(response) || typeof response.statusCode !== 'number') return undefined;
	return { status: response.statusCode, headers: response.headers };
}

/** Returns an error and its causes, the innermost last. */
function causesOf(error: unknown): RawError[] {
	const causes: RawError[] = [];
	for (let current = error; isObject(current) && causes.length < MAX_CAUSES; ) {
		causes.push(current);
		current = current.cause;
	}
	return causes;
}

/** Stopped, refused by n8n, or without a proxy that can be asked, before there was a request at all. */
const isBeforeRequest = (cause: RawError) =>
	cause.code === 'ERR_CANCELED' || isBlock(cause) || isOfProxyAddress(cause);

/** Without a request, as in the test of a credential, Node.js names the call that failed. */
const isOfConnecting = ({ syscall }: RawError) =>
	syscall === 'connect' || syscall === 'getaddrinfo';

/** The service's own address was read before; the only other one is that of a proxy in the environment. */
const isOfProxyAddress = ({ code, name }: RawError) =>
	code === 'ERR_INVALID_URL' || name === 'URIError';

/** n8n's own protection against requests to private addresses (SSRF). */
const isBlock = ({ name }: RawError) => typeof name === 'string' && name.startsWith('SsrfBlocked');

/** A cancelled request says that it was cancelled: that is no code of the failure. */
const isTelling = (code: unknown): code is string =>
	typeof code === 'string' && /^(?!ERR_CANCELED$)[A-Z][A-Z0-9_/]+$/.test(code);

const TLS = /^(?:EPROTO|ERR_(?:SSL|TLS)_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/;

const TIMEOUT = /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/;

/** Returns the first code that any attempt to connect has. */
const KINDS_OF_CODES = [
	['dns', /^(?:ENOTFOUND|EAI_[A-Z]+)$/],
	['refused', /^ECONNREFUSED$/],
	['unreachable', /^(?:E(?:NET|HOST)(?:UNREACH|DOWN)|EADDRNOTAVAIL)$/],
] as const;

function kindOf(
	causes: RawError[],
	codes: string[],
	mayHaveBeenSent: boolean,
	isOfTls: boolean,
): ConnectionKind {
	if (causes.some(isBlock)) return 'blocked';
	if (causes.some(isOfProxyAddress)) return 'proxyAddress';
	if (causes.some(({ name }) => name === 'TimeoutError')) return 'timeout';
	if (causes.some(({ code }) => code === 'ERR_CANCELED')) return 'cancelled';
	if (codes.length > 0 && codes.every((code) => TIMEOUT.test(code))) return 'timeout';
	if (isOfTls) return 'tls';
	if (mayHaveBeenSent) return 'connection';
	const found = KINDS_OF_CODES.find(([, pattern]) => codes.some((code) => pattern.test(code)));
	return found?.[0] ?? 'connection';
}

/**
 * Returns the stage that a proxy has reached. Node.js gives a request its connection at once, also while it looks a name
 * up: one without is waiting for a proxy's agent. And who answers what never left is a proxy.
 */
function proxyOf(
	socket: RawSocket | undefined,
	isAnsweredUnsent: boolean,
	attempts: RawError[],
): Evidence['proxy'] {
	if (socket && !isAnsweredUnsent) {
		return isObject(socket._parent) ? { hasConnected: true } : undefined;
	}
	const addresses = attempts.map(({ hostname, address, port }) =>
		Number(port) > 0 ? `${String(address)}:${String(port)}` : (hostname ?? address),
	);
	const address = addresses.find((one) => typeof one === 'string' && one !== '');
	return { hasConnected: false, address: address as string | undefined };
}
