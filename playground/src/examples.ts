/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { CredentialReference, WorkflowFile, WorkflowNode } from './n8nClient';
import { ROOT } from './paths';

const FOLDER = path.join(ROOT, 'examples');
const OWN_NODE = /^n8n-nodes-messaging-service\./;

/** The examples in the order in which to try them. */
const ORDER = [
	'verify-a-phone-number.json',
	'check-my-numbers-every-morning.json',
	'approve-by-text.json',
	'ask-with-a-form.json',
	'text-every-row-once.json',
	'opt-out-form.json',
	'sort-failures.json',
	'whatsapp-else-sms.json',
	'tell-me-when-a-number-is-available.json',
	'mcp-server-that-may-text-three-people.json',
	'agent-that-asks-before-it-leases.json',
	'a-night-of-messages.json',
];

/** The example to begin with. */
export const FIRST_EXAMPLE = ORDER[0];

/** Returns the names of the example files, the easiest first. */
export async function exampleFiles(): Promise<string[]> {
	const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json'));
	return files.sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

/** The data tables of the examples, as n8n's interface takes them. */
export const DATA_TABLES = [{ name: 'Opt-outs', columns: [{ name: 'phone', type: 'string' }] }];

/** Credentials for the examples, by n8n's name of their type. */
export interface ExampleCredentials {
	messagingServiceApi: CredentialReference;
	/** Reaches the table of the night of messages; the playground has no such database. */
	postgres?: CredentialReference;
	/** The token of the programs that may call an MCP server. */
	httpBearerAuth?: CredentialReference;
	/** Reaches a language model. */
	openAiApi?: CredentialReference;
}

/** The inbox's address in the notes: its default one. */
const INBOX = 'http://127.0.0.1:4010';

/** A note's paragraph that asks for the package's credential and for nothing else. */
const SET_UP = /\s*### Before the first run\nGive the Messaging Service nodes a credential: [^\n]*/;

/** Height of that paragraph on the canvas, in its pixels. */
const SET_UP_HEIGHT = 75;

/**
 * Reads an example and gives its nodes their credentials. Its notes no longer ask for what is done with that.
 * @param inbox address of the inbox that the notes lead to
 */
export async function readExample(
	file: string,
	credentials: Partial<ExampleCredentials> = {},
	inbox = INBOX,
): Promise<WorkflowFile> {
	const workflow = JSON.parse(await readFile(path.join(FOLDER, file), 'utf8')) as WorkflowFile;

	for (const node of workflow.nodes) {
		if (typeof node.parameters.content === 'string') rewriteNote(node, inbox);
	}

	return giveCredentials(workflow, credentials);
}

/** Gives each node the credential that it needs, unless it has one. */
export function giveCredentials(
	workflow: WorkflowFile,
	credentials: Partial<ExampleCredentials>,
): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const type = credentialTypeOf(node);
		const credential = type && credentials[type];
		return credential ? { credentials: { [type]: credential }, ...node } : node;
	});
	return { ...workflow, nodes };
}

/** Leads a note to the inbox that runs, and leaves out what is done already. Its lower edge stays where it was. */
function rewriteNote({ parameters, position }: WorkflowNode, inbox: string): void {
	const content = String(parameters.content);
	parameters.content = content.replace(SET_UP, '').replaceAll(INBOX, inbox);

	if (SET_UP.test(content)) {
		parameters.height = Number(parameters.height) - SET_UP_HEIGHT;
		position[1] += SET_UP_HEIGHT;
	}
}

/** Returns the type of the credential that a node needs. */
function credentialTypeOf({
	type,
	parameters,
}: WorkflowNode): keyof ExampleCredentials | undefined {
	if (OWN_NODE.test(type)) return 'messagingServiceApi';
	if (parameters.authentication === 'bearerAuth') return 'httpBearerAuth';
	if (type === '@n8n/n8n-nodes-langchain.lmChatOpenAi') return 'openAiApi';
	return type === 'n8n-nodes-base.postgres' ? 'postgres' : undefined;
}
