import type { IDataObject } from 'n8n-workflow';

import {
	type Facts,
	quote,
	type ServiceError,
	type Verdict,
	type VerdictName,
	VERDICTS,
} from '../errors';
import { isObject } from '../util/members';
import type { Account } from './account';
import { waitIn } from './askedWait';
import type { HttpResponse, ServiceRequest } from './endpoint';
import { MAX_WAIT } from './pace';
import { requestError } from './requestError';
import { holdsToken } from './secret';
import { parseJson, wordsIn } from './words';

/** Most characters of a response that an error hands on to the workflow. */
const MAX_RESPONSE = 2_000;

/** Returns the error for a response that is no success. @param lack what it lacks, where its status code is one of success */
export function responseError(
	response: HttpResponse,
	request: ServiceRequest,
	lack: string,
): ServiceError {
	const { statusCode, isOfProxy } = response;
	const facts = factsOf(response, request.account);
	return requestError(request, rowOf(response, request, facts.wait), {
		...facts,
		values: { lack },
		behind: ` (HTTP ${statusCode}${isOfProxy ? ' of the proxy' : ''})`,
	});
}

/** Returns what is known of a response, without the token. */
function factsOf(response: HttpResponse, { token }: Account) {
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

/** Returns the row of a response: that of its status code, unless there is better evidence. */
function rowOf(
	{ statusCode, body, isOfProxy }: HttpResponse,
	{ endpoint }: ServiceRequest,
	wait = 0,
): VerdictName {
	if (isOfProxy) return statusCode < 500 ? 'proxyRefused' : 'proxyFailed';

	const row = rowOfStatus(statusCode, endpoint.looksUp);
	if (row === 'limit' && wait > MAX_WAIT) return 'longLimit';
	return verdictOf(row).isServicesWord && isWebPage(body) ? 'address' : row;
}

/** Returns the row of a status code: the one that names it, else that of its class. */
function rowOfStatus(statusCode: number, looksUp = false): VerdictName {
	const ofClass = `${Math.floor(statusCode / 100)}xx`;
	return (
		ROWS.find((row) => looksUp && verdictOf(row).ifLookedUp?.includes(statusCode)) ??
		ROWS.find((row) => verdictOf(row).statuses?.includes(statusCode)) ??
		ROWS.find((row) => verdictOf(row).others?.includes(ofClass)) ??
		'unreadable'
	);
}

const ROWS = Object.keys(VERDICTS) as VerdictName[];

const verdictOf = (row: VerdictName): Verdict => VERDICTS[row];

const isWebPage = (body: string) =>
	/^\s*<(?:!doctype html|html|head|body)/i.test(body.slice(0, 500));

/** Says where a redirect leads, without query, fragment and user part: they may hold secrets. */
const targetOf = (location: string) =>
	`it leads to ${location.slice(0, MAX_RESPONSE).replace(/[?#].*$|(?<=\/\/)[^/@]*@/gs, '')}`;
