/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import 'reflect-metadata';

import process from 'node:process';

import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes, Workflow } from 'n8n-workflow';

import { simulatorCredential } from '../playground/src/simulatorCredential';
import { createAdditionalData } from '../test/support/additionalData';
import { KeyStore } from '../test/support/keyStore';
import { sendBare } from './bare';
import type { Contestant, ContestantName } from './contestants';
import { contestant, credentialType } from './contestants';
import type { Profile } from './profile';
import { profileOf } from './profile';

/** One run: who sends how many items, and how many at once. */
export interface Task {
	who: ContestantName | 'bare' | 'keepAlive';
	items: number;
	concurrency: number;
	/** ms between the starts of two batches of the HTTP Request node. */
	batchInterval: number;
	/** Number of executions, one after the other. */
	repeats: number;
	/** Number of executions of one workflow at the same time, among which the items are divided. */
	atOnce: number;
	/** Whether each message has a Send Once Key. */
	hasKeys: boolean;
	profiled: boolean;
	/** Whether the node continues after items that fail, and its word on each item is returned. */
	continues: boolean;
	/** `{base_url}` of the simulator. */
	service: string;
	/** `{base_url}` of a simulator without latency, for the run that warms everything up. */
	warmUpService: string;
	/** Number of items of that run; 0 for no such run. */
	warmUp: number;
}

/** A message, and what the node says became of it. */
export interface Outcome {
	text: string;
	status: 'sent' | 'possiblySent' | 'notSent';
}

/** Cost of a run, all of its executions together. */
export interface Measurement {
	/** ms of the clock. */
	time: number;
	/** User and system time of the process, in µs. */
	cpu: number;
	/** Peak of the process's resident memory, in MB. */
	memory: number;
	/** Present where the task is profiled. */
	profile?: Profile;
	/** The status of each message; present where the node continues after failures. */
	outcomes?: Outcome[];
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

/** Returns messages with numbers and texts of their own, from the given position on. */
function messagesFor(count: number, from = 0) {
	return Array.from({ length: count }, (_, position) => from + position).map((index) => ({
		to: `+1${202 + Math.floor(index / 1e6)}${String(2_000_000 + (index % 1e6))}`,
		text: `Your order ${String(index).padStart(6, '0')} is on its way.`,
	}));
}

/** A run through n8n. */
type Instructed = Task & { who: ContestantName };

/** Returns a workflow in which a source hands the items to the contestant's node. */
function workflowFor(
	{ node, credentialType: credential, ...contestantNode }: Contestant,
	{ id, items, continues }: { id: string; items: INodeExecutionData[]; continues: boolean },
): Workflow {
	const source: INodeType = { ...SOURCE, execute: async () => [items] };
	const types: Record<string, INodeType> = { source, [contestantNode.type]: node };
	const place = { position: [0, 0] as [number, number] };

	return new Workflow({
		id,
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
				...contestantNode,
				id: '2',
				name: 'Node',
				credentials: { [credential]: { id: '1', name: 'Simulator' } },
				...(continues && { onError: 'continueRegularOutput' }),
			},
		],
		connections: {
			Source: { main: [[{ node: 'Node', type: NodeConnectionTypes.Main, index: 0 }]] },
		},
	});
}

/**
 * Sends one part of a run's items, in an execution of its own.
 * @throws Error where the execution fails, or loses an item
 */
async function sendThroughN8n(
	{ who, items: all, ...instructions }: Instructed,
	id: string,
	part: number,
): Promise<Outcome[]> {
	const { atOnce, continues, service } = instructions;
	const count = Math.ceil(all / atOnce);
	const messages = messagesFor(count, part * count);
	const items = messages.map((json, item) => ({ json, pairedItem: { item } }));
	const workflow = workflowFor(contestant(who, instructions), { id, items, continues });

	const credential = { ...simulatorCredential(service), accountSid: 'AC' };
	const execution = new WorkflowExecute(
		createAdditionalData(credential, credentialType(), workflow.nodeTypes),
		'manual',
	);
	const run = await execution.run({ workflow, startNode: workflow.getNode('Source') ?? undefined });

	const { error, runData } = run.data.resultData;
	if (error) throw new Error(`${who}: ${error.message}`);
	const output = runData.Node[0].data?.main[0] ?? [];
	if (output.length !== count) throw new Error(`${who} gave ${output.length} of ${count} items`);

	if (!continues) return [];
	return output.map(({ json }, item) => ({ text: messages[item].text, status: statusOf(json) }));
}

function statusOf({ error, errorDetails }: IDataObject): Outcome['status'] {
	if (error === undefined) return 'sent';
	return (errorDetails as IDataObject).mayHaveBeenSent ? 'possiblySent' : 'notSent';
}

/** Sends the items of a run once. */
async function carryOut(task: Task): Promise<Outcome[]> {
	const { who, atOnce } = task;
	if (who === 'bare' || who === 'keepAlive') {
		await sendBare({ ...task, keepAlive: who === 'keepAlive' }, messagesFor(task.items));
		return [];
	}

	// Each workflow has a record of keys of its own, so that no key was used before.
	workflows += 1;
	const workflowId = `bench ${workflows}`;

	const parts = Array.from({ length: atOnce }, (_, part) => part);
	const outcomes = await Promise.all(
		parts.map(async (part) => await sendThroughN8n({ ...task, who }, workflowId, part)),
	);
	return outcomes.flat();
}

/** Number of workflows so far. */
let workflows = 0;

/** Whether this process has run a task before. */
let isWarm = false;

/** Runs everything once before it is measured, as in an n8n that has been running for a while. */
async function warmUp(task: Task): Promise<void> {
	if (isWarm) return;
	isWarm = true;

	await new KeyStore().register();
	if (task.warmUp === 0) return;
	const { warmUpService: service, warmUp: items } = task;
	await carryOut({ ...task, service, items, batchInterval: 1 });
}

async function measure(task: Task): Promise<Measurement> {
	await warmUp(task);

	const outcomes: Outcome[] = [];
	const executions = async () => {
		for (let count = 0; count < task.repeats; count++) outcomes.push(...(await carryOut(task)));
	};

	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const profile = task.profiled ? await profileOf(executions) : await executions();
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
