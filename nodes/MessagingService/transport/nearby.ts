/** Loopback, private and link-local addresses, and names that only a local network resolves. */
export function isNearby(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	if (host.includes(':')) {
		return host === '::1' || /^f[cd][0-9a-f]{2}:/.test(host) || /^fe[89ab][0-9a-f]:/.test(host);
	}
	if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
		return /^(?:0\.|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host);
	}
	// A name without a dot (a container, a machine of the same network) is never a public one.
	return !host.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}
