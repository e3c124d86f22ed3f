import { isBlockedAddress } from '../n8n/undocumented';
import { isObject, memberOf, type Members } from '../util/members';

/** Finds the code, or else the name, of an error that tells, where there is no request, that there never was one. */
const NEVER_BEGAN = /^(?:ERR_CANCELED|ERR_INVALID_URL|URIError)$/;

/**
 * Reads what an error of n8n's helper tells about its request: codes, the system's call that failed, the request and its
 * socket, as Node.js documents them. A doubt means "possibly sent". Nothing else is read, since the rest holds the token.
 */
export function evidenceOf(error: unknown) {
	// n8n and its HTTP library each wrap what Node.js threw. An error may be its own cause.
	const causes: Members[] = [];
	for (let next = error; isObject(next) && causes.length < 6; next = next.cause) {
		causes.push(next);
	}
	const innermost = causes.at(-1);
	// One for each address of the host that was tried.
	const tried = [innermost?.errors ?? innermost].flat();
	const calls = tried.map((one) => memberOf(one, 'syscall'));
	const neverConnected =
		calls.length > 0 && calls.every((call) => call === 'connect' || call === 'getaddrinfo');
	// Codes of Node.js. That a request was ended from this side does not say why.
	const codes = tried
		.map((one) => String(memberOf(one, 'code')))
		.filter((code) => /^(?!ERR_CANCELED$)[A-Z][A-Z0-9_/]+$/.test(code));
	const isBlocked = causes.some(isBlockedAddress);

	const request = causes.map((cause) => cause.request).find(isObject);
	// It was ended from this side before there was one, or the address of n8n's proxy is wrong.
	const neverBegan =
		!request && causes.some(({ code, name }) => NEVER_BEGAN.test(String(code ?? name)));

	// Without TLS, or with no socket yet: some of the request, or all of it, still waits for the system.
	const isUnsent = leftNothing(request) || memberOf(request, 'writableFinished') === false;
	// TLS sends nothing before it is secured, and `authorized` is false until then. If its reason is not the error itself, it was
	// ignored (NODE_TLS_REJECT_UNAUTHORIZED), and requests leave.
	const socket = memberOf(request, 'socket');
	const reason = memberOf(socket, 'authorizationError');
	const isUnsecured =
		memberOf(socket, 'authorized') === false && (!reason || codes.includes(String(reason)));
	const isStillHere = memberOf(socket, 'encrypted') ? isUnsecured : isUnsent;
	return {
		/** False only where the request cannot have left this machine as a whole: then the service cannot have carried it out. */
		mayHaveLeft: !(isBlocked || neverBegan || neverConnected || isStillHere),
		/** Whether n8n's own protection refused the address. */
		isBlocked,
		/** Codes of the innermost error, e.g. ECONNREFUSED: several where a host has several addresses. */
		codes: [...new Set(codes)],
	};
}

/** True where a request left no byte: it still waits for a connection, or a proxy has refused to connect. */
export function leftNothing(request: unknown) {
	const socket = memberOf(request, 'socket');
	return socket === null || memberOf(socket, 'bytesWritten') === 0;
}
