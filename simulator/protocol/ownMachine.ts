import { ServiceError } from './errors';

/** The names that a browser resolves to this machine, whatever a name server says. */
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses a request that somebody else's web page makes a browser send. Otherwise a page could read the one-time
 * passwords through a name of its own that leads to this machine (DNS rebinding), or send by a form.
 * @param domain whose names are this machine's too
 * @throws ServiceError with 403
 */
export function refuseForeign(
	{ host, origin }: { host?: string; origin?: string },
	domain?: string,
): void {
	const name = host?.replace(/:\d+$/, '').toLowerCase() ?? 'localhost';
	const isOfDomain = domain !== undefined && name.endsWith(`.${domain}`);
	if (!LOOPBACK.has(name) && !isOfDomain) {
		throw foreignError('The simulator answers only at 127.0.0.1 and localhost.');
	}
	if (origin !== undefined && origin !== `http://${host}`) {
		throw foreignError('The simulator refuses requests from other web pages.');
	}
}

const foreignError = (message: string) => new ServiceError(403, 'forbidden', message);
