/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import 'reflect-metadata';

import process from 'node:process';

import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { simulatorCredential } from '../playground/src/simulatorCredential';
import { createAdditionalData } from '../test/support/additionalData';
import { KeyStore } from '../test/support/keyStore';
import { sendBare } from './bare';
import type { ContestantName } from './contestants';
import { contestant, credentialType } from './contestants';
import type { Profile } from './profile';
import { profiled } from './profile';

/** One run: who sends how many items, and how many at once. */
export interface Task {
	who: ContestantName | 'bare' | 'keepAlive';
	items: number;
	concurrency: number;
	/** Between the batches of the HTTP Request node, in ms. */
	batchInterval: number;
	/** Executions, one after the other. */
	repeats: number;
	/** Executions of one workflow at the same time, among which the items are divided. */
	atOnce: number;
	/** Whether each message has a Send Once Key. */
	hasKeys: boolean;
	profiled: boolean;
	/** Whether the node continues after items that fail, and it is told what it says of each. */
	continues: boolean;
	/** `{base_url}` of the simulator. */
	service: string;
	/** Address of a simulator without latency, for the run that warms everything up. */
	warmUpService: string;
	/** Items of that run; 0 for none. */
	warmUp: number;
}

/** The status that the node reports of a message. */
export interface Outcome {
	text: string;
	status: 'sent' | 'possiblySent' | 'notSent';
}

/** Cost of a run, all of its executions together. */
export interface Measurement {
	/** ms */
	time: number;
	/** User and system time of the process, in µs. */
	cpu: number;
	/** Peak of the process's resident memory, in MB. */
	memory: number;
	/** Where it was asked for. */
	profile?: Profile;
	/** The status of each message, where the node continues after failures. */
	outcomes?: Outcome[];
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

function messagesFor(count: number, from = 0) {
	return Array.from({ length: count }, (_, position) => from + position).map((index) => ({
		to: `+1${202 + Math.floor(index / 1e6)}${String(2_000_000 + (index % 1e6))}`,
		text: `Your order ${String(index).padStart(6, '0')} is on its way.`,
	}));
}

async function sendThroughN8n(
	{ who, items: all, ...instructions }: Task & { who: ContestantName },
	workflowId: string,
	part = 0,
): Promise<Outcome[]> {
	const count = Math.ceil(all / instructions.atOnce);
	const {
		type,
		typeVersion,
		node,
		parameters,
		credentialType: credential,
	} = contestant(who, instructions);
	const items = messagesFor(count, part * count).map((json, item) => ({
		json,
		pairedItem: { item },
	}));
	const source: INodeType = { ...SOURCE, execute: async () => [items] };
	const types: Record<string, INodeType> = { source, [type]: node };
	const nodeTypes = {
		getByName: (name: string) => types[name],
		getByNameAndVersion: (name: string) => types[name],
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: workflowId,
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
				...(instructions.continues && { onError: 'continueRegularOutput' }),
			},
		],
		connections: {
			Source: { main: [[{ node: 'Node', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
	const execution = new WorkflowExecute(
		createAdditionalData(
			{ ...simulatorCredential(instructions.service), accountSid: 'AC' },
			credentialType(),
			nodeTypes,
		),
		'manual',
	);
	const run = await execution.run({ workflow, startNode: workflow.getNode('Source') ?? undefined });
	const { error, runData } = run.data.resultData;
	if (error) throw new Error(`${who}: ${error.message}`);
	const output = runData.Node[0].data?.main[0] ?? [];
	if (output.length !== count) throw new Error(`${who} gave ${output.length} of ${count} items`);
	if (!instructions.continues) return [];
	return output.map(({ json }, item) => ({ text: items[item].json.text, status: statusOf(json) }));
}

function statusOf({ error, errorDetails }: IDataObject): Outcome['status'] {
	if (error === undefined) return 'sent';
	return (errorDetails as IDataObject).mayHaveBeenSent ? 'possiblySent' : 'notSent';
}

async function carryOut(task: Task): Promise<Outcome[]> {
	const { who, atOnce } = task;
	if (who === 'bare' || who === 'keepAlive') {
		await sendBare({ ...task, keepAlive: who === 'keepAlive' }, messagesFor(task.items));
		return [];
	}
	// A workflow of its own has a record of keys of its own: none is used yet.
	const workflowId = `bench ${workflows++}`;
	const parts = Array.from({ length: atOnce }, (_, part) => part);
	const outcomes = await Promise.all(
		parts.map(async (part) => await sendThroughN8n({ ...task, who }, workflowId, part)),
	);
	return outcomes.flat();
}

let workflows = 0;

/** Whether what is measured was run before in this process. */
let isWarm = false;

async function measure(task: Task): Promise<Measurement> {
	if (!isWarm) await new KeyStore().register();
	if (!isWarm && task.warmUp > 0) {
		const { warmUp, warmUpService } = task;
		await carryOut({ ...task, service: warmUpService, items: warmUp, batchInterval: 1 });
	}
	isWarm = true;
	const outcomes: Outcome[] = [];
	const executions = async () => {
		for (let count = 0; count < task.repeats; count++) outcomes.push(...(await carryOut(task)));
	};
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const { profile } = task.profiled ? await profiled(executions) : { profile: await executions() };
	const time = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);
	return {
		time,
		cpu: user + system,
		memory: process.resourceUsage().maxRSS / 1024,
		...(profile && { profile }),
		...(task.continues && { outcomes }),
	};
}

process.on('message', (task: Task) => {
	void measure(task)
		.catch((error: Error) => ({ error: error.stack ?? error.message }))
		.then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit());
