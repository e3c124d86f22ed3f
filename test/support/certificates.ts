/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

const openssl = async (args: string[]) => await runFile('openssl', args);

/** Names of the services of these tests, `service-<port>.test.invalid`. */
export const DOMAIN = 'test.invalid';

/** A certificate with its key, as files. */
export interface Certificate {
	certificate: string;
	key: string;
}

/** Certificates for the services of these tests: one that holds, and what can be wrong with one. */
export interface Certificates {
	good: Certificate;
	/** By an authority that nobody knows. */
	untrusted: Certificate;
	expired: Certificate;
	/** For another name. */
	wrongName: Certificate;
	/** The authority's own certificate, as text. */
	authority: string;
}

/** Makes the certificates in a folder. */
export async function makeCertificates(folder: string): Promise<Certificates> {
	const authority = await makeAuthority(folder, 'authority');
	const stranger = await makeAuthority(folder, 'stranger');
	const name = `*.${DOMAIN}`;
	return {
		good: await sign(folder, 'good', authority, [name, 'localhost'], 2),
		untrusted: await sign(folder, 'untrusted', stranger, [name], 2),
		expired: await sign(folder, 'expired', authority, [name], -1),
		wrongName: await sign(folder, 'wrongName', authority, ['somebody-else.invalid'], 2),
		authority: await readFile(authority.certificate, 'utf8'),
	};
}

const files = (folder: string, name: string): Certificate => ({
	certificate: path.join(folder, `${name}.pem`),
	key: path.join(folder, `${name}.key`),
});

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

async function makeAuthority(folder: string, name: string): Promise<Certificate> {
	const { certificate, key } = files(folder, name);
	const subject = ['-days', '2', '-subj', `/CN=${name} of the tests`];
	await openssl(['req', '-x509', ...NEW_KEY, '-keyout', key, '-out', certificate, ...subject]);
	return { certificate, key };
}

async function sign(
	folder: string,
	name: string,
	authority: Certificate,
	hosts: string[],
	days: number,
): Promise<Certificate> {
	const { certificate, key } = files(folder, name);
	const request = path.join(folder, `${name}.csr`);
	const extensions = path.join(folder, `${name}.ext`);
	const names = hosts.map((host) => `DNS:${host}`);
	await writeFile(extensions, `subjectAltName=${names.join()}\n`);
	await openssl(['req', ...NEW_KEY, '-keyout', key, '-out', request, '-subj', `/CN=${name}`]);
	await openssl([
		...['x509', '-req', '-in', request, '-out', certificate, '-days', `${days}`],
		...['-CA', authority.certificate, '-CAkey', authority.key, '-extfile', extensions],
	]);

	return { certificate, key };
}

/** What Node.js keeps of a secure context, undocumented. */
interface NativeContext {
	addCACert(certificate: string): void;
}

/** Lets Node.js trust an authority beside those it knows, until the function that it gives is called. */
export function trust(authority: string): () => void {
	const original = tls.createSecureContext;
	tls.createSecureContext = (options) => {
		const secure = original(options);
		(secure.context as NativeContext).addCACert(authority);
		return secure;
	};
	return () => {
		tls.createSecureContext = original;
	};
}
