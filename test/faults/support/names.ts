/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import dns from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';

type LookupCallback = (
	error: NodeJS.ErrnoException | null,
	address: string | LookupAddress[],
	family?: number,
) => void;

/** Where a name leads at this attempt: its addresses; none where nobody knows it. */
type Leads = () => string[];

const names = new Map<string, Leads>();

/** Says where a name of the reserved domain `invalid` leads, asked anew at each attempt. */
export function lead(host: string, leads: Leads): void {
	names.set(host, leads);
}

/** Forgets a name. */
export function forget(host: string): void {
	names.delete(host);
}

/** Lets these names be resolved, until the function that it gives is called. */
export function resolveNames(): () => void {
	const original = dns.lookup;
	const lookup = (
		hostname: string,
		given: LookupOptions | LookupCallback,
		last?: LookupCallback,
	) => {
		const options = typeof given === 'function' ? {} : given;
		const callback = (typeof given === 'function' ? given : last) as LookupCallback;
		const found = names.get(hostname)?.();
		if (found === undefined) {
			original(hostname, options as { all: true }, callback);
			return;
		}
		if (found.length === 0) {
			const message = `getaddrinfo ENOTFOUND ${hostname}`;
			const unknown = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname };
			queueMicrotask(() => callback(Object.assign(new Error(message), unknown), []));
			return;
		}
		const addresses = found.map((address) => ({ address, family: isIP(address) }));
		const [{ address, family }] = addresses;
		queueMicrotask(() =>
			options.all ? callback(null, addresses) : callback(null, address, family),
		);
	};

	dns.lookup = lookup as typeof dns.lookup;
	return () => {
		dns.lookup = original;
	};
}
