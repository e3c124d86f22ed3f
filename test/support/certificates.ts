/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import tls from 'node:tls';

import pems from './certificates.json';

/** Names of the services of these tests, `service-<port>.test.invalid`. */
export const DOMAIN = 'test.invalid';

/** Certificates for these names and for localhost, by what is wrong with them; nothing with the good one. */
export type CertificateName = keyof typeof pems;

/** Returns a certificate with its key, as a TLS server takes them. They hold until 2120. */
export const certificate = (name: CertificateName) => ({ cert: pems[name], key: pems[name] });

/** What Node.js keeps of a secure context, undocumented. */
interface NativeContext {
	addCACert(certificate: string): void;
}

/** Lets Node.js trust the makers of the certificates during the tests of a file, but for that of the untrusted one. */
export function trustCertificates(): void {
	const original = tls.createSecureContext;

	beforeAll(() => {
		tls.createSecureContext = (options) => {
			const secure = original(options);
			const { good, expired, wrongName } = pems;
			for (const known of [good, expired, wrongName]) {
				(secure.context as NativeContext).addCACert(known);
			}
			return secure;
		};
	});
	afterAll(() => {
		tls.createSecureContext = original;
	});
}
