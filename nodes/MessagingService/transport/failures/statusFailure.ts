import { MAX_QUOTE, quote } from '../../errors/quote';
import type { ServiceError } from '../../errors/serviceError';
import type { ServiceAnswer } from '../http';
import type { Endpoint, RequestSubject } from '../request';
import { PROXY_SETTINGS } from './connectionFailure';
import type { ErrorWords } from './errorWords';
import { errorWords } from './errorWords';
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
	answer: ServiceAnswer,
	subject: RequestSubject,
	url: string,
): ServiceError | undefined {
	const { statusCode, isUnsent } = answer;
	if (isUnsent) return proxyFailure(answer, subject, url);
	if (statusCode >= 200 && statusCode < 300) return undefined;
	if (statusCode >= 300 && statusCode < 400 && statusCode !== 304)
		return redirectFailure(answer, subject);

	const said = errorWords(answer.body, answer.hide);
	const { message, wayOut } = refusal(statusCode, subject, said);
	return failure(subject.endpoint, withWords(message, said), {
		kind: 'status',
		left: true,
		wayOut,
		technical: `(HTTP ${statusCode})`,
		statusCode,
		retryAfter: readRetryAfter(answer.headers['retry-after']),
		form: said.form,
	});
}

/** Adds the service's own words to a message; what follows begins with a full stop of its own. */
export const withWords = (message: string, { words }: ErrorWords) =>
	words ? `${message}: ${words.replace(/(?<!\.)\.$/, '')}` : message;

/** A proxy did not connect, and gave an answer of its own: the service knows of nothing. */
function proxyFailure(
	{ statusCode, body, hide }: ServiceAnswer,
	{ endpoint }: RequestSubject,
	url: string,
): ServiceError {
	const message = `The proxy through which n8n reaches the service did not connect it with ${new URL(url).host}`;
	return failure(endpoint, withWords(message, errorWords(body, hide)), {
		// What it cannot do now it may be able to do later; what it does not allow it never will.
		kind: statusCode >= 500 ? 'connection' : 'proxy',
		left: false,
		wayOut: `Nothing was sent. ${PROXY_SETTINGS}`,
		technical: `(HTTP ${statusCode} of the proxy)`,
	});
}

function redirectFailure(
	{ statusCode, headers, hide }: ServiceAnswer,
	{ endpoint }: RequestSubject,
): ServiceError {
	// Without query and fragment: they may hold what is nobody's business.
	const target = String(headers.location ?? '').replace(/[?#].*$/s, '');
	const location = quote(target, MAX_QUOTE, hide).replace(/\/\/[^/@]*@/, '//');
	return failure(
		endpoint,
		`The service redirected the request${location ? ` to ${location}` : ''} while ${endpoint.doing}`,
		{
			kind: 'redirect',
			left: true,
			wayOut:
				'Redirects are not followed, so that the API token goes to no other address. If the service has moved, set the Base URL in the credential to its new address.',
			technical: `(HTTP ${statusCode})`,
			statusCode,
		},
	);
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

/** The way out where the service itself has said what is wrong. */
export const LOOK_AT_WORDS = 'Look at what the service said, and check the values of the fields.';

const CHECK_ADDRESS =
	'Check the Base URL in the credential: a path prefix such as /v1 may be missing or too much.';

function refusal(
	statusCode: number,
	{ endpoint, number, body, advice }: RequestSubject,
	said: ErrorWords,
): Refusal {
	const subject = number ? `the number ${number}` : 'the request';
	const lookAtWords = said.form === 'HTML' ? `${LOOK_AT_WORDS} ${CHECK_ADDRESS}` : LOOK_AT_WORDS;
	switch (statusCode) {
		case 304:
			return {
				message: `The service said that nothing has changed while ${endpoint.doing}`,
				wayOut:
					'It was not asked whether anything has: look for a cache or a proxy between n8n and the service.',
			};
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
			return notFound({ endpoint, number }, said);
		case 407:
			return {
				message: 'The proxy or gateway before the service wants a user name and a password',
				wayOut:
					'If n8n goes through a proxy because of the environment variables HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, put them into its address there. If not, ask whoever runs the gateway before the service.',
			};
		case 408:
		case 499:
			return {
				message: `It took too long for the service or a gateway before it while ${endpoint.doing}`,
				wayOut: 'Try again later. If it goes on, ask the service.',
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
				wayOut: lookAtWords,
			};
		case 413:
			return {
				message: `The service found the request too large while ${endpoint.doing}`,
				wayOut: body
					? 'Shorten what the fields of this item hold. If that is little, ask the service what it takes.'
					: 'It holds no fields: ask the service, or whoever runs a gateway before it.',
			};
		case 429:
			return {
				message: 'The service is receiving too many requests',
				wayOut: `The request was not carried out. ${advice?.limited ?? 'Try again later, or ask the service for a higher limit.'}`,
			};
		default:
			return statusCode >= 500
				? {
						message: `The service reported trouble on its side while ${endpoint.doing}`,
						wayOut: 'Try again later. If it goes on, ask the service.',
					}
				: { message: `The service refused ${endpoint.doing}`, wayOut: lookAtWords };
	}
}

/** What every web server says of an address that it does not have. */
const NOBODYS_WORDS = /^(?:404\s*)?(?:page |route |path )?not found\W*$/i;

/** 404 and 410: of something that the service does not know, or of an address that is none of its own. */
function notFound({ endpoint, number }: RequestSubject, { words, form }: ErrorWords): Refusal {
	const { doing, path } = endpoint;
	const unknown = number ? aboutNumber(number) : endpoint.refersTo;
	// Words of the service's own mean that the address is right; those that name its path do not know it.
	const namesPath = words?.includes(path.replace(/^\/|\{.*$/g, '')) ?? false;
	const isNobodys = !words || form !== 'JSON' || NOBODYS_WORDS.test(words) || namesPath;
	const wayOuts = [unknown?.wayOut, isNobodys && CHECK_ADDRESS].filter(Boolean);
	// An address that ends in a number may be right, and the number the one that is not there.
	if (isNobodys && (!number || form === 'HTML' || namesPath)) {
		const wayOut = wayOuts.reverse().join(' ');
		return { message: `The service has nothing at this address for ${doing}`, wayOut };
	}
	return unknown
		? { message: `The service does not know ${unknown.name}`, wayOut: wayOuts.join(' ') }
		: { message: `The service found nothing for ${doing}`, wayOut: LOOK_AT_WORDS };
}

const aboutNumber = (number: string): Endpoint['refersTo'] => ({
	name: `the number ${number}`,
	wayOut:
		'Check the number for typing errors. It may have left the pool since it was listed: list the numbers again to see which can be had.',
});
