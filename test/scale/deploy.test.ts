/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { parse } from 'yaml';

import { PLAYGROUND, ROOT } from '../../playground/src/paths';
import { until } from '../support/executions';

const DEPLOY = path.join(ROOT, 'deploy');
const read = (...file: string[]) => readFileSync(path.join(...file), 'utf8');

interface Service {
	image?: string;
	build?: unknown;
	command?: string | string[];
	environment?: Record<string, unknown>;
	ports?: string[];
	depends_on?: object;
	healthcheck?: { test: string[] };
}

/** The compose file as Compose itself reads it; Debian's docker-compose needs no engine for that. */
function composeConfig(env: NodeJS.ProcessEnv): Record<string, Service> {
	const config = execFileSync('docker-compose', ['-f', 'compose.yaml', 'config'], {
		cwd: DEPLOY,
		env: { PATH: process.env.PATH, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return (parse(config.toString()) as { services: Record<string, Service> }).services;
}

/** Where n8n names its settings. */
const N8N_SETTINGS = [
	'@n8n/config/dist/index.js',
	...['database', 'endpoints', 'executions', 'generic', 'instance-settings', 'scaling-mode'].map(
		(name) =>
			`@n8n/config/dist/configs/${name}${name === 'instance-settings' ? '-' : '.'}config.js`,
	),
	'n8n/dist/workflow-runner.js',
	'n8n-workflow/dist/cjs/expression.js',
	'n8n/dist/modules/community-packages/community-packages.config.js',
];

const FILLED_IN = {
	N8N_ENCRYPTION_KEY: 'key',
	POSTGRES_PASSWORD: 'secret',
	REDIS_PASSWORD: 'hush',
	PUBLIC_URL: 'https://n8n.example.com/',
};

describe('the compose file', () => {
	const services = () => composeConfig(FILLED_IN);

	it('has a main process, a webhook process, two workers, Redis and PostgreSQL', () => {
		expect(Object.keys(services()).sort()).toEqual([
			'main',
			'postgres',
			'redis',
			'webhook',
			'worker-1',
			'worker-2',
		]);
	});

	it('gives every n8n process the same key, database and queue', () => {
		const { redis, postgres, ...n8n } = services();
		expect([redis.image, postgres.image].join()).toMatch(/^redis:.*postgres:/);

		for (const { environment, build, depends_on: needs } of Object.values(n8n)) {
			expect(build).toMatchObject({ dockerfile: 'deploy/Dockerfile' });
			expect(Object.keys(needs ?? {}).sort()).toEqual(['postgres', 'redis']);
			expect(environment).toMatchObject({
				EXECUTIONS_MODE: 'queue',
				N8N_ENCRYPTION_KEY: 'key',
				DB_POSTGRESDB_PASSWORD: 'secret',
				QUEUE_BULL_REDIS_PASSWORD: 'hush',
				N8N_WEBHOOK_URL: 'https://n8n.example.com/',
			});
		}
	});

	it('lets nothing be reached from outside but by a proxy on the same machine', () => {
		for (const { ports = [] } of Object.values(services())) {
			for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
		}
	});

	it('keeps its passwords from expressions and Code nodes', () => {
		const { redis, postgres, ...n8n } = services();
		for (const { environment } of Object.values(n8n)) {
			expect(environment).toMatchObject({ N8N_BLOCK_ENV_ACCESS_IN_NODE: 'true' });
		}
		expect([redis.environment, postgres.environment]).toMatchObject([
			{ REDISCLI_AUTH: 'hush' },
			{ POSTGRES_PASSWORD: 'secret' },
		]);
	});

	it('has a queue that nobody reads without its password', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-redis-'));
		const [socket, password] = [path.join(folder, 'redis.sock'), 'hush'];
		const { command = [], healthcheck } = services().redis;
		const [program, ...settings] = command;
		// On a socket alone, and in this folder.
		const own = ['--port', '0', '--unixsocket', socket, '--dir', folder];
		const redis = spawn(program, [...settings, ...own], { stdio: 'ignore' });

		const ask = (...words: string[]) =>
			execFileSync('redis-cli', ['-s', socket, ...words], {
				stdio: 'pipe',
			});

		try {
			await until(async () => existsSync(socket));
			expect(ask('ping').toString()).toContain('NOAUTH');
			expect(ask('--pass', password, '--no-auth-warning', 'ping').toString()).toBe('PONG\n');
			expect(
				ask('--pass', password, '--no-auth-warning', 'config', 'get', 'appendonly').toString(),
			).toContain('yes');
			expect(healthcheck?.test.at(-1)).toContain('PONG');
		} finally {
			redis.kill();
			await once(redis, 'exit');
			await rm(folder, { recursive: true, force: true });
		}
	});

	it.each(Object.keys(FILLED_IN))('does not start without %s', (name) => {
		expect(() => composeConfig({ ...FILLED_IN, [name]: '' })).toThrow(`Set ${name} in .env`);
	});

	it('knows every variable of .env.example', () => {
		const compose = read(DEPLOY, 'compose.yaml');
		const named = [...read(DEPLOY, '.env.example').matchAll(/^([A-Z0-9_]+)=/gm)];
		expect(named.length).toBeGreaterThanOrEqual(Object.keys(FILLED_IN).length);
		for (const [, name] of named) {
			// Compose itself reads this one.
			if (name !== 'COMPOSE_PROJECT_NAME') expect(compose).toContain(`\${${name}`);
		}
	});

	it('sets only what n8n knows', () => {
		const known = N8N_SETTINGS.map((file) => read(PLAYGROUND, 'node_modules', file)).join();
		const { main, webhook, 'worker-1': worker } = services();
		const set = [main, webhook, worker].flatMap(({ environment = {} }) => Object.keys(environment));
		expect(set.length).toBeGreaterThan(20);
		const unknown = [...new Set(set)].filter((name) => !known.includes(name));
		expect(unknown).toEqual([]);
	});

	it('says of every process whether it is healthy, by what n8n itself answers', () => {
		const { redis, postgres, ...n8n } = services();
		for (const { healthcheck } of Object.values(n8n)) {
			expect(healthcheck?.test.at(-1)).toContain('http://127.0.0.1:5678/healthz/readiness');
		}
		for (const { healthcheck } of [redis, postgres]) expect(healthcheck?.test).toBeDefined();
	});

	it('gives the same tomorrow: every image has an exact version', () => {
		const { redis, postgres } = services();
		const [, base] = /^FROM (\S+) AS package$/m.exec(read(DEPLOY, 'Dockerfile')) ?? [];
		for (const image of [redis.image, postgres.image, base]) {
			expect(image).toMatch(/^[a-z]+:\d+\.\d+(?:\.\d+)?-alpine(?:@sha256:[0-9a-f]{64})?$/);
		}
	});

	it('runs the version of n8n that is tested', () => {
		const { dependencies } = JSON.parse(read(PLAYGROUND, 'package.json')) as {
			dependencies: { n8n: string };
		};
		expect(read(DEPLOY, 'Dockerfile')).toContain(`ARG N8N_VERSION=${dependencies.n8n}\n`);
		expect(read(DEPLOY, 'compose.yaml')).toContain(`\${N8N_VERSION:-${dependencies.n8n}}`);
	});
});

describe('the Dockerfile', () => {
	it('installs the package as the tests do', () => {
		const flags = (text: string) => text.match(/--(?:ignore|omit|legacy)[a-z=-]+/g);
		const [, installs] = read(DEPLOY, 'Dockerfile').split('FROM n8nio/n8n');
		expect(flags(installs)).toEqual(
			flags(read(PLAYGROUND, 'src', 'package.ts').split('function installPackage')[1]),
		);
	});

	it('gets everything that the build needs, and nothing else', () => {
		const allowed = [...read(DEPLOY, 'Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(
			([, name]) => name,
		);
		const top = readdirSync(ROOT);
		for (const name of allowed) expect(top).toContain(name);
		const configurations = top.filter((name) => /^tsconfig.*\.json$/.test(name));
		const needed = ['package-lock.json', '.npmrc', 'gulpfile.js', ...configurations];
		expect(allowed).toEqual(expect.arrayContaining(needed));
	});
});
