import type { FailureText } from './failure';

/** How many causes of an error are looked through: n8n and its HTTP library each wrap what Node.js threw. */
const MAX_CAUSES = 6;

/** An error, its request or its connection. Only what is named here is read: the rest holds the token. */
type Raw = Readonly<Record<string, unknown>>;

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
	const innermost = causes.at(-1) ?? {};
	const members = Array.isArray(innermost.errors) ? innermost.errors.filter(isObject) : [];
	const attempts = members.length > 0 ? members : [innermost];
	const request = causes.map((cause) => cause.request).find(isObject);
	const socket = isObject(request?.socket) ? request.socket : undefined;
	// With TLS, the first is true until the handshake was completed and the certificate found good. The second counts
	// what was to be sent, also what never went out; the third what Node.js handed over, which is nothing before
	// the connection is made. The third is undocumented, and every version has it.
	const { secureConnecting, bytesWritten, _bytesDispatched } = socket ?? {};
	const mayHaveBeenSent = request
		? // Without a connection it waits for one, which a proxy for example never made.
			!!socket && !(secureConnecting === true || bytesWritten === 0 || _bytesDispatched === 0)
		: !causes.some(isBeforeRequest) && !attempts.every(isOfConnecting);
	const isHandshake = secureConnecting === true && _bytesDispatched !== 0;
	const codes = attempts.map(({ code }) => code).filter(isCode);
	const hasCode = (pattern: RegExp) => codes.some((code) => pattern.test(code));
	const block = causes.find(isBlock);
	// The first that applies. What may have left had an address and a connection, whatever the codes say of them.
	const kinds: Array<[ConnectionKind, boolean]> = [
		['blocked', block !== undefined],
		['proxyAddress', causes.some(isOfProxyAddress)],
		['timeout', causes.some(({ name }) => name === 'TimeoutError')],
		['cancelled', causes.some(isCancelled)],
		['timeout', codes.length > 0 && codes.every((code) => TIMEOUT.test(code))],
		// Without the request, as in the test of a credential, only the code says it. It decides nothing but the words.
		['tls', isHandshake || (!request && hasCode(TLS))],
		['connection', mayHaveBeenSent],
		['dns', hasCode(/^(?:ENOTFOUND|EAI_[A-Z]+)$/)],
		['refused', hasCode(/^ECONNREFUSED$/)],
		['unreachable', hasCode(/^(?:E(?:NET|HOST)(?:UNREACH|DOWN)|EADDRNOTAVAIL)$/)],
	];
	const response = isObject(request?.res) ? request.res : undefined;
	const status = response?.statusCode;
	// Who answers what never left is a proxy.
	const ownSocket = response && !mayHaveBeenSent ? undefined : socket;
	return {
		mayHaveBeenSent,
		// Of the errors of Node.js with a number, those of a connection name the call that failed; those of zlib do not.
		isUndecodable: typeof innermost.errno === 'number' && innermost.syscall === undefined,
		kind: kinds.find(([, applies]) => applies)?.[0] ?? 'connection',
		head: typeof status === 'number' ? { status, headers: response?.headers } : undefined,
		codes,
		blocked: block && {
			message: String(block.message),
			nextStep: String(block.description ?? 'Ask the administrator of n8n.'),
		},
		isHandshake,
		proxy: request && proxyOf(ownSocket, attempts),
	};
}

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

/** Returns an error and its causes, the innermost last. */
function causesOf(error: unknown): Raw[] {
	const causes: Raw[] = [];
	for (let current = error; isObject(current) && causes.length < MAX_CAUSES; ) {
		causes.push(current);
		current = current.cause;
	}
	return causes;
}

/** Stopped, refused by n8n, or without a proxy that can be asked, before there was a request at all. */
const isBeforeRequest = (cause: Raw) =>
	isCancelled(cause) || isBlock(cause) || isOfProxyAddress(cause);

const isCancelled = ({ code }: Raw) => code === 'ERR_CANCELED';

/** Without a request, as in the test of a credential, Node.js names the call that failed. */
const isOfConnecting = ({ syscall }: Raw) => syscall === 'connect' || syscall === 'getaddrinfo';

/** The service's own address was read before; the only other one is that of a proxy in the environment. */
const isOfProxyAddress = ({ code, name }: Raw) => code === 'ERR_INVALID_URL' || name === 'URIError';

/** n8n's own protection against requests to private addresses (SSRF). */
const isBlock = ({ name }: Raw) => typeof name === 'string' && name.startsWith('SsrfBlocked');

/** Tells a code of Node.js: that a request was cancelled is no code of its failure. */
const isCode = (code: unknown): code is string =>
	typeof code === 'string' && /^(?!ERR_CANCELED$)[A-Z][A-Z0-9_/]+$/.test(code);

const TLS = /^(?:EPROTO|ERR_(?:SSL|TLS)_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/;

const TIMEOUT = /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/;

/**
 * Returns the stage that a proxy has reached. Node.js gives a request its connection at once, also while it looks a name
 * up: one without is waiting for a proxy's agent.
 */
function proxyOf(socket: Raw | undefined, attempts: Raw[]): Evidence['proxy'] {
	// The connection, made by a proxy, that TLS was begun on. It is undocumented, and every version has it.
	if (socket) return isObject(socket._parent) ? { hasConnected: true } : undefined;
	const addresses = attempts.map(({ hostname, address, port }) =>
		Number(port) > 0 ? `${String(address)}:${String(port)}` : (hostname ?? address),
	);
	const address = addresses.find((one) => typeof one === 'string' && one !== '');
	return { hasConnected: false, address: address as string | undefined };
}
