import { quote } from '../../errors/quote';
import type { ServiceError } from '../../errors/serviceError';
import type { HttpAnswer } from '../http';
import type { RequestSubject } from '../request';
import { errorWords, isHtml } from './errorWords';
import { failure } from './retryRule';

interface Refusal {
	/** What happened; the service's own words are added. */
	message: string;
	wayOut: string;
}

/**
 * Gives the error for an answer whose status code is not 2xx, undefined for one that is.
 * Status codes are not described by the service (section 7), so they are read as HTTP defines them.
 */
export function statusFailure(
	answer: HttpAnswer,
	subject: RequestSubject,
): ServiceError | undefined {
	const { statusCode } = answer;
	if (statusCode >= 200 && statusCode < 300) return undefined;
	if (statusCode >= 300 && statusCode < 400) return redirectFailure(answer, subject);

	const { message, wayOut } = refusal(statusCode, subject);
	// What follows a message begins with a full stop of its own.
	const words = errorWords(answer.body)?.replace(/(?<!\.)\.$/, '');
	return failure(subject.endpoint, words ? `${message}: ${words}` : message, {
		kind: 'status',
		wayOut,
		technical: `(HTTP ${statusCode})`,
		statusCode,
		retryAfter: readRetryAfter(answer.headers['retry-after']),
		isWebPage: isHtml(answer.body),
	});
}

function redirectFailure(
	{ statusCode, headers }: HttpAnswer,
	{ endpoint }: RequestSubject,
): ServiceError {
	// Without query and fragment: they may hold what is nobody's business.
	const location = quote(String(headers.location ?? '').replace(/[?#].*$/s, '')).replace(
		/\/\/[^/@]*@/,
		'//',
	);
	return failure(
		endpoint,
		`The service redirected the request${location ? ` to ${location}` : ''} while ${endpoint.doing}`,
		{
			kind: 'redirect',
			wayOut:
				'Redirects are not followed, so that the API token goes to no other address. If the service has moved, set the Base URL in the credential to its new address.',
			technical: `(HTTP ${statusCode})`,
			statusCode,
		},
	);
}

function refusal(statusCode: number, { endpoint, number }: RequestSubject): Refusal {
	const subject = number ? `the number ${number}` : 'the request';
	switch (statusCode) {
		case 401:
			return {
				message: 'The service rejected the API token',
				wayOut:
					'Open the credential and check API Token and Authorization Scheme. A token that used to work may have been revoked.',
			};
		case 402:
			return {
				message: `The service wants a payment before ${endpoint.doing}`,
				wayOut: 'Check plan and balance of your account at the service.',
			};
		case 403:
			return endpoint.enterprise
				? {
						message: `The service does not allow this with your plan or token`,
						wayOut: `${endpoint.enterprise} needs an Enterprise plan. Use the API token of an account with that plan, or ask the service for an upgrade.`,
					}
				: {
						message: `The service does not allow ${endpoint.doing} with this API token`,
						wayOut: 'Check at the service what your plan and this token may do.',
					};
		case 404:
		case 410:
			return number
				? {
						message: `The service does not know the number ${number}`,
						wayOut:
							'Check the number for typing errors. It may have left the pool since it was listed: list the numbers again to see which can be had.',
					}
				: {
						message: `The service has nothing at this address for ${endpoint.doing}`,
						wayOut:
							'Check the Base URL in the credential: a path prefix such as /v1 may be missing or too much.',
					};
		case 409:
			return {
				message: `The service refused ${subject} because of its present state`,
				wayOut: number
					? 'Read the status of the number: it may have been adopted or relinquished already.'
					: 'Look at what the service said, and at what earlier runs have already done.',
			};
		case 400:
		case 422:
			return {
				message: `The service did not accept ${subject} while ${endpoint.doing}`,
				wayOut: 'Look at what the service said, and check the values of the fields of this item.',
			};
		case 413:
			return {
				message: `The service found the request too large while ${endpoint.doing}`,
				wayOut: 'Shorten the text.',
			};
		case 429:
			return {
				message: 'The service is receiving too many requests',
				wayOut:
					'The request was not carried out. Lower Concurrency or set Requests per Second in the options, or raise Max Retries.',
			};
		default:
			return statusCode >= 500
				? {
						message: `The service reported trouble on its side while ${endpoint.doing}`,
						wayOut: 'Try again later. If it goes on, ask the service.',
					}
				: {
						message: `The service refused ${endpoint.doing}`,
						wayOut:
							'Look at what the service said, and check the values of the fields of this item.',
					};
	}
}

/**
 * Reads a Retry-After header: seconds, or a date.
 * Gives ms from now, 0 for a date that has passed, undefined where there is nothing to be read.
 */
export function readRetryAfter(value: unknown, now = Date.now()): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
	// An HTTP date starts with the name of a day; Date.parse alone would read almost anything.
	if (!/^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
