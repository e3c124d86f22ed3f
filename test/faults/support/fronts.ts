/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { KeptProcess } from '../../../playground/src/keptProcess';
import type { Certificate, Certificates } from '../../support/certificates';
import { startServer } from '../../support/servers';
import { requireTool } from './tools';

/** Loopback addresses of the servers that stand before the service, one for each thing that they do. */
export const ADDRESS = {
	nginx: '127.8.0.1',
	nginxTls: '127.8.0.2',
	untrusted: '127.8.0.3',
	expired: '127.8.0.4',
	wrongName: '127.8.0.5',
	nginxDown: '127.8.0.6',
	nginxSlow: '127.8.0.7',
	nginxTooLarge: '127.8.0.8',
	nginxChunked: '127.8.0.9',
} as const;

/** Nothing ever listens here. */
const DOWN = '127.0.0.1:1';

/** Where each name's service listens: `service-<port>.test.invalid`. */
const NGINX_SERVICE = 'map $host $service { ~^service-(?<port>\\d+)\\. 127.0.0.1:$port; }';

const ssl = ({ certificate, key }: Certificate) =>
	`ssl_certificate ${certificate}; ssl_certificate_key ${key};`;

function nginxSettings(port: number, certificates: Certificates, folder: string): string {
	const server = (address: string, settings: string, to = '$service', tls = '') =>
		`server { listen ${address}:${port}${tls}; ${settings} location / { proxy_pass http://${to}; } }`;
	const secure = (address: string, certificate: Certificate) =>
		server(address, ssl(certificate), '$service', ' ssl');
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${folder}/${name};`,
	);

	return `
daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr warn;
events { worker_connections 1024; }
http {
	access_log off; ${temporary.join(' ')}
	proxy_set_header Host $http_host; proxy_next_upstream off;
	${NGINX_SERVICE}
	${server(ADDRESS.nginx, '')}
	${secure(ADDRESS.nginxTls, certificates.good)}
	${secure(ADDRESS.untrusted, certificates.untrusted)}
	${secure(ADDRESS.expired, certificates.expired)}
	${secure(ADDRESS.wrongName, certificates.wrongName)}
	${server(ADDRESS.nginxDown, '', DOWN)}
	${server(ADDRESS.nginxSlow, 'proxy_read_timeout 300ms;')}
	${server(ADDRESS.nginxTooLarge, 'client_max_body_size 1;')}
	${server(ADDRESS.nginxChunked, 'gzip on; gzip_types application/json; gzip_min_length 1; gzip_proxied any;')}
}
`;
}

/** Starts nginx at all of the addresses, on the same port. */
export async function startFronts(
	port: number,
	certificates: Certificates,
	folder: string,
): Promise<KeptProcess> {
	const file = path.join(folder, 'nginx.conf');
	await writeFile(file, nginxSettings(port, certificates, folder));
	const command = [requireTool('nginx'), '-p', folder, '-e', 'stderr', '-c', file] as const;
	return await startServer([...command], folder, port, ADDRESS.nginx);
}
