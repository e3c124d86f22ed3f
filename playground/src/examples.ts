/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { WorkflowFile } from './n8nClient';
import { ROOT } from './paths';

const FOLDER = path.join(ROOT, 'examples');
const OWN_NODE = /^n8n-nodes-messaging-service\./;

/** A credential that workflows can be given. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** Names of the example files, sorted. */
export async function exampleFiles(): Promise<string[]> {
	return (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
}

/** Reads an example and gives its nodes the credential. */
export async function readExample(
	file: string,
	credential: CredentialReference,
): Promise<WorkflowFile> {
	const workflow = JSON.parse(await readFile(path.join(FOLDER, file), 'utf8')) as WorkflowFile;
	for (const node of workflow.nodes) {
		if (OWN_NODE.test(node.type)) node.credentials = { messagingServiceApi: credential };
	}
	return workflow;
}
