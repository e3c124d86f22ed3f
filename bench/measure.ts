/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import 'reflect-metadata';

import process from 'node:process';

import { WorkflowExecute } from 'n8n-core';
import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { simulatorCredential } from '../playground/src/simulatorCredential';
import { createAdditionalData } from '../test/support/additionalData';
import { KeyStore } from '../test/support/keyStore';
import { type Message, sendBare } from './bare';
import { type Instructions, type RivalName, type RivalNode, rivalNode } from './rivals';

/** One run: who sends how many items, and how. */
export interface Task extends Instructions {
	who: RivalName | 'bare';
	items: number;
	/** Number of executions, one after the other. */
	repeats: number;
	/** Number of items that are sent before the first run is measured, to `warmUpService`. */
	warmUp: number;
	warmUpService: string;
}

/** Cost of a run, all of its executions together. */
export interface Measurement {
	/** ms of the clock. */
	time: number;
	/** User and system time of the process, in µs. */
	cpu: number;
	/** Peak of the process's resident memory, in MB. */
	memory: number;
}

const SOURCE: INodeType = {
	description: {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: 'Returns items',
		defaults: { name: 'Source' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
};

/** Returns messages with numbers and texts of their own. */
const messagesFor = (count: number): Message[] =>
	Array.from({ length: count }, (_, index) => ({
		to: `+1202${2_000_000 + index}`,
		text: `Your order ${String(index).padStart(6, '0')} is on its way.`,
	}));

/** Number of workflows so far: each has a record of keys of its own, so that no key was used before. */
let workflows = 0;

/** Returns a workflow in which a source hands the items to the rival's node. */
function workflowFor(rival: RivalNode, items: INodeExecutionData[]): Workflow {
	const { node, credentialType, ...rest } = rival;
	const source: INodeType = { ...SOURCE, execute: async () => [items] };
	const types: Record<string, INodeType> = { source, [rest.type]: node };
	const place = { position: [0, 0] as [number, number] };
	workflows += 1;

	return new Workflow({
		id: `bench ${workflows}`,
		active: false,
		nodeTypes: {
			getByName: (name) => types[name],
			getByNameAndVersion: (name) => types[name],
			getKnownTypes: () => ({}),
		},
		settings: { executionOrder: 'v1' },
		nodes: [
			{ ...place, id: '1', name: 'Source', type: 'source', typeVersion: 1, parameters: {} },
			{
				...place,
				...rest,
				id: '2',
				name: 'Node',
				credentials: { [credentialType]: { id: '1', name: 'Simulator' } },
			},
		],
		connections: {
			Source: { main: [[{ node: 'Node', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
}

/** Sends the items of a run once. @throws Error where the execution fails, or loses an item */
async function carryOut(task: Task): Promise<void> {
	const { who, service, concurrency } = task;
	const messages = messagesFor(task.items);
	if (who === 'bare') {
		await sendBare(service, concurrency, messages);
		return;
	}

	const items = messages.map((json, item) => ({ json: { ...json }, pairedItem: { item } }));
	const workflow = workflowFor(rivalNode(who, task), items);
	const credential = simulatorCredential(service);
	// The package reads the credential's own fields, and HTTP Request those of its Header Auth.
	const header = { name: 'Authorization', value: `Bearer ${credential.apiToken}` };
	const additionalData = createAdditionalData({ ...credential, ...header }, workflow.nodeTypes);
	const execution = new WorkflowExecute(additionalData, 'manual');
	const run = await execution.run({ workflow, startNode: workflow.getNode('Source') ?? undefined });

	const { error, runData } = run.data.resultData;
	if (error) throw new Error(`${who}: ${error.message}`);
	const output = runData.Node[0].data?.main[0] ?? [];
	if (output.length !== items.length) throw new Error(`${who}: ${output.length} items came out`);
}

/** True once this process has run a task. */
let isWarm = false;

/** Runs the task once before it is measured, as in an n8n that has been running for a while. */
async function warmUp(task: Task): Promise<void> {
	if (isWarm) return;
	isWarm = true;

	await new KeyStore().register();
	if (task.warmUp > 0) {
		await carryOut({ ...task, service: task.warmUpService, items: task.warmUp });
	}
}

async function measure(task: Task): Promise<Measurement> {
	await warmUp(task);

	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	for (let count = 0; count < task.repeats; count++) await carryOut(task);
	const time = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);

	return { time, cpu: user + system, memory: process.resourceUsage().maxRSS / 1024 };
}

process.on('message', (task: Task) => {
	void measure(task)
		.catch((error: Error) => ({ error: error.stack ?? error.message }))
		.then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
