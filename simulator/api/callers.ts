import type { FastifyRequest } from 'fastify';

import { ServiceError } from '../protocol/errors';
import type { Account } from '../settings/settings';

/** An Authorization header, taken apart. */
export interface Authorization {
	/** The word before the token; null where there is none. */
	scheme: string | null;
	/** Whose token it is; undefined for a token that nobody has. */
	account: Account | undefined;
}

/** Reads `<scheme> <token>`: one space, the scheme written as section 5 of `docs/service.md` writes it. */
export function readAuthorization(header = '', accounts: readonly Account[]): Authorization {
	// Without a space the whole header may be a token, which must not get into the log.
	const [, scheme, token] = /^([^ ]*) ([^]*)$/.exec(header) ?? [];
	const isKnown = scheme === 'Bearer' || scheme === 'Token';
	const account = isKnown ? accounts.find((one) => one.token === token) : undefined;
	return { scheme: scheme ?? null, account };
}

/** Returns the caller's account. @throws ServiceError 401 for an unknown caller. */
export function requireAccount({ account }: FastifyRequest): Account {
	if (account) return account;
	throw new ServiceError(401, 'unauthorized', 'The API token is missing or unknown.');
}

/** Refuses a caller whose plan lacks Enterprise. @throws ServiceError 403 */
export function requireEnterprise(request: FastifyRequest, feature = 'This endpoint'): void {
	if (requireAccount(request).enterprise) return;
	throw new ServiceError(403, 'enterprise_only', `${feature} requires an Enterprise plan.`);
}
