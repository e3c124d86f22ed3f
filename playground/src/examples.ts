/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { CredentialReference, WorkflowFile, WorkflowNode } from './n8nClient';
import { ROOT } from './paths';

const FOLDER = path.join(ROOT, 'examples');

/** The examples in the order in which to try them. */
const ORDER = [
	'otp-in-four-nodes.json',
	'verify-a-phone-number.json',
	'check-my-numbers-every-morning.json',
	'adopt-a-number-and-keep-it.json',
	'approve-by-text.json',
	'ask-with-a-form.json',
	'text-every-row-once.json',
	'opt-out-form.json',
	'remind-customers-the-day-before.json',
	'text-me-when-a-workflow-fails.json',
	'sign-in-codes-for-my-app.json',
	'mcp-server-that-may-text-three-people.json',
	'a-night-of-messages.json',
];

/** Returns the names of the example files, the easiest first. */
export async function exampleFiles(): Promise<string[]> {
	const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json'));
	return files.sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

/** Credentials for the examples, by n8n's name of their type. */
export type ExampleCredentials = Partial<Record<string, CredentialReference>>;

/** The type of credential that other nodes than the package's need, by how they authenticate, or by their own type. */
const NEEDED: Record<string, string | undefined> = {
	bearerAuth: 'httpBearerAuth',
	headerAuth: 'httpHeaderAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'n8n-nodes-base.postgres': 'postgres',
};

/** A note's paragraph that asks for the package's credential and for nothing else. */
const SET_UP = /\s*### Before the first run\nGive the Messaging Service nodes a credential: [^\n]*/;

/**
 * Reads an example and gives its nodes their credentials.
 * @param inbox address of the simulator's inbox, to which the note then leads. It no longer asks for the credential.
 */
export async function readExample(
	file: string,
	credentials: ExampleCredentials = {},
	inbox?: string,
): Promise<WorkflowFile> {
	const workflow = JSON.parse(await readFile(path.join(FOLDER, file), 'utf8')) as WorkflowFile;

	for (const { parameters } of inbox ? workflow.nodes : []) {
		if (typeof parameters.content !== 'string') continue;
		parameters.content = parameters.content.replace(
			SET_UP,
			`\n\nTexts arrive in the [inbox](${inbox}).`,
		);
	}
	return giveCredentials(workflow, credentials);
}

/** Gives each node the credential that it needs, unless it has one. */
export function giveCredentials(
	workflow: WorkflowFile,
	credentials: ExampleCredentials,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const type = credentialTypeOf(node);
		const credential = type && credentials[type];
		return credential ? { credentials: { [type]: credential }, ...node } : node;
	});
	return { ...workflow, nodes };
}

/** Returns the type of the credential that a node needs. */
function credentialTypeOf({ type, parameters }: WorkflowNode): string | undefined {
	const isOwn = type.startsWith('n8n-nodes-messaging-service.');
	return isOwn
		? 'messagingServiceApi'
		: (NEEDED[String(parameters.authentication)] ?? NEEDED[type]);
}
