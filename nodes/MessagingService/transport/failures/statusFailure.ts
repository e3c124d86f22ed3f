import { quote, redact, type ServiceError } from '../../errors';
import { activityOf, type Call, type HttpAnswer } from '../request';
import { reasonOf } from './errorBody';
import { failure } from './failure';
import { CHECK_ADDRESS, meaningOf, TRANSIENT } from './statusCodes';

/** Returns the error for an answer that is no success. */
export function statusFailure(answer: HttpAnswer, call: Call): ServiceError {
	const { statusCode, headers, body, isOfProxy } = answer;
	const isRedirect = statusCode >= 300 && statusCode < 400;
	const reason = quote(
		redact(isRedirect ? targetOf(headers.location) : reasonOf(body), call.connection.token),
	);
	const withReason = (message: string) =>
		reason ? `${message}: ${reason.replace(/(?<!\.)\.$/, '')}` : message;

	if (isOfProxy) {
		return failure(call, {
			message: withReason('The proxy that n8n uses did not connect to the service'),
			nextStep: `Check what the proxy allows. (HTTP ${statusCode} of the proxy)`,
			about: 'address',
			isTransient: statusCode >= 500,
		});
	}

	const { about, isOfService, mayHaveActed, message, nextStep } = meaningOf(statusCode);
	// A web page that refuses something is no service's: the address is wrong.
	const isElsewhere = isOfService === true && isWebPage(body);

	return failure(call, {
		message: withReason(message(activityOf(call))),
		nextStep: `${isElsewhere ? CHECK_ADDRESS : nextStep(call.endpoint)} (HTTP ${statusCode})`,
		about: isElsewhere ? 'address' : about,
		mayHaveActed,
		isTransient: TRANSIENT.has(statusCode),
		statusCode,
		retryAfter: readRetryAfter(headers['retry-after']),
	});
}

const isWebPage = (body: string) =>
	/^\s*<(?:!doctype html|html|head|body)/i.test(body.slice(0, 500));

/** Says where a redirect leads, without query, fragment and user part: they may hold secrets. */
function targetOf(location: unknown): string {
	const target = String(location ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//');
	return target && `it leads to ${target}`;
}

/** Returns a Retry-After header in ms from now: seconds, or a date; undefined where there is nothing to be read. */
function readRetryAfter(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	if (/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return Number(value) * 1000;

	// An HTTP date begins with the name of a day; Date.parse alone would read almost anything.
	const ms = /^\s*(?:mon|tue|wed|thu|fri|sat|sun)/i.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(ms) ? undefined : Math.max(0, ms - Date.now());
}
