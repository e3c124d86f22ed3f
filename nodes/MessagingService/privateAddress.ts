/** Returns the host of a URL without brackets. An IPv4 address that is written as IPv6 (`::ffff:7f00:1`) comes as IPv4. */
function hostOf(hostname: string): string {
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
	if (!mapped) return host;

	const [high, low] = mapped.slice(1).map((group) => parseInt(group, 16));
	return [high >> 8, high % 256, low >> 8, low % 256].join('.');
}

/** IPv6 that is loopback, unique local or link-local. */
const PRIVATE_IPV6 = /^(?:::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** IPv4 that is loopback, private or link-local, or names this machine. */
const PRIVATE_IPV4 = /^(?:0\.|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** Tells whether a host is loopback, private or link-local, or a name that only a local network resolves. */
export function isPrivateHost(hostname: string): boolean {
	const host = hostOf(hostname);

	if (host.includes(':')) return PRIVATE_IPV6.test(host);
	if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return PRIVATE_IPV4.test(host);

	// A name without a dot (a container, a machine of the same network) is never a public one.
	return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/** IPv4 of carriers' customers, documentation, tests and groups (IANA's special-purpose addresses). */
const UNROUTED_IPV4 =
	/^(?:100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|192\.0\.[02]|198\.1[89]|198\.51\.100|203\.0\.113|22[4-9]|2[345]\d)\.[\d.]+$/;

/** IPv6 that the internet routes, and IPv4 behind a translator. */
const ROUTED_IPV6 = /^(?:(?!2001:db8:|3fff:)[23][0-9a-f]{3}:|64:ff9b::)/;

/** Tells whether the internet reaches a host. It does not reach some that are not private, such as customers of a carrier. */
export function isPublic(hostname: string): boolean {
	return !isPrivateHost(hostname) && isRouted(hostOf(hostname));
}

/** Tells whether the internet routes an address. A name may stand for any. */
const isRouted = (host: string) =>
	host.includes(':') ? ROUTED_IPV6.test(host) : !UNROUTED_IPV4.test(host);
