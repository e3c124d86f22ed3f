import type { Failure } from 'n8n-workflow';

import { InputError } from './inputError';
import { ServiceError } from './serviceError';

/**
 * Returns why an operation has failed, in the words that n8n 2.41 knows: it polls again sooner after what
 * passes by itself than after what somebody has to change, and not before the service has asked for.
 */
export function failureCause(error: unknown): Failure | undefined {
	if (error instanceof InputError) return { cause: 'configuration-invalid' };
	if (!(error instanceof ServiceError)) return undefined;
	const { about, passes, retryAfter: retryAfterMs } = error;
	if (passes) {
		const cause = about === 'limit' ? 'rate-limited' : 'temporarily-unavailable';
		return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	if (about === undefined || about === 'stop') return undefined;
	return { cause: about === 'token' ? 'credential-invalid' : 'configuration-invalid' };
}
