import { isObject, type Members } from '../../object';
import type { FailureText } from './failure';

/** How many causes of an error are looked through: n8n and its HTTP library each wrap what Node.js threw. */
const MAX_CAUSES = 6;

/** An error, its request or its connection. Only what is named here is read: the rest holds the token. */
type Raw = Members;

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
	mayHaveArrived: boolean;
	/** Whether decompressing the answer failed, and nothing else. */
	isUndecodable: boolean;
	kind: ConnectionKind;
	/** The head of the answer, where it arrived. */
	head?: { status: number; headers: unknown };
	/** Node.js's codes of the innermost error, e.g. ECONNREFUSED: several where a host has several addresses. */
	codes: string[];
	/** n8n's own words, where the kind is `blocked`. */
	blockText?: FailureText;
	/** Whether the connection was to be a secure one, and the handshake had begun and failed. */
	failedInHandshake: boolean;
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
	const socket = memberObject(request, 'socket');
	const response = memberObject(request, 'res');
	const mayHaveArrived = mayHaveLeft({ causes, attempts, request, socket });
	const failedInHandshake = isInHandshake(socket);

	const codes = attempts.map(({ code }) => code).filter(isCode);
	const block = causes.find(isBlock);
	const status = response?.statusCode;
	// Only a proxy can have answered a request that never left. Its connection leads to the proxy, and no further.
	const isAnswerOfProxy = response !== undefined && !mayHaveArrived;
	const madeConnection = isAnswerOfProxy ? undefined : socket;

	return {
		mayHaveArrived,
		isUndecodable: isOfDecompressing(innermost),
		kind: kindOf({ causes, codes, failedInHandshake, hasRequest: !!request, mayHaveArrived }),
		head: typeof status === 'number' ? { status, headers: response?.headers } : undefined,
		codes,
		blockText: block && {
			message: String(block.message),
			nextStep: String(block.description ?? 'Ask the administrator of n8n.'),
		},
		failedInHandshake,
		proxy: request && proxyOf(madeConnection, attempts),
	};
}

/** The parts of an error that tell whether its request left. */
interface Traces {
	causes: Raw[];
	/** The innermost errors, one per address that was tried. */
	attempts: Raw[];
	request?: Raw;
	/** The connection of the request. */
	socket?: Raw;
}

/** Tells whether anything of a request can have reached the service; where there is nothing to be read, it may have. */
function mayHaveLeft({ causes, attempts, request, socket }: Traces): boolean {
	if (!request) return !causes.some(isBeforeRequest) && !attempts.every(isOfConnecting);
	// The request waits for a connection, which a proxy for example never made.
	if (!socket) return false;

	// Node.js sets this until the handshake of TLS was completed and the certificate found good.
	if (socket.secureConnecting === true) return false;
	// `bytesWritten` also counts what still waits to go out.
	if (socket.bytesWritten === 0) return false;
	// `_bytesDispatched` counts what was handed to a connection that was made. It is undocumented, and every version has it.
	return socket._bytesDispatched !== 0;
}

/** Tells whether a connection was to be a secure one, and the handshake had begun and was not completed. */
const isInHandshake = (socket?: Raw) =>
	socket?.secureConnecting === true && socket._bytesDispatched !== 0;

/** The parts of an error that tell its kind. */
interface Signs extends Pick<Evidence, 'codes' | 'failedInHandshake' | 'mayHaveArrived'> {
	causes: Raw[];
	hasRequest: boolean;
}

