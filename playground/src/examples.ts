/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { CredentialReference, WorkflowFile, WorkflowNode } from './n8nClient';
import { ROOT } from './paths';

const FOLDER = path.join(ROOT, 'examples');
const OWN_NODE = /^n8n-nodes-messaging-service\./;

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

/** The example to begin with. */
export const FIRST_EXAMPLE = ORDER[0];

/** Returns the names of the example files, the easiest first. */
export async function exampleFiles(): Promise<string[]> {
	const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json'));
	return files.sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
}

/** Credentials for the examples, by n8n's name of their type. */
export interface ExampleCredentials {
	messagingServiceApi: CredentialReference;
	/** Reaches the table of the night of messages; the playground has no such database. */
	postgres?: CredentialReference;
	/** The token of the programs that may call an MCP server. */
	httpBearerAuth?: CredentialReference;
	/** What an app sends so that it gets sign-in codes. */
	httpHeaderAuth?: CredentialReference;
	/** Reaches a language model. */
	openAiApi?: CredentialReference;
}

/** A note's paragraph that asks for the package's credential and for nothing else. */
const SET_UP = /\s*### Before the first run\nGive the Messaging Service nodes a credential: [^\n]*/;

/** What the note of an example says if running it sends something. */
const SENDS = '**Running it sends** ';

/** Heights of that paragraph, and of the one on the inbox, on the canvas, in its pixels. */
const SET_UP_HEIGHT = 76;
const INBOX_HEIGHT = 28;

/**
 * Reads an example and gives its nodes their credentials.
 * @param inbox address of the simulator's inbox, to which the note then leads. It no longer asks for the credential.
 */
export async function readExample(
	file: string,
	credentials: Partial<ExampleCredentials> = {},
	inbox?: string,
): Promise<WorkflowFile> {
	const workflow = JSON.parse(await readFile(path.join(FOLDER, file), 'utf8')) as WorkflowFile;

	if (inbox) {
		for (const node of workflow.nodes) {
			if (typeof node.parameters.content === 'string') rewriteNote(node, inbox);
		}
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

/** Leads a note to the inbox, and leaves out what is done already. Its lower edge stays where it was. */
function rewriteNote({ parameters, position }: WorkflowNode, inbox: string): void {
	const content = String(parameters.content);
	const rest = content.replace(SET_UP, '');
	const sends = content.includes(SENDS);
	parameters.content = sends ? `${rest}\n\nTexts arrive in the [inbox](${inbox}).` : rest;

	const grown = (sends ? INBOX_HEIGHT : 0) - (rest === content ? 0 : SET_UP_HEIGHT);
	parameters.height = Number(parameters.height) + grown;
	position[1] -= grown;
}

/** Returns the type of the credential that a node needs. */
function credentialTypeOf({
	type,
	parameters,
}: WorkflowNode): keyof ExampleCredentials | undefined {
	if (OWN_NODE.test(type)) return 'messagingServiceApi';
	if (parameters.authentication === 'bearerAuth') return 'httpBearerAuth';
	if (parameters.authentication === 'headerAuth') return 'httpHeaderAuth';
	if (type === '@n8n/n8n-nodes-langchain.lmChatOpenAi') return 'openAiApi';
	return type === 'n8n-nodes-base.postgres' ? 'postgres' : undefined;
}
