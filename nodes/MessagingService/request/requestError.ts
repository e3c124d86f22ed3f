import type { IDataObject } from 'n8n-workflow';
import ms from 'ms';

import {
	type Facts,
	fill,
	quote,
	type ServiceError,
	serviceError,
	type Values,
	type Verdict,
	type VerdictName,
	VERDICTS,
} from '../errors';
import { isObject } from '../util/members';
import { type HttpResponse, onlyReads, type ServiceRequest, valuesOf } from './endpoint';
import { evidenceOf } from './evidence';
import { MAX_WAIT, waitIn } from './pace';
import { holdsToken, parseJson, wordsIn } from './words';

/**
 * Returns the error for a request that failed: it says first whether it may have been done, then what to do.
 * @param facts and the codes of Node.js where there was no response
 * @param values what the sentences of the row name in braces, beside those of the request
 */
export function requestError(
	request: ServiceRequest,
	row: VerdictName,
	{ codes = [], ...facts }: Facts & { codes?: string[] } = {},
	values: Values = {},
): ServiceError {
	const { target, endpoint } = request;
	const { leavesDoubt, possiblySent = '', whereToCheck, notSent } = endpoint;
	const doubt = leavesDoubt ? fill(possiblySent, { target }) : undefined;
	const error = serviceError(row, { ...valuesOf(request), ...values }, { ...facts, target, doubt });

	const { statusCode, wait, words } = facts;
	const asked = wait ? `, and asks to wait ${ms(wait, { long: true })}` : '';
	const quoted = words ? `: ${words.replace(/(?<!\.)\.$/, '')}` : '';
	// In small letters: n8n replaces a text that holds a code of Node.js by its own.
	const source = statusCode ? `HTTP ${statusCode}` : codes.join(', ').toLowerCase();
	const isInDoubt = error.data.outcome === 'possiblySent';
	const state = (isInDoubt ? whereToCheck : notSent) ?? '';
	return error.with({
		message: `${error.message}${asked}${quoted}`,
		description: `${state} ${error.description}${source && ` (${source})`}`.trim(),
	});
}

/** Most characters of n8n's advice for an address that it blocks. */
const MAX_ADVICE = 500;

/**
 * Returns the error for a request that got no response. It reads little of the error underneath, which holds the
 * request's headers, and with them the token.
 * @param ifLeft its row where the request may have left
 */
export function connectionError(
	error: unknown,
	request: ServiceRequest,
	ifLeft: 'stoppedLater' | 'tooLate' | 'lost',
): ServiceError {
	const { certainlyNotSent, block, isInsecure, codes } = evidenceOf(error);
	if (ifLeft === 'stoppedLater') {
		return certainlyNotSent ? serviceError('stopped') : requestError(request, ifLeft);
	}

	if (block) {
		const reason = quote(String(block.message));
		const advice = quote(String(block.description ?? 'Ask the administrator of n8n.'), MAX_ADVICE);
		return requestError(request, 'blocked', {}, { reason, advice });
	}

	if (isInsecure && (certainlyNotSent || onlyReads(request.endpoint))) {
		return requestError(request, 'notSecure', { codes });
	}
	if (certainlyNotSent) return requestError(request, 'notConnected', { codes });
	return requestError(request, ifLeft, { codes });
}

/** Most characters of a response that an error hands on to the workflow. */
const MAX_RESPONSE = 2_000;

/** Returns the error for a response that is no success. @param lack what it lacks, where its status code is one of success */
export function responseError(
	response: HttpResponse,
	request: ServiceRequest,
	lack: string,
): ServiceError {
	const facts = factsOf(response, request.account.token);
	return requestError(request, rowOf(response, request, facts.wait), facts, { lack });
}

/** Returns what is known of a response, without the token. */
function factsOf(response: HttpResponse, token: string) {
	const { statusCode, headers, body } = response;
	const json = parseJson(body);
	const { location } = headers;
	const said = statusCode < 400 && location ? targetOf(String(location)) : wordsIn(body, json);

	const facts: Facts = { statusCode, wait: waitIn(response), isJson: isObject(json) };
	if (holdsToken(`${body} ${said}`, token)) {
		return { ...facts, words: '(not shown: it contains the API token)' };
	}
	facts.words = quote(said);
	if (body && body.length <= MAX_RESPONSE) {
		facts.response = isObject(json) ? (json as IDataObject) : body;
	}
	return facts;
}

const ROWS = Object.entries(VERDICTS) as Array<[VerdictName, Verdict]>;

/** Returns the row that names a status code, or its class, in one of its lists. */
const rowWith = (list: 'statuses' | 'ifLookedUp', code: number | string) =>
	ROWS.find(([, verdict]) => verdict[list]?.includes(code))?.[0];

/** Returns the row of a response: the one that names its status code, else that of its class, unless there is better evidence. */
function rowOf(
	{ statusCode, body, isOfProxy }: HttpResponse,
	{ endpoint }: ServiceRequest,
	wait = 0,
): VerdictName {
	if (isOfProxy) return statusCode < 500 ? 'proxyRefused' : 'proxyFailed';

	const row =
		(endpoint.looksUp && rowWith('ifLookedUp', statusCode)) ??
		rowWith('statuses', statusCode) ??
		rowWith('statuses', `${Math.floor(statusCode / 100)}xx`) ??
		'unreadable';
	if (row === 'limit' && wait > MAX_WAIT) return 'longLimit';
	const { isServicesWord }: Verdict = VERDICTS[row];
	return isServicesWord && isWebPage(body) ? 'address' : row;
}

const isWebPage = (body: string) =>
	/^\s*<(?:!doctype html|html|head|body)/i.test(body.slice(0, 500));

/** Says where a redirect leads, without query, fragment and user part: they may hold secrets. */
const targetOf = (location: string) =>
	`it leads to ${location.slice(0, MAX_RESPONSE).replace(/[?#].*$|(?<=\/\/)[^/@]*@/gs, '')}`;
