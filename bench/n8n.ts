/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import type { CredentialReference, WorkflowNode } from '../playground/src/n8nClient';
import { simulatorCredential } from '../playground/src/simulatorCredential';
import { EditorClient } from '../test/n8n/support/client';
import { type Machine, processOf } from '../test/n8n/support/install';
import { OWNER, until } from '../test/n8n/support/n8n';
import { inARow, node, sendNode } from '../test/n8n/support/workflow';

/** How messages are sent: by the node, without a key or with one, or behind n8n's Remove Duplicates; by HTTP Request. */
export type Way = 'without' | 'withKey' | 'removeDuplicates' | 'httpRequest' | 'nothing';

/** What a run cost, in ms, and the highest memory that n8n has had since it started, in MB. */
export interface Cost {
	time: number;
	processor: number;
	memory: number;
}

/** Sends so many messages in one execution, each different from all before. @throws Error where they were not sent */
export type Sender = (messages: number) => Promise<Cost>;

/** Returns a sender, whose workflow has just been published. @param atOnce how many requests run at the same time */
export type Senders = (way: Way, atOnce?: number) => Promise<Sender>;

const SETTINGS = {
	EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	N8N_METRICS: 'true',
	N8N_PAYLOAD_SIZE_MAX: '64',
};

/** Keys that Remove Duplicates remembers: more than are ever used here, since it refuses more. */
const HISTORY = 1_000_000;

let sent = 0;

/** Starts an n8n with the package for one measurement, and stops it afterwards. @param service Base URL of the simulator */
export async function withN8n<T>(
	machine: Machine,
	service: string,
	measure: (senders: Senders) => Promise<T>,
): Promise<T> {
	const n8n = await machine.n8n('bench', { env: SETTINGS });
	try {
		const client = new EditorClient(n8n.url);
		await client.login(OWNER);
		const data = simulatorCredential(service);
		const header = { name: 'Authorization', value: `${data.authScheme} ${data.apiToken}` };
		const credentials = {
			messagingServiceApi: await client.saveCredential('Simulator', 'messagingServiceApi', data),
			httpHeaderAuth: await client.saveCredential('Header', 'httpHeaderAuth', header),
		};

		const processor = async () => {
			const metrics = await (await fetch(`${n8n.url}/metrics`)).text();
			return Number(/^n8n_process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]) * 1000;
		};
		const memory = () => {
			const status = readFileSync(`/proc/${processOf(n8n)}/status`, 'utf8');
			return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
		};

		return await measure(async (way, atOnce = 50) => {
			const address = crypto.randomUUID();
			const nodes = nodesOf(way, address, service, atOnce, credentials);
			await client.activate(await client.createWorkflow(inARow(...nodes)));

			return async (messages) => {
				const body = JSON.stringify({ rows: newRows(messages) });
				const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
				const [begin, before] = [performance.now(), await processor()];
				// n8n takes a moment to publish a workflow, and answers 404 until then.
				const answer = await until(async () => {
					const response = await fetch(`${n8n.url}/webhook/${address}`, request);
					return response.status !== 404 && (await response.text());
				});
				const time = performance.now() - begin;
				const mark = way === 'nothing' ? 'Your order' : 'crumbs';
				if (!answer.includes(mark)) throw new Error(`${way} was answered ${answer.slice(0, 200)}`);
				return { time, processor: (await processor()) - before, memory: memory() };
			};
		});
	} finally {
		await n8n.stop();
	}
}

/** Returns rows whose numbers and texts were never used before. */
function newRows(count: number) {
	sent += count;
	return Array.from({ length: count }, (_, index) => ({
		to: `+1202${2_000_000 + ((sent - index) % 7_000_000)}`,
		text: `Your order ${sent - index} is on its way.`,
	}));
}

/** Returns the nodes of a workflow that sends each row of a webhook's call, and answers once it has ended. */
function nodesOf(
	way: Way,
	address: string,
	service: string,
	atOnce: number,
	{ httpHeaderAuth, ...ofThePackage }: Record<string, CredentialReference>,
): WorkflowNode[] {
	const webhook = {
		...node('Call', 'webhook', { httpMethod: 'POST', path: address, responseMode: 'lastNode' }),
		webhookId: address,
	};
	const removeDuplicates = node('Once', 'removeDuplicates', {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.text }}',
		options: { historySize: HISTORY },
	});
	const httpRequest = node('Send', 'httpRequest', {
		method: 'POST',
		url: `${service}/send/text`,
		authentication: 'genericCredentialType',
		genericAuthType: 'httpHeaderAuth',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ { to: $json.to, message: $json.text } }}',
		// It starts a batch each ms, whatever became of the one before.
		options: { batching: { batch: { batchSize: atOnce, batchInterval: 1 } } },
	});
	const key = way === 'withKey' && { sendOnceKey: '={{ $json.text }}' };
	const own = sendNode({ options: { concurrency: atOnce, ...key } });

	const last = {
		httpRequest: { ...httpRequest, credentials: { httpHeaderAuth } },
		nothing: node('Nothing', 'noOp'),
	}[way as string];
	return [
		webhook,
		node('Split', 'splitOut', { fieldToSplitOut: 'body.rows' }),
		...(way === 'removeDuplicates' ? [removeDuplicates] : []),
		last ?? { ...own, credentials: ofThePackage },
	];
}
