import { isObject, memberOf, type Members } from '../util/members';

// All that the package reads of n8n and Node.js without being documented stands in this file: `request` and `socket` of the
// error (axios hands them on), `secureConnecting` and `_bytesDispatched` of the socket, the names of n8n's own errors, and
// `res` of the request. Whatever is missing means "possibly sent".

/** How many causes of an error are looked through: n8n and its HTTP library each wrap what Node.js threw. */
const MAX_CAUSES = 6;

/** What an error of n8n's helper tells about its request. Nothing else of it is read: the rest holds the token. */
export interface Evidence {
	/**
	 * Whether anything of the request can have reached the service. That is read from its connection, whatever the failure
	 * is called: where none was made, or its TLS handshake was not completed, nothing has left. Where there is nothing to
	 * be read, it may have.
	 */
	mayHaveLeft: boolean;
	/** Whether the TLS handshake had begun and was not completed. */
	failedInHandshake: boolean;
	/** n8n's own words, where its protection refused the address. */
	blocked?: { message: string; nextStep: string };
	/** Node.js's codes of the innermost error, e.g. ECONNREFUSED: several where a host has several addresses. */
	codes: string[];
	/** The head of the response, where it arrived. */
	head?: { statusCode: number; headers: Members };
}

/** Reads an error: of a request that failed, or of a response that is no success. */
export function evidenceOf(error: unknown): Evidence {
	const causes = causesOf(error);
	const innermost = causes.at(-1) ?? {};
	// One for each address of the host that was tried.
	const members = Array.isArray(innermost.errors) ? innermost.errors.filter(isObject) : [];
	const attempts = members.length > 0 ? members : [innermost];

	const request = causes.map((cause) => cause.request).find(isObject);
	const socket = memberObject(request, 'socket');
	const codes = attempts.map(({ code }) => code).filter(isCode);
	const block = causes.find(isBlock);

	const neverBegan = causes.some(isBeforeRequest) || attempts.every(isOfConnecting);
	return {
		mayHaveLeft: request ? !leftNothing(request.socket) : !neverBegan,
		failedInHandshake: socket
			? socket.secureConnecting === true && socket._bytesDispatched !== 0
			: codes.some((code) => OF_TLS.test(code)),
		blocked: block && {
			message: String(block.message),
			nextStep: String(block.description ?? 'Ask the administrator of n8n.'),
		},
		codes: [...new Set(codes)],
		head: headOf(error, request),
	};
}

/** True where nothing can have left by a connection. Where it is null, the request waits for one, such as of a proxy. */
const leftNothing = (socket: unknown) =>
	socket === null ||
	// Node.js sets this until the handshake of TLS was completed and the certificate found good.
	memberOf(socket, 'secureConnecting') === true ||
	// `bytesWritten` also counts what still waits to go out, `_bytesDispatched` what a connection was handed.
	memberOf(socket, 'bytesWritten') === 0 ||
	memberOf(socket, '_bytesDispatched') === 0;

/** Returns the head of the response that an error brings, undefined where it brings none. */
function headOf(error: unknown, request: Members | undefined): Evidence['head'] {
	const response = memberObject(error, 'response');
	// The helper gives no response with the error of one that broke off: only the request has its head.
	const statusCode = response ? response.status : memberOf(request?.res, 'statusCode');
	const headers = response ? response.headers : memberOf(request?.res, 'headers');
	return typeof statusCode === 'number'
		? { statusCode, headers: isObject(headers) ? headers : {} }
		: undefined;
}

function memberObject(value: unknown, name: string): Members | undefined {
	const member = memberOf(value, name);
	return isObject(member) ? member : undefined;
}

/** Returns an error and its causes, the innermost last. */
function causesOf(error: unknown): Members[] {
	const causes: Members[] = [];
	let current = error;
	while (isObject(current) && causes.length < MAX_CAUSES) {
		causes.push(current);
		current = current.cause;
	}
	return causes;
}

/** True for an error from before there was a request: it was stopped, n8n refused it, or the address of n8n's proxy is wrong. */
const isBeforeRequest = (cause: Members) =>
	isCancelled(cause) || isBlock(cause) || isOfProxyAddress(cause);

const isCancelled = ({ code }: Members) => code === 'ERR_CANCELED';

/** True for an error of connecting, without a request as in the test of a credential: Node.js names the call that failed. */
const isOfConnecting = ({ syscall }: Members) => syscall === 'connect' || syscall === 'getaddrinfo';

/** True for an error about an address: the service's was read before, and the only other one is that of a proxy. */
const isOfProxyAddress = ({ code, name }: Members) =>
	code === 'ERR_INVALID_URL' || name === 'URIError';

/** True for an error of n8n's own protection against requests to private addresses (SSRF). */
const isBlock = ({ name }: Members) => typeof name === 'string' && name.startsWith('SsrfBlocked');

/** True for a code of Node.js. That a request was cancelled is no code of its failure. */
const isCode = (code: unknown): code is string =>
	typeof code === 'string' && /^(?!ERR_CANCELED$)[A-Z][A-Z0-9_/]+$/.test(code);

/** Finds Node.js's codes for a handshake of TLS, which are all there is in the test of a credential. */
const OF_TLS = /EPROTO|CERT|_TLS_|_SSL_/;
