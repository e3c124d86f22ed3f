/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { N8nClient } from '../playground/src/n8nClient';
import { N8nInstance } from '../playground/src/n8nInstance';
import { installPackage, packPackage } from '../playground/src/package';
import { LOOPBACK, probePort } from '../playground/src/ports';
import { simulatorCredential } from '../playground/src/simulatorCredential';
import { type Server, startPostgres } from '../test/support/servers';
import { atMost, type Figure, inWords, isClear } from './figures';
import { type Way, workflowOf } from './oneKeyWorkflow';
import { Sender } from './sender';
import { startService } from './service';
import { inTurns, middle } from './turns';

/** Keys that one execution uses, before anything is measured. */
const KEYS_OF_A_RUN = 10_000;

/** Messages that each way sends in a round, each in an execution of its own. */
const MESSAGES = 20;

/** ms that a message takes, by its way. */
type Round = Record<Way, number>;

/** Databases of n8n. */
const DATABASES = ['SQLite', 'PostgreSQL'] as const;
type Database = (typeof DATABASES)[number];

/**
 * Measures one message with a key, each in an execution of its own in real n8n, beside n8n's own Remove Duplicates with
 * the same history: from the call of a webhook to its answer once the workflow has ended. A service answers at once.
 * @param histories numbers of keys that the node has used before
 */
export async function oneKey(
	print: (line: string) => void,
	histories: number[],
): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const database of DATABASES) {
		figures.push(...(await withN8n(database, async (n8n) => await compare(n8n, histories, print))));
	}
	return figures;
}

/** A real n8n with the package in it. */
interface RunningN8n {
	database: Database;
	url: string;
	client: N8nClient;
	/** `{base_url}` of the simulator. */
	service: string;
}

/** Starts n8n with its servers, and stops all of them after the measurement. */
async function withN8n<T>(
	database: Database,
	measure: (n8n: RunningN8n) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-bench-n8n-'));
	// PostgreSQL's user has to come through to its own folder.
	await chmod(folder, 0o711);
	const userFolder = path.join(folder, 'n8n');
	await installPackage(userFolder, await packPackage(path.join(folder, 'package')));

	const service = await startService(0);
	const postgres =
		database === 'PostgreSQL'
			? await startPostgres(path.join(folder, 'postgres'), true)
			: undefined;
	const n8n = await N8nInstance.start({
		userFolder,
		port: await probePort(0),
		log: path.join(folder, 'n8n.log'),
		env: { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none', ...(postgres && settingsFor(postgres)) },
	});

	try {
		await n8n.ready();
		const client = new N8nClient(n8n.url);
		await client.login({ email: 'owner@example.com', password: `Only-for-bench-${process.pid}` });
		return await measure({ database, url: n8n.url, client, service: service.baseUrl });
	} finally {
		await n8n.stop();
		await postgres?.process.stop();
		service.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

const settingsFor = ({ port }: Server) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: LOOPBACK,
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: 'n8n',
});

/** Measures the ways in turns, one history after the other. */
async function compare(
	n8n: RunningN8n,
	histories: number[],
	print: (line: string) => void,
): Promise<Figure[]> {
	const { url, client, service, database } = n8n;
	const credential = await client.saveCredential(
		'Simulator',
		'messagingServiceApi',
		simulatorCredential(service),
	);

	const start = async (way: Way, used: number) => {
		const address = `${way}-${used}`;
		await client.activate(await client.createWorkflow(workflowOf(way, address, credential)));
		const sender = new Sender(`${url}/webhook/${address}`);
		const recorded = way === 'without' ? 0 : used;
		for (let sent = 0; sent < recorded; sent += KEYS_OF_A_RUN) {
			await sender.send(Math.min(KEYS_OF_A_RUN, recorded - sent));
		}
		print(`  ${database}, ${way}: ${recorded} keys are used`);
		return async () => await sender.timeOf(MESSAGES);
	};

	const figures: Figure[] = [];
	for (const used of histories) {
		const figure = (rounds: Round[]) => figureOf(rounds, used, database);
		const ways = {
			without: await start('without', used),
			removeDuplicates: await start('removeDuplicates', used),
			withKey: await start('withKey', used),
		};
		const rounds = await inTurns<Round>(ways, {
			least: 7,
			most: 15,
			settled: (all) => isClear(figure(all)),
		});
		figures.push(figure(rounds));
	}
	return figures;
}

function figureOf(rounds: Round[], used: number, database: Database): Figure {
	const ms = (way: Way) => inWords(middle(rounds.map((round) => round[way])), 1);
	return atMost(
		`one message with a key / behind Remove Duplicates, ${used} keys used, ${database}`,
		1.2,
		middle(rounds.map(({ withKey, removeDuplicates }) => withKey / removeDuplicates)),
		`with ${ms('withKey')} ms, Remove Duplicates ${ms('removeDuplicates')} ms, without ${ms('without')} ms`,
	);
}
