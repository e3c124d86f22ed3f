/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-hardcoded-secrets -- runs on Node.js itself, never inside n8n */
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import { type ExampleCredentials, giveCredentials } from '../../../playground/src/examples';
import {
	type CredentialReference,
	type StoredWorkflow,
	type WorkflowFile,
} from '../../../playground/src/n8nClient';
import { simulatorCredential } from '../../../playground/src/simulatorCredential';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../simulator';
import { lease } from '../../support/simulated';
import { EditorClient } from './client';

/** Owns every n8n of these tests. */
export const OWNER = { email: 'owner@example.com', password: 'Only-for-tests-1' };

/** The environment variable that names the n8n that was started for all tests, its address. */
export const SHARED_N8N = 'MESSAGING_SERVICE_N8N';

/** Asks again and again until there is something to return. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await setTimeout(100);
	}
}

/** An execution that has ended. */
export interface Ended {
	id: string;
	workflow: StoredWorkflow;
	status: string;
	data: IRunExecutionData;
	/** The error that ended it. */
	error?: { message: string; description?: string | null };
	/** What a node's last run returned. */
	json(node: string, output?: number): IDataObject[];
}

const isOver = (status: string) => !['new', 'running', 'waiting'].includes(status);

/** An n8n, and a simulated service that its credential names. */
export class TestedN8n {
	client!: EditorClient;

	simulator!: Simulator;

	credential!: CredentialReference;

	url!: string;

	/** Logs in, and starts a simulator. */
	async connect(url: string, options?: SimulatorOptions): Promise<void> {
		this.url = url;
		this.client = new EditorClient(url);
		await this.client.login(OWNER);
		this.simulator ??= await startSimulator(options);
		const data = simulatorCredential(this.simulator.baseUrl);
		this.credential = await this.client.saveCredential('Simulator', 'messagingServiceApi', data);
	}

	/** Texts of the messages that were sent, in their order. */
	get texts(): string[] {
		return this.simulator.messages.map(({ text }) => text);
	}

	/** Who got them. */
	get recipients(): string[] {
		return this.simulator.messages.map(({ to }) => to);
	}

	/** Creates a workflow; its nodes get the credentials that they lack. */
	async create(file: WorkflowFile, credentials: ExampleCredentials = {}): Promise<StoredWorkflow> {
		const all = { messagingServiceApi: this.credential, ...credentials };
		return await this.client.createWorkflow(giveCredentials(file, all));
	}

	/** Starts a workflow from its first trigger. Returns the ID of the execution. */
	async start(file: WorkflowFile | StoredWorkflow): Promise<string> {
		const workflow = 'id' in file ? file : await this.create(file);
		const trigger = workflow.nodes.find(({ type }) => /Trigger$/.test(type));
		return await this.client.run(workflow, trigger?.name ?? '');
	}

	/** Runs a workflow to its end. */
	async run(file: WorkflowFile | StoredWorkflow): Promise<Ended> {
		return await this.ended(await this.start(file));
	}

	/** Presses *Retry* on a failed execution, with its own workflow or with the one that is saved now. */
	async retry({ id }: Ended, { loadWorkflow = false } = {}): Promise<Ended> {
		return await this.ended(await this.client.retry(id, { loadWorkflow }));
	}

	/** Waits for an execution to end. */
	async ended(id: string): Promise<Ended> {
		await until(async () => isOver((await this.client.execution(id)).status));
		// Read once more: n8n 1 saves the status before the data.
		const execution = await this.client.execution(id);

		const data = parse(execution.data) as IRunExecutionData;
		const items = (node: string, output: number): INodeExecutionData[] =>
			data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
		return {
			id,
			workflow: execution.workflowData,
			status: execution.status,
			data,
			error: data.resultData.error,
			json: (node, output = 0) => items(node, output).map(({ json }) => json),
		};
	}

	/** Publishes a workflow while something is done. */
	async published<T>(workflow: StoredWorkflow, act: () => Promise<T>): Promise<T> {
		await this.client.activate(await this.client.workflow(workflow.id));
		try {
			return await act();
		} finally {
			await this.client.deactivate(workflow.id);
		}
	}

	/** Waits for the execution that a trigger starts, after so many others. */
	async fired({ id }: StoredWorkflow, others = 0): Promise<Ended> {
		const [newest] = await until(async () => {
			const executions = await this.client.executions(id);
			return executions.length > others && executions;
		});
		return await this.ended(newest.id);
	}

	/** Waits until an execution has asked so often, and waits for an answer. Returns the last link. */
	async link(execution: string, questions = 1): Promise<string> {
		return await until(async () => {
			const links = this.texts.flatMap((text) => /https?:\/\/\S+/.exec(text) ?? []);
			const question = links[questions - 1];
			// Looked at last: while a question is sent, the execution does not wait for an earlier one.
			const { status } = await this.client.execution(execution);
			if (isOver(status)) throw new Error(`The execution ended (${status}), and did not wait`);
			return status === 'waiting' && question;
		});
	}

	/** Does with a number of the service what somebody else would. */
	async lease(...change: ['register' | 'relinquish', string]): Promise<void> {
		await lease(this.simulator.baseUrl, ...change);
	}

	/** Calls a webhook or a form, once n8n has registered it. */
	async call(path: string, init: RequestInit = {}): Promise<Response> {
		return await until(async () => {
			const response = await fetch(`${this.url}${path}`, init);
			return response.status !== 404 && response;
		});
	}
}

/** Sends a page back as its browser does. */
export const post = async (address: string | URL, values: Record<string, string> = {}) =>
	await fetch(address, { method: 'POST', body: new URLSearchParams(values) });

/** Returns the n8n that runs for all tests, with a simulator for the tests of one file, empty at the start of each. */
export function sharedN8n(): TestedN8n {
	const n8n = new TestedN8n();
	beforeAll(async () => await n8n.connect(process.env[SHARED_N8N] ?? ''));
	beforeEach(() => n8n.simulator.reset());
	afterAll(async () => await n8n.simulator?.stop());
	return n8n;
}
