/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import 'reflect-metadata';

import process from 'node:process';

import { WorkflowExecute } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { createAdditionalData } from '../test/support/additionalData';
import type { ContestantName } from './contestants';
import { contestant, credentialType } from './contestants';

/** One run: who sends how many items, and how many at once. */
export interface Task {
	who: ContestantName;
	items: number;
	inFlight: number;
	/** `{base_url}` of the simulator. */
	service: string;
	/** Of a simulator without latency, for the run that warms everything up. */
	warmUpService: string;
	/** Items of that run; 0 for none. */
	warmUp: number;
}

/** What a run took. */
export interface Measurement {
	/** ms */
	time: number;
	/** User and system time of the process, in µs. */
	cpu: number;
	/** Peak of the process's resident memory, in MB. */
	memory: number;
	/** Items that came out. */
	done: number;
}

const SOURCE: INodeType = {
	description: {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: 'Gives items',
		defaults: { name: 'Source' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
};

function itemsFor(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		json: {
			to: `+1${202 + Math.floor(index / 1e6)}${String(2_000_000 + (index % 1e6))}`,
			text: `Your order ${String(index).padStart(6, '0')} is on its way.`,
		},
		pairedItem: { item: index },
	}));
}

async function send(task: Task, service: string, count: number): Promise<number> {
	const {
		type,
		typeVersion,
		node,
		parameters,
		credentialType: credential,
	} = contestant(task.who, service, task.inFlight);
	const items = itemsFor(count);
	const source: INodeType = { ...SOURCE, execute: async () => [items] };
	const types: Record<string, INodeType> = { source, [type]: node };
	const nodeTypes = {
		getByName: (name: string) => types[name],
		getByNameAndVersion: (name: string) => types[name],
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: 'bench',
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
		nodes: [
			{ id: '1', name: 'Source', type: 'source', typeVersion: 1, position: [0, 0], parameters: {} },
			{
				id: '2',
				name: 'Node',
				type,
				typeVersion,
				position: [0, 0],
				parameters,
				credentials: { [credential]: { id: '1', name: 'Simulator' } },
			},
		],
		connections: {
			Source: { main: [[{ node: 'Node', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
	const execution = new WorkflowExecute(
		createAdditionalData(
			{
				baseUrl: service,
				apiToken: 'demo-enterprise',
				authScheme: 'Bearer',
				accountSid: 'AC',
			},
			credentialType(),
			nodeTypes,
		),
		'manual',
	);
	const run = await execution.run({ workflow, startNode: workflow.getNode('Source') ?? undefined });
	const { error, runData } = run.data.resultData;
	if (error) throw new Error(`${task.who}: ${error.message}`);
	return runData.Node[0].data?.main[0]?.length ?? 0;
}

async function measure(task: Task): Promise<Measurement> {
	if (task.warmUp > 0) await send(task, task.warmUpService, task.warmUp);
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const done = await send(task, task.service, task.items);
	const time = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);
	return { time, cpu: user + system, memory: process.resourceUsage().maxRSS / 1024, done };
}

void measure(JSON.parse(process.argv[2] ?? '{}') as Task).then((measurement) => {
	process.stdout.write(`\n${JSON.stringify(measurement)}\n`, () => process.exit(0));
});
