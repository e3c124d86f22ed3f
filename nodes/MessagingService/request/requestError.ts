import ms from 'ms';

import {
	type Facts,
	fill,
	quote,
	type ServiceError,
	serviceError,
	type Values,
	type VerdictName,
	VERDICTS,
} from '../errors';
import { onlyReads, type ServiceRequest, valuesOf } from './endpoint';
import { evidenceOf } from './evidence';

/** What an error says beside the sentences of its row. */
interface Details extends Facts {
	/** What the sentences of the row name in braces, beside the values of the request. */
	values?: Values;
	/** Stands behind what to do: status code, or codes of Node.js. */
	behind?: string;
}

/** Returns the error for a request that failed: it says first whether it may have been done, then what to do. */
export function requestError(
	request: ServiceRequest,
	row: VerdictName,
	{ values, behind = '', ...facts }: Details = {},
): ServiceError {
	const { target, endpoint } = request;
	const acting = endpoint.method === 'POST' ? endpoint : undefined;
	const isInDoubt = VERDICTS[row].outcome === 'possiblySent' && acting?.leavesDoubt === true;

	const doubt = isInDoubt ? fill(acting.texts.possiblySent, { target }) : undefined;
	const outcome = isInDoubt ? 'possiblySent' : 'notSent';
	const error = serviceError(
		row,
		{ ...valuesOf(request), ...values },
		{ ...facts, target, outcome, doubt },
	);

	const { wait, words } = facts;
	const asked = wait ? `, and asks to wait ${ms(wait, { long: true })}` : '';
	const quoted = words ? `: ${words.replace(/(?<!\.)\.$/, '')}` : '';
	const state = isInDoubt ? acting.texts.whereToCheck : (acting?.texts.notSent ?? '');
	return error.with({
		message: `${error.message}${asked}${quoted}`,
		description: `${state} ${error.description}${behind}`.trim(),
	});
}

/** Most characters of n8n's advice for an address that it blocks. */
const MAX_ADVICE = 500;

/**
 * Returns the error for a request that got no response. It reads little of the error underneath, which holds the
 * request's headers, and with them the token.
 * @param endedBy whether the user stopped the execution, and whether the request's time was over
 */
export function connectionError(
	error: unknown,
	request: ServiceRequest,
	{ isStopped, isLate }: Record<'isStopped' | 'isLate', boolean>,
): ServiceError {
	const { certainlyNotSent, block, isInsecure, codes } = evidenceOf(error);
	if (isStopped) {
		return certainlyNotSent ? serviceError('stopped') : requestError(request, 'stoppedLater');
	}

	if (block) {
		const reason = quote(String(block.message));
		const advice = quote(String(block.description ?? 'Ask the administrator of n8n.'), MAX_ADVICE);
		return requestError(request, 'blocked', { values: { reason, advice } });
	}

	// In small letters: n8n replaces a text that holds such a code by its own.
	const behind = codes.length > 0 ? ` (${codes.join(', ').toLowerCase()})` : '';
	if (isInsecure && (certainlyNotSent || onlyReads(request.endpoint))) {
		return requestError(request, 'notSecure', { behind });
	}
	if (certainlyNotSent) return requestError(request, 'notConnected', { behind });
	return requestError(request, isLate ? 'tooLate' : 'lost', { behind });
}
