import type { IDataObject } from 'n8n-workflow';

import {
	type Facts,
	fill,
	quote,
	serviceError,
	type Verdict,
	type VerdictName,
	VERDICTS,
} from '../errors';
import { isObject } from '../util/members';
import { onlyReads, type ServiceRequest } from './endpoint';
import { evidenceOf } from './evidence';
import { MAX_WAIT } from './pace';
import type { HttpResponse } from './response';
import { holdsToken, wordsIn } from './words';

/** Returns the error for a request that failed. @param missing what its response should hold for a success */
function requestError(request: ServiceRequest, row: VerdictName, facts: Facts, missing?: string) {
	const { endpoint, account, target } = request;
	return serviceError(
		row,
		{
			...endpoint,
			leavesDoubt: !onlyReads(endpoint) && !endpoint.isStep,
			missing,
			purpose: fill(endpoint.purpose, { target }),
			host: new URL(account.baseUrl).host,
			ifPossiblySent: fill(endpoint.ifPossiblySent ?? '', { target }),
		},
		{ ...facts, target },
	);
}

/**
 * Returns the error for a request that got no response. It reads little of the error underneath, which holds the
 * request's headers, and with them the token.
 * @param late has ended it when the time was up
 * @param cancelSignal has ended it when the user stopped the execution
 */
export function connectionError(
	error: unknown,
	request: ServiceRequest,
	late: AbortSignal,
	cancelSignal?: AbortSignal,
) {
	const { isBlocked, mayHaveLeft, codes } = evidenceOf(error);
	const errorOf = (row: VerdictName) => requestError(request, row, { codes });

	if (isBlocked) return errorOf('blocked');
	if (cancelSignal?.aborted) return errorOf(mayHaveLeft ? 'stoppedLater' : 'stopped');
	if (!mayHaveLeft) return errorOf('notConnected');
	return errorOf(late.aborted ? 'tooLate' : 'lost');
}

/** Most characters of a response that an error hands on to the workflow. */
const MAX_RESPONSE = 2_000;

/** Most characters of a response that are looked through for the token: of a longer one nothing is shown. */
const MAX_SEARCHED_FOR_TOKEN = 200_000;

/** Returns the error for a response that is no success, without the token. @param missing what it should hold for one */
export function responseError(response: HttpResponse, request: ServiceRequest, missing?: string) {
	const { statusCode, headers, body, json, asksToWait } = response;
	const said =
		statusCode < 400 && headers.location
			? destinationOf(String(headers.location))
			: wordsIn(body, json);

	const isHidden =
		body.length > MAX_SEARCHED_FOR_TOKEN || holdsToken(`${body} ${said}`, request.account.token);
	const answer = isObject(json) ? (json as IDataObject) : body || undefined;
	const facts = {
		statusCode,
		asksToWait,
		isJson: isObject(json),
		words: isHidden ? '(not shown: it contains the API token, or is very long)' : quote(said),
		response: isHidden || body.length > MAX_RESPONSE ? undefined : answer,
	};
	return requestError(request, rowOf(response, request), facts, missing);
}

const ROWS = Object.entries(VERDICTS) as Array<[VerdictName, Verdict]>;

/** Returns the row that names a status code, or its class, in one of its lists. */
const rowWith = (list: 'statuses' | 'ifLookedUp', code: number | string) =>
	ROWS.find(([, verdict]) => verdict[list]?.includes(code))?.[0];

/** Returns the row of a response: the one that names its status code, else that of its class, unless there is better evidence. */
function rowOf(
	{ statusCode, body, isOfProxy, asksToWait = 0 }: HttpResponse,
	{ endpoint }: ServiceRequest,
) {
	if (isOfProxy) return 'proxy';

	const row =
		(endpoint.looksUp && rowWith('ifLookedUp', statusCode)) ??
		rowWith('statuses', statusCode) ??
		rowWith('statuses', `${Math.floor(statusCode / 100)}xx`) ??
		'unreadable';
	if (row === 'limit' && asksToWait > MAX_WAIT) return 'longLimit';
	const { isServicesWord }: Verdict = VERDICTS[row];
	return isServicesWord && WEB_PAGE.test(body) ? 'address' : row;
}

const WEB_PAGE = /^\s*<(?:!doctype html|html|head|body)/i;

/** Says where a redirect leads, without query, fragment and user part: they may hold secrets. */
const destinationOf = (location: string) =>
	`it leads to ${location.replace(/[?#].*|(?<=\/\/)[^/@]*@/gs, '')}`;
