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
import { waitIn } from './askedWait';
import type { HttpResponse, ServiceRequest } from './endpoint';
import { MAX_WAIT } from './pace';
import { requestError } from './requestError';
import { holdsToken } from './secret';
import { parseJson, wordsIn } from './words';

/** Most characters of a response that an error hands on to the workflow. */
const MAX_RESPONSE = 2_000;

/** Returns the error for a response that is no success. */
export function responseError(response: HttpResponse, request: ServiceRequest): ServiceError {
	const { statusCode, isOfProxy } = response;
	const facts = factsOf(response, request);
	if (isOfProxy) {
		const row = statusCode >= 500 ? 'proxyFailed' : 'proxyRefused';
		const behind = ` (HTTP ${statusCode} of the proxy)`;
		return requestError(request, row, { words: facts.words, behind });
	}
	return requestError(request, rowOf(response, request, facts.wait), {
		...facts,
		values: { lack: 'a known status code' },
		behind: ` (HTTP ${statusCode})`,
	});
}

/** Returns what is known of a response, without the token. */
export function factsOf(response: HttpResponse, { account: { token } }: ServiceRequest): Facts {
	const { statusCode, headers, body } = response;
	const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
	const json = parseJson(body);
	const said = isRedirect ? targetOf(headers.location) : wordsIn(body, json);
	const facts = { statusCode, wait: waitIn(response), isJson: isObject(json) };

	if (holdsToken(`${body} ${said}`, token)) {
		return { ...facts, words: '(not shown: it contains the API token)' };
	}
	const words = quote(said);
	if (!body || body.length > MAX_RESPONSE) return { ...facts, words };
	return { ...facts, words, response: isObject(json) ? (json as IDataObject) : body };
}

/** Returns the row of a response: that of its status code, unless there is better evidence. */
function rowOf({ statusCode, body }: HttpResponse, { endpoint }: ServiceRequest, wait = 0) {
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
function targetOf(location: unknown): string {
	const target = String(location)
		.slice(0, MAX_RESPONSE)
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//');
	return `it leads to ${target}`;
}
