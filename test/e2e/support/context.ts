/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

import { parse } from 'flatted';
import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import type { CredentialReference } from '../../../playground/src/examples';
import type { Owner, StoredWorkflow, WorkflowFile } from '../../../playground/src/n8nClient';
import { N8nClient } from '../../../playground/src/n8nClient';
import type {
	FaultSpec,
	Intent,
	NumberRecord,
	RecordedRequest,
	SentMessage,
	SentOtp,
	Stats,
} from '../../../simulator';

/** How the tests learn what was started for them. */
export const CONTEXT_VARIABLE = 'MESSAGING_SERVICE_E2E';

/** What was started for the tests. */
export interface E2eContext {
	n8nUrl: string;
	n8nLog: string;
	/** The packed package. */
	tarball: string;
	simulatorUrl: string;
	/** `{base_url}` of the simulated service. */
	serviceUrl: string;
	owner: Owner;
	credential: CredentialReference;
}

/** Gives what was started for the tests. */
export function e2eContext(): E2eContext {
	return JSON.parse(process.env[CONTEXT_VARIABLE] ?? '{}') as E2eContext;
}

/** Gives n8n's interface, logged in. */
export async function loggedIn(): Promise<N8nClient> {
	const { n8nUrl, owner } = e2eContext();
	const client = new N8nClient(n8nUrl);
	await client.login(owner);
	return client;
}

/** What the simulator has seen and holds. */
export interface SimulatorState {
	messages: SentMessage[];
	otps: SentOtp[];
	intents: Intent[];
	pool: NumberRecord[];
	requests: RecordedRequest[];
	stats: Stats;
}

/** The simulator, over its control routes. */
export const simulator = {
	state: async () => (await control('GET', 'state')) as SimulatorState,
	reset: async () => await control('POST', 'reset'),
	fault: async (fault: FaultSpec) => await control('POST', 'faults', fault),
};

async function control(method: string, route: string, body?: unknown): Promise<unknown> {
	const response = await fetch(`${e2eContext().simulatorUrl}/_simulator/${route}`, {
		method,
		...(body !== undefined && {
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json' },
		}),
	});
	if (!response.ok)
		throw new Error(`The simulator answered ${response.status}: ${await response.text()}`);
	return await response.json();
}

/** Asks again and again until there is something to give. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await setTimeout(100);
	}
}

/** An execution that has ended. */
export interface EndedExecution {
	id: string;
	status: string;
	data: IRunExecutionData;
	/** Output items of a node's last run. */
	items(node: string, output?: number): INodeExecutionData[];
	/** `json` of the same. */
	json(node: string, output?: number): IDataObject[];
}

/** Waits for an execution to end, and gives what it left behind. */
export async function ended(client: N8nClient, id: string): Promise<EndedExecution> {
	const execution = await until(async () => {
		const found = await client.execution(id);
		return ['new', 'running', 'waiting'].includes(found.status) ? undefined : found;
	});
	const data = parse(execution.data) as IRunExecutionData;
	const items = (node: string, output = 0) =>
		data.resultData.runData[node]?.at(-1)?.data?.main[output] ?? [];
	return {
		id,
		status: execution.status,
		data,
		items,
		json: (node, output) => items(node, output).map(({ json }) => json),
	};
}

/** Makes a workflow, runs it from its trigger, and waits for its end. */
export async function runWorkflow(
	client: N8nClient,
	file: WorkflowFile,
	trigger: string,
): Promise<EndedExecution & { workflow: StoredWorkflow }> {
	const workflow = await client.createWorkflow(file);
	const execution = await ended(client, await client.run(workflow, trigger));
	return { ...execution, workflow };
}
