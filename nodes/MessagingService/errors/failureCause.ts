import type { Failure } from 'n8n-workflow';

import { InputError } from './inputError';
import type { FailureKind } from './serviceError';
import { ServiceError } from './serviceError';

/** What passes by itself. */
const UNAVAILABLE: Failure = { cause: 'temporarily-unavailable' };
const CREDENTIAL: Failure = { cause: 'credential-invalid' };
/** Somebody has to change what was entered. */
const CONFIGURATION: Failure = { cause: 'configuration-invalid' };

/** By what stood in the way; undefined where n8n decides better by itself, `status` by its code. */
const BY_KIND: Record<Exclude<FailureKind, 'status'>, Failure | undefined> = {
	blocked: CONFIGURATION,
	cancelled: undefined,
	credential: CREDENTIAL,
	dns: UNAVAILABLE,
	refused: UNAVAILABLE,
	unreachable: UNAVAILABLE,
	tls: UNAVAILABLE,
	connection: UNAVAILABLE,
	timeout: UNAVAILABLE,
	proxy: CONFIGURATION,
	redirect: CONFIGURATION,
	answer: undefined,
};

const BY_STATUS: Record<number, Failure['cause'] | undefined> = {
	400: 'configuration-invalid',
	401: 'credential-invalid',
	403: 'configuration-invalid',
	404: 'configuration-invalid',
	405: 'configuration-invalid',
	408: 'temporarily-unavailable',
	410: 'configuration-invalid',
	422: 'configuration-invalid',
	425: 'temporarily-unavailable',
	429: 'rate-limited',
};

/**
 * Gives why an operation has failed, in the words that n8n 2.41 knows: it polls again sooner after what
 * passes by itself than after what somebody has to change, and not before the service has asked for.
 */
export function failureCause(error: unknown): Failure | undefined {
	if (error instanceof InputError) return CONFIGURATION;
	if (!(error instanceof ServiceError)) return undefined;
	const { kind, statusCode = 0, retryAfter: retryAfterMs } = error;
	if (kind !== 'status') return BY_KIND[kind];
	const cause = statusCode >= 500 ? 'temporarily-unavailable' : BY_STATUS[statusCode];
	if (cause === 'rate-limited' || cause === 'temporarily-unavailable') {
		return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	return cause && ({ cause } as Failure);
}