/** Returns the kind of a failure: the first one that applies. */
function kindOf({
	causes,
	codes,
	failedInHandshake,
	hasRequest,
	mayHaveArrived,
}: Signs): ConnectionKind {
	const hasCode = (pattern: RegExp) => codes.some((code) => pattern.test(code));

	if (causes.some(isBlock)) return 'blocked';
	if (causes.some(isOfProxyAddress)) return 'proxyAddress';
	if (causes.some(({ name }) => name === 'TimeoutError')) return 'timeout';
	if (causes.some(isCancelled)) return 'cancelled';
	if (codes.length > 0 && codes.every((code) => TIMEOUT.test(code))) return 'timeout';
	// Without the request, as in the test of a credential, only the code says that it was the handshake. It chooses the words alone.
	if (failedInHandshake || (!hasRequest && hasCode(TLS))) return 'tls';

	// A request that may have left had an address and a connection, whatever the codes say of them.
	if (mayHaveArrived) return 'connection';
	if (hasCode(UNKNOWN_NAME)) return 'dns';
	if (hasCode(REFUSED)) return 'refused';
	return hasCode(UNREACHABLE) ? 'unreachable' : 'connection';
}

function memberObject(value: Raw | undefined, name: string): Raw | undefined {
	const member = value?.[name];
	return isObject(member) ? member : undefined;
}

/** Returns an error and its causes, the innermost last. */
function causesOf(error: unknown): Raw[] {
	const causes: Raw[] = [];
	let current = error;
	while (isObject(current) && causes.length < MAX_CAUSES) {
		causes.push(current);
		current = current.cause;
	}
	return causes;
}

/** Tells an error from before there was a request: it was stopped, refused by n8n, or had no proxy that can be asked. */
const isBeforeRequest = (cause: Raw) =>
	isCancelled(cause) || isBlock(cause) || isOfProxyAddress(cause);

const isCancelled = ({ code }: Raw) => code === 'ERR_CANCELED';

/** Tells an error of connecting, without a request as in the test of a credential: Node.js names the call that failed. */
const isOfConnecting = ({ syscall }: Raw) => syscall === 'connect' || syscall === 'getaddrinfo';

/** Tells an error about an address: the service's was read before, and the only other one is that of a proxy. */
const isOfProxyAddress = ({ code, name }: Raw) => code === 'ERR_INVALID_URL' || name === 'URIError';

/** Tells an error of n8n's own protection against requests to private addresses (SSRF). */
const isBlock = ({ name }: Raw) => typeof name === 'string' && name.startsWith('SsrfBlocked');

/** Tells an error of decompressing an answer: Node.js numbers it, and names no call that failed, unlike one of a connection. */
const isOfDecompressing = ({ errno, syscall }: Raw) =>
	typeof errno === 'number' && syscall === undefined;

/** Tells a code of Node.js. That a request was cancelled is no code of its failure. */
const isCode = (code: unknown): code is string =>
	typeof code === 'string' && /^(?!ERR_CANCELED$)[A-Z][A-Z0-9_/]+$/.test(code);

const TLS = /^(?:EPROTO|ERR_(?:SSL|TLS)_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/;

const TIMEOUT = /^(?:ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT)$/;

const UNKNOWN_NAME = /^(?:ENOTFOUND|EAI_[A-Z]+)$/;

const REFUSED = /^ECONNREFUSED$/;

const UNREACHABLE = /^(?:E(?:NET|HOST)(?:UNREACH|DOWN)|EADDRNOTAVAIL)$/;

/**
 * Returns how far a proxy has come. Node.js gives a request its connection at once, also while it looks a name up. So a
 * request without one is waiting for a proxy's agent.
 */
function proxyOf(socket: Raw | undefined, attempts: Raw[]): Evidence['proxy'] {
	// The connection, made by a proxy, that TLS was begun on. It is undocumented, and every version has it.
	if (socket) return isObject(socket._parent) ? { hasConnected: true } : undefined;

	const address = attempts.map(addressOf).find((one) => one !== '');
	return { hasConnected: false, address };
}

/** Returns the address that an attempt went to, or the name that it looked up; empty where it says neither. */
function addressOf({ hostname, address, port }: Raw): string {
	if (Number(port) > 0) return `${String(address)}:${String(port)}`;
	const name = hostname ?? address;
	return typeof name === 'string' ? name : '';
}
