/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { CredentialReference } from '../playground/src/n8nClient';
import { N8nClient } from '../playground/src/n8nClient';
import { N8nInstance } from '../playground/src/n8nInstance';
import { installPackage, packPackage } from '../playground/src/package';
import { probePort } from '../playground/src/ports';
import { simulatorCredential } from '../playground/src/simulatorCredential';
import { until } from '../test/support/executions';
import type { Section } from './section';
import { atMost, isClear, withSpread } from './section';
import { Services } from './services';
import { inTurns, middle } from './turns';

/** Keys that one execution uses, before anything is measured. */
const KEYS_OF_A_RUN = 1_000;

/** Keys that n8n's Remove Duplicates remembers. It refuses more, so there is room for those of the measurement. */
const HISTORY = 10_000;
const MOST_REMEMBERED = 9_000;

/** Messages that each rival sends in a round, each in an execution of its own. */
const MESSAGES = 20;

/** ms that each one takes for a message. */
type Round = Record<'without' | 'removeDuplicates' | 'withKey', number>;

type Rival = keyof Round;

const OPTIONS: Record<Rival, INodeParameters> = {
	without: {},
	removeDuplicates: {},
	withKey: { sendOnceKey: '={{ $json.text }}' },
};

/**
 * Measures one message with a key, each in an execution of its own in real n8n with SQLite, on a node that has used
 * many keys: from the call of a webhook to its answer once the workflow has ended.
 * @param used keys that the node has used before
 */
export async function oneMessage(print: (line: string) => void, used: number): Promise<Section> {
	const folder = await mkdtemp(path.join(tmpdir(), 'messaging-service-bench-n8n-'));
	const services = new Services();
	const userFolder = path.join(folder, 'n8n');
	await installPackage(userFolder, await packPackage(path.join(folder, 'package')));
	const log = path.join(folder, 'n8n.log');
	const n8n = await N8nInstance.start({ userFolder, port: await probePort(0), log });

	try {
		await n8n.ready();
		const client = new N8nClient(n8n.url);
		await client.login({ email: 'owner@example.com', password: `Only-for-bench-${process.pid}` });
		const { direct } = await services.start({ latency: 0 });
		const data = simulatorCredential(direct.baseUrl);
		const credential = await client.saveCredential('Simulator', 'messagingServiceApi', data);

		const start = async (rival: Rival, remembered: number) => {
			await client.activate(await client.createWorkflow(workflow(rival, credential)));
			const sender = new Sender(`${n8n.url}/webhook/${rival}`);
			for (let sent = 0; sent < remembered; sent += KEYS_OF_A_RUN) await sender.send(KEYS_OF_A_RUN);
			print(`  ${rival}: ${remembered} keys are used`);
			return async () => await sender.timeOf(MESSAGES);
		};
		const rivals = {
			without: await start('without', 0),
			removeDuplicates: await start('removeDuplicates', Math.min(used, MOST_REMEMBERED)),
			withKey: await start('withKey', used),
		};
		return await compare(rivals, used);
	} finally {
		await n8n.stop();
		await services.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Measures the rivals in turns. */
async function compare(
	rivals: Record<Rival, () => Promise<number>>,
	used: number,
): Promise<Section> {
	const target = (rounds: Round[]) =>
		atMost(
			`one message with a key / behind Remove Duplicates, ${used} keys used`,
			middle(rounds.map(({ withKey, removeDuplicates }) => withKey / removeDuplicates)),
			1.2,
		);

	const rounds = await inTurns<Round>(rivals, {
		least: 7,
		most: 21,
		settled: (all) => isClear(target(all)),
	});

	const cell = (rival: Rival) => withSpread(middle(rounds.map((round) => round[rival])), 1);
	const row = {
		'without (ms)': cell('without'),
		'removeDuplicates (ms)': cell('removeDuplicates'),
		'withKey (ms)': cell('withKey'),
	};
	return {
		tables: { 'one message in an execution of its own, in real n8n': [row] },
		targets: [target(rounds)],
	};
}

/** Sends messages whose texts are all different, by a webhook. */
class Sender {
	private sent = 0;

	constructor(private readonly url: string) {}

	/** Sends so many messages in one execution. @throws Error where they were not sent */
	async send(count: number): Promise<void> {
		const rows = Array.from({ length: count }, (_, row) => ({
			to: `+1202${2_000_000 + this.sent + row}`,
			text: `Your order ${String(this.sent + row).padStart(6, '0')} is on its way.`,
		}));
		this.sent += count;

		const request = {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rows }),
		};
		// n8n takes a moment to publish a workflow.
		const response = await until(async () => {
			const answered = await fetch(this.url, request);
			return answered.status !== 404 && answered;
		});

		const answer = await response.text();
		if (!answer.includes('crumbs')) throw new Error(`${this.url} answered ${answer}`);
	}

	/** Returns the ms that a message takes, on average of so many that are sent one after the other. */
	async timeOf(count: number): Promise<number> {
		const begin = performance.now();
		for (let message = 0; message < count; message++) await this.send(1);
		return (performance.now() - begin) / count;
	}
}

/** Returns a workflow that sends each row of a webhook's call, and answers once it has ended. */
function workflow(rival: Rival, credential: CredentialReference) {
	const base = (name: string, typeVersion: number, parameters: INodeParameters): INode => ({
		id: `${rival} ${name}`,
		name,
		type: `n8n-nodes-base.${name}`,
		typeVersion,
		position: [0, 0],
		parameters,
	});

	const webhook: INode = {
		...base('webhook', 2, { httpMethod: 'POST', path: rival, responseMode: 'lastNode' }),
		webhookId: rival,
	};
	const splitOut = base('splitOut', 1, { fieldToSplitOut: 'body.rows' });
	const removeDuplicates = base('removeDuplicates', 2, {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.text }}',
		options: { historySize: HISTORY },
	});
	const send: INode = {
		...base('send', 1, {
			resource: 'message',
			operation: 'send',
			channel: 'sms',
			to: '={{ $json.to }}',
			message: '={{ $json.text }}',
			options: OPTIONS[rival],
		}),
		type: 'n8n-nodes-messaging-service.messagingService',
		credentials: { messagingServiceApi: credential },
	};

	const filters = rival === 'removeDuplicates' ? [removeDuplicates] : [];
	const nodes = [webhook, splitOut, ...filters, send];
	return { name: rival, nodes, connections: inARow(nodes) };
}

/** Connects each node with the next. */
function inARow(nodes: INode[]): IConnections {
	const connections: IConnections = {};
	nodes.slice(1).forEach(({ name }, index) => {
		const before = nodes[index].name;
		connections[before] = { main: [[{ node: name, type: 'main', index: 0 }]] };
	});
	return connections;
}
