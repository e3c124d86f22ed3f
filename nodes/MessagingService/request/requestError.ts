import {
	type Facts,
	fill,
	quote,
	type ServiceError,
	serviceError,
	type VerdictName,
} from '../errors';
import { partsOf, type ServiceRequest } from './endpoint';
import { evidenceOf } from './evidence';

/** What an error says beside the sentences of its row. */
interface More extends Facts {
	/** Parts that the sentences of the row name in braces, beside those of the request. */
	parts?: Record<string, string>;
	/** Stands behind what to do: status code, or codes of Node.js. */
	behind?: string;
}

/** Returns the error for a request that failed: it says first whether it was done, then what to do. */
export function failure(
	request: ServiceRequest,
	row: VerdictName,
	{ parts, behind = '', ...facts }: More = {},
): ServiceError {
	const { target } = request;
	const { words } = request.endpoint;
	const error = serviceError(row, { ...partsOf(request), ...parts }, { target, ...facts });
	const { message, description, outcome } = error.data;

	// A request that only reads leaves nothing in doubt, wherever it got to.
	const doubt = outcome === 'possiblySent' ? words?.possiblySent : undefined;
	const state = (doubt ? words?.whereToCheck : words?.notSent) ?? '';
	const quoted = !parts?.words && facts.words ? `: ${facts.words.replace(/(?<!\.)\.$/, '')}` : '';

	const whole = error.with({
		outcome: 'notSent',
		message: message + quoted,
		description: `${state} ${description}${behind}`.trim(),
	});
	return doubt ? whole.inDoubt(fill(doubt, { target })) : whole;
}

/** Most characters of n8n's advice for an address that it blocks. */
const MAX_ADVICE = 500;

/** What ended a request from this side. */
interface Ended {
	/** The user stopped the execution. */
	isStopped: boolean;
	/** Its time was over. */
	isLate: boolean;
}

/**
 * Returns the error for a request that got no response. It reads little of the error underneath, which holds the
 * request's headers, and with them the token.
 */
export function connectionFailure(
	error: unknown,
	request: ServiceRequest,
	{ isStopped, isLate }: Ended,
): ServiceError {
	const { certainlyNotSent, block, isInsecure, codes } = evidenceOf(error);
	if (isStopped)
		return certainlyNotSent ? serviceError('stopped') : failure(request, 'stoppedLater');

	if (block) {
		const words = quote(String(block.message));
		const advice = quote(String(block.description ?? 'Ask the administrator of n8n.'), MAX_ADVICE);
		return failure(request, 'blocked', { parts: { words, advice } });
	}

	// In small letters: n8n replaces a text that holds such a code by its own.
	const behind = codes.length > 0 ? ` (${codes.join(', ').toLowerCase()})` : '';
	const isHarmless = certainlyNotSent || request.endpoint.method === 'GET';
	if (isInsecure && isHarmless) return failure(request, 'notSecure', { behind });
	if (certainlyNotSent) return failure(request, 'notConnected', { behind });
	return failure(request, isLate ? 'tooLate' : 'lost', { behind });
}
