/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';

import type { N8nInstance } from '../../../playground/src/n8nInstance';
import { ROOT } from '../../../playground/src/paths';
import { LOOPBACK } from '../../../playground/src/ports';
import { Installation } from './installation';
import type { Server } from '../../support/servers';
import { askPostgres, postgresPrograms, startPostgres } from '../../support/servers';

const DEPLOY = path.join(ROOT, 'deploy');

/** Begins a command that deploy/README.md runs in the container of PostgreSQL. */
const IN_POSTGRES = 'docker compose exec -T postgres ';

/** The command that the compose file gives to n8n before it starts again. */
const BEFORE_START = 'docker compose run --rm main ';

/** n8n with a PostgreSQL of its own, which can be lost and brought back as deploy/README.md says, without Docker. */
export class OnPostgres extends Installation {
	private database!: Server;

	private machines = 0;

	main!: N8nInstance;

	static async start(): Promise<OnPostgres> {
		return await OnPostgres.begin({});
	}

	protected async startAll(): Promise<void> {
		await this.newDatabase();
		await this.startMain('the key');
	}

	/** Starts an empty database, as a new volume has it. */
	async newDatabase(): Promise<void> {
		const name = `postgres-${++this.machines}`;
		this.database = await this.startServer(name, startPostgres);
		await askPostgres(this.database, 'postgres', 'CREATE DATABASE n8n');
		Object.assign(this.env, {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: LOOPBACK,
			DB_POSTGRESDB_PORT: String(this.database.port),
			DB_POSTGRESDB_DATABASE: 'n8n',
			DB_POSTGRESDB_USER: 'n8n',
		});
	}

	/** Starts n8n on a machine that knows nothing but the database and this key, and logs in. */
	async startMain(key: string): Promise<void> {
		this.env.N8N_ENCRYPTION_KEY = key;
		this.main = await this.startProcess(`main-${++this.machines}`, {});
		await this.logIn(this.main);
	}

	async stopMain(): Promise<void> {
		await this.stopProcess(this.main);
	}

	async sql(query: string): Promise<string[]> {
		return await askPostgres(this.database, 'n8n', query);
	}

	/** Runs the command of deploy/README.md that begins with a program of PostgreSQL, with its files. */
	async runDocumented(program: string): Promise<void> {
		const [line] = (await documented()).filter((one) => one.startsWith(IN_POSTGRES + program));
		const [, words, direction, file] =
			/^(.*?) ([<>]) (\S+)/.exec(line.slice(IN_POSTGRES.length)) ?? [];
		const [name, ...flags] = words.split(' ');
		const command = (await postgresPrograms())(name);
		const env = { ...process.env, PGHOST: LOOPBACK, PGPORT: String(this.database.port) };

		const child = execFile(command, flags, { env, encoding: 'buffer', maxBuffer: 2 ** 30 });
		const ended = new Promise<void>((resolve, reject) => {
			child.once('close', (code) =>
				code === 0 ? resolve() : reject(new Error(`${line} ended with ${code}`)),
			);
		});
		const place = file.endsWith('.sql') ? DEPLOY : this.folder;
		const target = path.join(place, file.replace('.new', ''));
		if (direction === '>' && child.stdout) await pipeline(child.stdout, createWriteStream(target));
		if (direction === '<' && child.stdin) await pipeline(createReadStream(target), child.stdin);
		await ended;
	}

	/** Runs the command that deploy/README.md gives to n8n before it starts again. */
	async runBeforeStart(): Promise<void> {
		const [line] = (await documented()).filter((one) => one.startsWith(BEFORE_START));
		await this.runCommand(line.slice(BEFORE_START.length).split(' '));
	}
}

/** Commands of deploy/README.md, each in one line. */
async function documented(): Promise<string[]> {
	const text = await readFile(path.join(DEPLOY, 'README.md'), 'utf8');
	const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block);
	return blocks
		.join('')
		.replaceAll(/\s*\\\n\s*/g, ' ')
		.split('\n');
}
