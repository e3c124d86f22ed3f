import type { FastifyRequest } from 'fastify';

import { enterpriseOnly, unauthorized } from '../protocol/errors';
import type { Account } from '../settings/settings';

/** Both forms of section 5 of `docs/service.md`. */
const SCHEMES = ['Bearer', 'Token'];

/** An Authorization header, taken apart. */
export interface Authorization {
	/** The word before the token; null where there is none. */
	scheme: string | null;
	/** Whose token it is; undefined for a token that nobody has. */
	account: Account | undefined;
}

/** Reads `<scheme> <token>`: one space, the scheme written as section 5 writes it. */
export function readAuthorization(
	header: string | undefined,
	accounts: readonly Account[],
): Authorization {
	if (header === undefined) return { scheme: null, account: undefined };

	const space = header.indexOf(' ');
	// Without a space the whole header may be a token, which must not get into the log.
	if (space < 0) return { scheme: null, account: undefined };

	const scheme = header.slice(0, space);
	const token = header.slice(space + 1);
	if (!SCHEMES.includes(scheme)) return { scheme, account: undefined };
	return { scheme, account: accounts.find((account) => account.token === token) };
}

/** Returns the caller's account. @throws ServiceError 401 for an unknown caller. */
export function requireAccount(request: FastifyRequest): Account {
	if (request.account === undefined) throw unauthorized();
	return request.account;
}

/** Refuses a caller whose plan lacks Enterprise. @throws ServiceError 403 */
export function requireEnterprise(request: FastifyRequest, feature = 'This endpoint'): void {
	if (!requireAccount(request).enterprise) throw enterpriseOnly(feature);
}
