/** How many causes of an error are looked through: n8n and its HTTP library each wrap what Node.js threw. */
const MAX_CAUSES = 6;

/** What is read of an error, and nothing else: it also holds the request, and with it the token. */
interface RawError {
	name?: unknown;
	message?: unknown;
	description?: unknown;
	code?: unknown;
	syscall?: unknown;
	address?: unknown;
	port?: unknown;
	hostname?: unknown;
	cause?: unknown;
	errors?: unknown;
	errno?: unknown;
	request?: unknown;
}

/** What is read of a request. */
interface RawRequest {
	socket?: unknown;
	/** Its answer, from the end of the headers on. */
	res?: unknown;
}

/** What is read of a request's connection, and nothing else of the request. */
interface RawSocket {
	/** Of TLS, true until the handshake was completed and the certificate found good. */
	secureConnecting?: unknown;
	/** Bytes that were to be sent, also those that never went out. */
	bytesWritten?: unknown;
	/** Bytes that Node.js handed over: none before the connection is made. Undocumented, of every version. */
	_bytesDispatched?: unknown;
	/** Of TLS, the connection that it was begun on, which a proxy had made. Undocumented, of every version. */
	_parent?: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns an error and its causes, the innermost last. */
function causesOf(error: unknown): RawError[] {
	const causes: RawError[] = [];
	let current: unknown = error;
	while (isObject(current) && causes.length < MAX_CAUSES) {
		causes.push(current);
		current = (current as RawError).cause;
	}
	return causes;
}

/**
 * Tells whether anything of a request that failed can have reached the service. That is read from its
 * connection, whatever the failure is called: where none was made, or its TLS handshake was not completed,
 * nothing has left. Where there is nothing to be read, it may have.
 */
export function mayHaveLeft(error: unknown): boolean {
	const causes = causesOf(error);
	const request = requestOf(causes);
	if (!request) return !causes.some(isBeforeRequest) && !attemptsIn(causes).every(isOfConnecting);
	// It waits for a connection, which a proxy for example never made.
	if (!isObject(request.socket)) return false;
	if (isUnfinished(causes)) return false;
	const { secureConnecting, bytesWritten, _bytesDispatched } = request.socket as RawSocket;
	return !(secureConnecting === true || bytesWritten === 0 || _bytesDispatched === 0);
}

const requestOf = (causes: RawError[]) =>
	causes.find(({ request }) => isObject(request))?.request as RawRequest | undefined;

/**
 * The alert of TLS 1.3 that a client certificate is missing. There a request follows the handshake before its end is known here,
 * so that the alert comes when the connection looks made; but the other side, which has not completed the
 * handshake, must not take in a byte of what follows (RFC 8446, 4.4.4), and could not have asked for a
 * certificate later, as that was not offered (4.6.2). TLS 1.2 sends its alerts also when it renegotiates with a
 * request already read. Once an answer has begun, nothing is proved.
 */
const UNFINISHED = /_TLSV13_ALERT_CERTIFICATE_REQUIRED$/;

function isUnfinished(causes: RawError[]): boolean {
	const { code } = causes[causes.length - 1] ?? {};
	return !isObject(requestOf(causes)?.res) && UNFINISHED.test(String(code));
}

/**
 * Tells whether decompressing an answer failed, and nothing else: of the errors of Node.js with a number, those
 * of a connection name the call that failed, and those of zlib do not.
 */
export function isUndecodable(error: unknown): boolean {
	const causes = causesOf(error);
	const { errno, syscall } = causes[causes.length - 1] ?? {};
	return typeof errno === 'number' && syscall === undefined;
}

/** Stopped, refused by n8n, or without a proxy that can be asked, before there was a request at all. */
const isBeforeRequest = (cause: RawError) =>
	cause.code === 'ERR_CANCELED' || isRefusal(cause) || isOfProxyAddress(cause);

/** Of what n8n gives without its request, as in the test of a credential, Node.js names the call that failed. */
const isOfConnecting = ({ syscall }: RawError) =>
	syscall === 'connect' || syscall === 'getaddrinfo';

/** The service's own address was read before; the only other one is that of a proxy in the environment. */
const isOfProxyAddress = ({ code, name }: RawError) =>
	code === 'ERR_INVALID_URL' || name === 'URIError';

/** n8n's own protection against requests to private addresses (SSRF). */
const isRefusal = ({ name }: RawError) =>
	typeof name === 'string' && name.startsWith('SsrfBlocked');

/** What a failed attempt to connect says of itself. */
export interface Attempt {
	/** Node.js's code, e.g. ECONNREFUSED. */
	code?: string;
	/** What was connected to, or the name that was looked up: the service's, or a proxy's. */
	address?: string;
}

/** What is known of a proxy. */
interface ProxyFindings {
	/** Its name or address, where it could not be reached. */
	address?: string;
	/** Whether it connected, so that what failed then may be the service's doing or its own. */
	hasConnected: boolean;
}

/** What an error says of itself, without anything of the request. */
export interface Findings {
	/** The innermost error's attempts: several where a host has several addresses. */
	attempts: Attempt[];
	/** Whether time was up, the user stopped, or something failed. */
	end: 'timeout' | 'cancelled' | 'failure';
	/** The words of n8n's own refusal. */
	refusal?: { message: string; description?: string };
	/** Whether the connection was to be a secure one, and the handshake had begun and failed. */
	isHandshake: boolean;
	/** Where a proxy was in the way. */
	proxy?: ProxyFindings;
	/** Whether the address of the proxy, as the environment has it, was no address. */
	isProxyUnreadable: boolean;
}

const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ESOCKETTIMEDOUT']);

/** Returns what an error says of itself. */
export function findingsOf(error: unknown): Findings {
	const causes = causesOf(error);
	const attempts = attemptsIn(causes).map(attemptOf);
	const refusal = causes.find(isRefusal);
	const request = requestOf(causes);
	const { secureConnecting, _bytesDispatched } = (request?.socket ?? {}) as RawSocket;
	return {
		attempts,
		end: endOf(causes, attempts),
		...(refusal && {
			refusal: {
				message: String(refusal.message),
				...(typeof refusal.description === 'string' && { description: refusal.description }),
			},
		}),
		isHandshake: (secureConnecting === true && _bytesDispatched !== 0) || isUnfinished(causes),
		proxy: request && proxyOf(request, attempts, mayHaveLeft(error)),
		isProxyUnreadable: causes.some(isOfProxyAddress),
	};
}

/**
 * Returns what is known of a proxy. Node.js gives a request its connection at once, also while it looks a name
 * up: one without is waiting for a proxy's agent. And who answers what never left is a proxy.
 */
function proxyOf(
	{ socket, res }: RawRequest,
	attempts: Attempt[],
	left: boolean,
): ProxyFindings | undefined {
	if (!isObject(socket) || (isObject(res) && !left)) {
		return { address: attempts.find(({ address }) => address)?.address, hasConnected: false };
	}
	return isObject((socket as RawSocket)._parent) ? { hasConnected: true } : undefined;
}

/** Returns what the innermost error is made of: one for each address of a host that has several. */
function attemptsIn(causes: RawError[]): RawError[] {
	const innermost = causes[causes.length - 1] ?? {};
	const members = Array.isArray(innermost.errors) ? innermost.errors.filter(isObject) : [];
	return members.length > 0 ? members : [innermost];
}

function endOf(causes: RawError[], attempts: Attempt[]): Findings['end'] {
	if (causes.some(({ name }) => name === 'TimeoutError')) return 'timeout';
	if (causes.some(({ code }) => code === 'ERR_CANCELED')) return 'cancelled';
	const isTimeout = attempts.every(({ code }) => code !== undefined && TIMEOUT_CODES.has(code));
	return isTimeout ? 'timeout' : 'failure';
}

function attemptOf(raw: RawError): Attempt {
	const { code, hostname, address, port } = raw;
	const to = Number(port) > 0 ? `${String(address)}:${String(port)}` : (hostname ?? address);
	// What ended it says that it was cancelled.
	const isTelling = typeof code === 'string' && /^(?!ERR_CANCELED$)[A-Z][A-Z0-9_/]+$/.test(code);
	return {
		...(isTelling && { code }),
		...(typeof to === 'string' && { address: to }),
	};
}
