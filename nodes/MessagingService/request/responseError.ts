import ms from 'ms';
import type { IDataObject } from 'n8n-workflow';

import {
	type Facts,
	holdsToken,
	quote,
	redact,
	type ServiceError,
	type Verdict,
	type VerdictName,
	VERDICTS,
} from '../errors';
import { isObject } from '../util/members';
import { MAX_WAIT } from './pace';
import type { HttpResponse, ServiceRequest } from './endpoint';
import { failure } from './requestError';
import { waitIn } from './askedWait';
import { parseJson, wordsIn } from './words';

/** Most characters of a response that an error hands on to the workflow. */
const MAX_RESPONSE = 2_000;

/** Returns the error for a response that is no success. */
export function statusFailure(response: HttpResponse, request: ServiceRequest): ServiceError {
	const { statusCode, isOfProxy } = response;
	const facts = factsOf(response, request);
	if (isOfProxy) {
		const row = statusCode >= 500 ? 'proxyFailed' : 'proxyRefused';
		const behind = ` (HTTP ${statusCode} of the proxy)`;
		return failure(request, row, { words: facts.words, behind });
	}

	const wait = waitIn(response);
	return failure(request, rowOf(response, request, wait), {
		...facts,
		wait,
		parts: { wait: ms(wait ?? 0, { long: true }), lack: 'a known status code' },
		behind: ` (HTTP ${statusCode})`,
	});
}

/** Returns what is known of a response, its words and its body without the token. */
export function factsOf(response: HttpResponse, { account }: ServiceRequest): Facts {
	const { statusCode, headers, body } = response;
	const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
	const said = isRedirect ? targetOf(headers.location) : wordsIn(body);
	const facts = { statusCode, words: quote(redact(said, account.token)) };

	if (!body || body.length > MAX_RESPONSE || holdsToken(body, account.token)) return facts;
	const json = parseJson(body);
	return { ...facts, response: isObject(json) ? (json as IDataObject) : body };
}

/** Returns the row of a response: that of its status code, unless there is better evidence. */
function rowOf(
	{ statusCode, body }: HttpResponse,
	{ endpoint }: ServiceRequest,
	wait = 0,
): VerdictName {
	const row = rowOfStatus(statusCode, endpoint.looksUp);
	if (row === 'limit' && wait > MAX_WAIT) return 'longLimit';
	return verdictOf(row).isServicesWord && isWebPage(body) ? 'address' : row;
}

/** Returns the row of a status code: the one that names it, else that of its class. */
export function rowOfStatus(statusCode: number, looksUp = false): VerdictName {
	const ofTarget = ROWS.find((name) => verdictOf(name).ifLookedUp?.includes(statusCode));
	if (looksUp && ofTarget) return ofTarget;

	const ofCode = ROWS.find((name) => verdictOf(name).statuses?.includes(statusCode));
	const ofClass = `${Math.floor(statusCode / 100)}xx`;
	return ofCode ?? ROWS.find((name) => verdictOf(name).others?.includes(ofClass)) ?? 'unusable';
}

const ROWS = Object.keys(VERDICTS) as VerdictName[];

const verdictOf = (name: VerdictName): Verdict => VERDICTS[name];

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
