/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { KeptProcess } from '../../../playground/src/keptProcess';
import { startServer } from '../../support/server';
import type { Certificate, Certificates } from '../../support/certificates';
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
	haproxyDown: '127.8.0.10',
	haproxySlow: '127.8.0.11',
	haproxyLimit: '127.8.0.12',
	haproxy408: '127.8.0.13',
	haproxy499: '127.8.0.14',
	haproxyTls: '127.8.0.15',
	haproxyMutual: '127.8.0.16',
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

function haproxySettings(port: number, pem: string, authority: string): string {
	const front = (name: keyof typeof ADDRESS, settings: string[] = [], tls = '') => `
frontend ${name}
	bind ${ADDRESS[name]}:${port}${tls}
	${[...settings, `default_backend to-${name}`].join('\n\t')}
`;

	const back = (name: keyof typeof ADDRESS, settings: string[] = [], server = '0.0.0.0:0') => `
backend to-${name}
	${[...settings, `server service ${server}`].join('\n\t')}
`;

	const toService = [
		'http-request set-dst ipv4(127.0.0.1)',
		'http-request set-dst-port hdr(host),field(1,.),field(2,-)',
	];
	const answering = (status: number) =>
		`http-response return status ${status} content-type text/plain string "Too late"`;
	return `
defaults
	mode http
	retries 0
	timeout connect 5s
	timeout client 60s
	timeout server 60s
${front('haproxyDown')}${back('haproxyDown', [], DOWN)}
${front('haproxySlow')}${back('haproxySlow', ['timeout server 300ms', ...toService])}
${front('haproxyLimit', [
	'stick-table type ip size 1m expire 1h store http_req_cnt',
	'http-request track-sc0 dst',
	'http-request deny deny_status 429 if { sc0_http_req_cnt gt 0 }',
])}${back('haproxyLimit', toService)}
${front('haproxy408')}${back('haproxy408', [...toService, answering(408)])}
${front('haproxy499')}${back('haproxy499', [...toService, answering(499)])}
${front('haproxyTls', [], ` ssl crt ${pem}`)}${back('haproxyTls', toService)}
${front('haproxyMutual', [], ` ssl crt ${pem} ca-file ${authority} verify required`)}${back('haproxyMutual', toService)}
`;
}

/** Starts nginx and haproxy, on the same port of different addresses. */
export async function startFronts(
	port: number,
	certificates: Certificates,
	folder: string,
): Promise<KeptProcess[]> {
	const nginxFile = path.join(folder, 'nginx.conf');
	await writeFile(nginxFile, nginxSettings(port, certificates, folder));
	const { certificate, key } = certificates.good;
	const pem = path.join(folder, 'both.pem');
	await writeFile(pem, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
	const haproxyFile = path.join(folder, 'haproxy.cfg');
	await writeFile(haproxyFile, haproxySettings(port, pem, certificate));

	return await Promise.all([
		startServer(
			[requireTool('nginx'), '-p', folder, '-e', 'stderr', '-c', nginxFile],
			folder,
			port,
			ADDRESS.nginx,
		),
		startServer(
			[requireTool('haproxy'), '-db', '-f', haproxyFile],
			folder,
			port,
			ADDRESS.haproxyTls,
		),
	]);
}
