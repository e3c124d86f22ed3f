/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import {
	type ExampleCredentials,
	readExample as readExampleFile,
} from '../../../playground/src/examples';
import type {
	CredentialReference,
	Owner,
	StoredWorkflow,
	WorkflowFile,
} from '../../../playground/src/n8nClient';
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
import type { EndedExecution } from '../../support/executions';
import { ended } from '../../support/executions';

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

/** Reads an example, with the credential of these tests. */
export async function readExample(
	file: string,
	others: Partial<ExampleCredentials> = {},
): Promise<WorkflowFile> {
	return await readExampleFile(file, { messagingServiceApi: e2eContext().credential, ...others });
}
