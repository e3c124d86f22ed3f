import type { FastifyRequest } from 'fastify';

import { enterpriseOnly, unauthorized } from '../protocol/errors';
import type { Account } from '../settings/settings';

/** Both forms of section 5. */
const SCHEMES = ['Bearer', 'Token'];

/** An Authorization header, read, with the account of its token. */
export interface Authorization {
	scheme: string | null;
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
	return {
		scheme,
		account: SCHEMES.includes(scheme)
			? accounts.find((account) => account.token === token)
			: undefined,
	};
}

/** @throws ServiceError 401 for a caller that is not known. */
export function requireAccount(request: FastifyRequest): Account {
	if (request.account === undefined) throw unauthorized();
	return request.account;
}

/** @throws ServiceError 403 for a caller whose plan lacks Enterprise. */
export function requireEnterprise(request: FastifyRequest, feature = 'This endpoint'): void {
	if (!requireAccount(request).enterprise) throw enterpriseOnly(feature);
}
