import { MAX_QUOTE, quote } from '../../errors/quote';
import type { ServiceError } from '../../errors/serviceError';
import type { HttpAnswer } from '../http';
import type { Call } from '../request';
import { NOT_CONNECTED } from './connectionFailure';
import { failure, type Text } from './failure';
import { readRefusal, readRetryAfter } from './refusals';
import { readStatement } from './statement';

/** Returns the error for an answer whose status code is not one of success. */
export function statusFailure(answer: HttpAnswer, call: Call): ServiceError {
	const { statusCode, headers, body } = answer;
	const { form, reason } = readStatement(body, call.connection.hide);
	const refusal = readRefusal(statusCode, form);
	const isElsewhere = refusal.about === 'address';
	const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304;
	const { message, wayOut } = isRedirect ? REDIRECTED : textOf(statusCode, isElsewhere, call);
	return failure(
		{ ...call, target: targetOf(headers.location, call) },
		{
			...refusal,
			message,
			reason: isRedirect ? undefined : reason,
			wayOut: isElsewhere && !wayOut.includes('Base URL') ? `${wayOut} ${CHECK_ADDRESS}` : wayOut,
			technical: `(HTTP ${statusCode})`,
			statusCode,
			retryAfter: readRetryAfter(headers['retry-after']),
		},
	);
}

/** Returns where a redirect leads, without query, fragment and user part: they may hold secrets. */
function targetOf(location: unknown, { connection }: Call): string {
	const target = String(location ?? '')
		.replace(/[?#].*$/s, '')
		.replace(/\/\/[^/@]*@/, '//');
	return target && ` to ${quote(target, MAX_QUOTE, connection.hide)}`;
}

const REDIRECTED: Text = {
	message: 'The service redirected the request{target} while {doing}',
	wayOut:
		'The node does not follow redirects, so that the API token goes to no other address. If the service has moved, set the Base URL in the credential to its new address.',
};

/** Returns the error for an answer of success that says otherwise itself. */
export function refusedAfterAll(status: number, answer: HttpAnswer, call: Call): ServiceError {
	return failure(call, {
		message: 'The service did not succeed in {doing}',
		reason: readStatement(answer.body, call.connection.hide).reason,
		mayHaveBeenSent: true,
		wayOut: CHECK_FIELDS,
		technical: `(The answer has the ${call.endpoint.statusIn} ${status}.)`,
		statusCode: answer.statusCode,
	});
}

/** Returns the error for an answer of a proxy that did not connect: the service knows of nothing. */
export function proxyFailure({ statusCode, body }: HttpAnswer, call: Call): ServiceError {
	return failure(call, {
		...NOT_CONNECTED,
		reason: readStatement(body, call.connection.hide).reason,
		about: 'address',
		// What it cannot do now it may be able to do later; what it does not allow it never will.
		passes: statusCode >= 500,
		technical: `(HTTP ${statusCode} of the proxy)`,
	});
}

const CHECK_FIELDS = 'Check the fields of this item.';

const CHECK_ADDRESS =
	'Check the Base URL in the credential: a path prefix such as /v1 may be missing or wrong.';

const NOT_ACCEPTED: Text = {
	message: 'The service did not accept {subject}',
	wayOut: CHECK_FIELDS,
};

const TOO_LATE: Text = {
	message: 'The service, or a gateway before it, took too long while {doing}',
	wayOut: 'If this continues, contact your provider.',
};

/** What is said of status codes, whatever was asked for. */
const TEXTS: Record<number, Text> = {
	304: {
		message: 'The service said that nothing has changed while {doing}',
		wayOut: 'Look for a cache or a proxy between n8n and the service that answers instead of it.',
	},
	400: NOT_ACCEPTED,
	401: {
		message: 'The service rejected the API token',
		wayOut:
			"Check 'API Token' and 'Authorization Scheme' in the credential. A token that used to work may have been revoked.",
	},
	402: {
		message: 'The service requires a payment before {doing}',
		wayOut: 'Check the plan and the balance of your account.',
	},
	407: {
		message: 'The proxy or gateway before the service requires a user name and a password',
		wayOut:
			'If n8n uses a proxy from the environment variables HTTP_PROXY, HTTPS_PROXY or ALL_PROXY, put them into its address there. If not, ask whoever runs the gateway.',
	},
	408: TOO_LATE,
	422: NOT_ACCEPTED,
	429: { message: 'The service is receiving too many requests', wayOut: '{limited}' },
	499: TOO_LATE,
};

/** Returns what is said of a status code; where `isElsewhere`, the service may not be who answered. */
function textOf(statusCode: number, isElsewhere: boolean, { endpoint, body }: Call): Text {
	const { enterprise, ifUnknown, path } = endpoint;
	switch (statusCode) {
		case 403:
			return enterprise
				? {
						message: 'The service does not allow this with your plan or token',
						wayOut:
							"{enterprise} requires the provider's Enterprise plan. Use the API token of an account with that plan, or contact your provider.",
					}
				: {
						message: 'The service does not allow {doing} with this API token',
						wayOut: 'Check what your plan and this token allow.',
					};
		case 404:
		case 410:
			if (isElsewhere) {
				return {
					message: 'The service has nothing at this address for {doing}',
					wayOut: ifUnknown ? `${CHECK_ADDRESS} {ifUnknown}` : CHECK_ADDRESS,
				};
			}
			return ifUnknown
				? {
						message: 'The service does not know {subject}',
						wayOut: `{ifUnknown} ${CHECK_ADDRESS}`,
					}
				: { message: 'The service answered "not found" while {doing}', wayOut: CHECK_ADDRESS };
		case 409:
			return {
				message: 'The service refused {subject} because of its current state',
				wayOut: path.includes('{number}')
					? 'Read the status of the number: it may already be adopted or relinquished.'
					: 'Check what earlier runs have already done.',
			};
		case 413:
			return {
				message: 'The request was too large for the service while {doing}',
				wayOut: body
					? 'Shorten the texts in the fields of this item. If they are short, contact your provider.'
					: 'It contains no texts: contact your provider, or whoever runs a gateway before the service.',
			};
		default:
			return TEXTS[statusCode] ?? (statusCode >= 500 ? BROKEN : REFUSED);
	}
}

const BROKEN: Text = {
	message: 'The service reported an error on its side while {doing}',
	wayOut: 'If this continues, contact your provider.',
};

const REFUSED: Text = { message: 'The service refused {doing}', wayOut: CHECK_FIELDS };
