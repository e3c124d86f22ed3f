import type { Hide } from '../../errors/hideToken';
import { MAX_QUOTE, quote } from '../../errors/quote';
import type { ServiceError } from '../../errors/serviceError';
import { type Connection, hostOf } from '../credential';
import type { HttpAnswer } from '../http';
import { doingOf, say, type ServiceRequest } from '../request';
import { notConnected, PROXY_SETTINGS } from './connectionFailure';
import { failure, type Text } from './failure';
import { readRefusal, readRetryAfter } from './refusals';
import { readStatement, type Statement } from './statement';

/** Returns the error for an answer whose status code is not one of success. */
export function statusFailure(
	{ statusCode, headers, body }: HttpAnswer,
	request: ServiceRequest,
	connection: Connection,
): ServiceError {
	const { hide } = connection;
	const statement = readStatement(body, hide);
	const refusal = readRefusal(statusCode, statement.form);
	const isElsewhere = refusal.about === 'address';
	const { message, wayOut } = isRedirect(statusCode)
		? redirected(headers.location, request, hide)
		: textOf(statusCode, isElsewhere, request, hide);
	return failure(request, isRedirect(statusCode) ? message : quoting(message, statement), {
		...refusal,
		wayOut: isElsewhere && !wayOut.includes('Base URL') ? `${wayOut} ${CHECK_ADDRESS}` : wayOut,
		technical: `(HTTP ${statusCode})`,
		statusCode,
		retryAfter: readRetryAfter(headers['retry-after']),
	});
}

const isRedirect = (statusCode: number) =>
	statusCode >= 300 && statusCode < 400 && statusCode !== 304;

function redirected(location: unknown, request: ServiceRequest, hide: Hide): Text {
	const doing = doingOf(request, hide);
	// Query, fragment and user part may hold secrets.
	const target = String(location ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//');
	const place = quote(target, MAX_QUOTE, hide);
	return {
		message: `The service redirected the request${place ? ` to ${place}` : ''} while ${doing}`,
		wayOut:
			'The node does not follow redirects, so that the API token goes to no other address. If the service has moved, set the Base URL in the credential to its new address.',
	};
}

/** Returns the error for an answer of success that says otherwise itself. */
export function refusedAfterAll(
	status: number,
	{ statusCode, body }: HttpAnswer,
	request: ServiceRequest,
	connection: Connection,
): ServiceError {
	const { statusIn } = request.endpoint;
	const doing = doingOf(request, connection.hide);
	const message = `The service did not succeed in ${doing}`;
	return failure(request, quoting(message, readStatement(body, connection.hide)), {
		possiblyDone: true,
		wayOut: CHECK_FIELDS,
		technical: `(The answer has the ${statusIn} ${status}.)`,
		statusCode,
	});
}

/** Returns the error for an answer of a proxy that did not connect: the service knows of nothing. */
export function proxyFailure(
	{ statusCode, body }: HttpAnswer,
	request: ServiceRequest,
	connection: Connection,
): ServiceError {
	const message = notConnected(hostOf(connection));
	return failure(request, quoting(message, readStatement(body, connection.hide)), {
		about: 'address',
		// What it cannot do now it may be able to do later; what it does not allow it never will.
		passes: statusCode >= 500,
		possiblyDone: false,
		wayOut: `Nothing was sent. ${PROXY_SETTINGS}`,
		technical: `(HTTP ${statusCode} of the proxy)`,
	});
}

/** Adds the service's own reason to a message; what follows begins with a full stop of its own. */
const quoting = (message: string, { reason }: Statement) =>
	reason ? `${message}: ${reason.replace(/(?<!\.)\.$/, '')}` : message;

const CONTACT = 'If this continues, contact your provider.';

const CHECK_FIELDS = 'Check the fields of this item.';

const CHECK_ADDRESS =
	'Check the Base URL in the credential: a path prefix such as /v1 may be missing or wrong.';

/** Returns what is said of a status code; where `isElsewhere`, the service may not be who answered. */
function textOf(
	statusCode: number,
	isElsewhere: boolean,
	request: ServiceRequest,
	hide: Hide,
): Text {
	const { enterprise, ifUnknown, subject: named } = request.endpoint;
	const doing = doingOf(request, hide);
	const subject = hide(say(named, request));
	switch (statusCode) {
		case 304:
			return {
				message: `The service said that nothing has changed while ${doing}`,
				wayOut:
					'Look for a cache or a proxy between n8n and the service that answers instead of it.',
			};
		case 401:
			return {
				message: 'The service rejected the API token',
				wayOut:
					"Check 'API Token' and 'Authorization Scheme' in the credential. A token that used to work may have been revoked.",
			};
		case 402:
			return {
				message: `The service requires a payment before ${doing}`,
				wayOut: 'Check the plan and the balance of your account.',
			};
		case 403:
			return enterprise
				? {
						message: 'The service does not allow this with your plan or token',
						wayOut: `${enterprise} requires the provider's Enterprise plan. Use the API token of an account with that plan, or contact your provider.`,
					}
				: {
						message: `The service does not allow ${doing} with this API token`,
						wayOut: 'Check what your plan and this token allow.',
					};
		case 400:
		case 422:
			return { message: `The service did not accept ${subject}`, wayOut: CHECK_FIELDS };
		case 404:
		case 410:
			if (isElsewhere) {
				return {
					message: `The service has nothing at this address for ${doing}`,
					wayOut: [CHECK_ADDRESS, ifUnknown].filter(Boolean).join(' '),
				};
			}
			return ifUnknown
				? {
						message: `The service does not know ${subject}`,
						wayOut: `${ifUnknown} ${CHECK_ADDRESS}`,
					}
				: { message: `The service answered "not found" while ${doing}`, wayOut: CHECK_ADDRESS };
		case 407:
			return {
				message: 'The proxy or gateway before the service requires a user name and a password',
				wayOut:
					'If n8n uses a proxy from the environment variables HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, put them into its address there. If not, ask whoever runs the gateway.',
			};
		case 408:
		case 499:
			return {
				message: `The service, or a gateway before it, took too long while ${doing}`,
				wayOut: CONTACT,
			};
		case 409:
			return {
				message: `The service refused ${subject} because of its current state`,
				wayOut: request.endpoint.path.includes('{number}')
					? 'Read the status of the number: it may already be adopted or relinquished.'
					: 'Check what earlier runs have already done.',
			};
		case 413:
			return {
				message: `The request was too large for the service while ${doing}`,
				wayOut: request.body
					? 'Shorten the texts in the fields of this item. If they are short, contact your provider.'
					: 'It contains no texts: contact your provider, or whoever runs a gateway before the service.',
			};
		case 429:
			return {
				message: 'The service is receiving too many requests',
				wayOut: request.advice?.limited ?? 'Your provider may offer a higher limit.',
			};
		default:
			return statusCode >= 500
				? { message: `The service reported an error on its side while ${doing}`, wayOut: CONTACT }
				: { message: `The service refused ${doing}`, wayOut: CHECK_FIELDS };
	}
}
