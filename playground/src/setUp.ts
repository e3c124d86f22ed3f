/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Simulator } from '../../simulator';
import { exampleFiles, readExample } from './examples';
import { N8nClient, type Owner } from './n8nClient';
import { simulatorCredential } from './simulatorCredential';

/** What the playground keeps from one start to the next. */
interface State {
	owner: Owner;
	/** n8n's id of the simulator's credential. */
	credentialId?: string;
	/** n8n's ids of the imported examples, by file: an example that the user deleted is not imported again. */
	examples: Record<string, string>;
}

/** A new state. n8n asks for a digit and a capital letter in a password. */
const newState = (): State => ({
	owner: { email: 'you@example.com', password: `Play-${randomBytes(6).toString('hex')}-7` },
	examples: {},
});

/**
 * Sets up account, credential and examples, unless an earlier start did.
 * @param folder keeps the state
 * @returns the owner, and the address of the example to begin with
 */
export async function setUp(url: string, { baseUrl, url: inbox }: Simulator, folder: string) {
	const file = path.join(folder, 'playground.json');
	const saved = await readFile(file, 'utf8').catch(() => undefined);
	const state = saved ? (JSON.parse(saved) as State) : newState();
	const save = async () =>
		await writeFile(file, JSON.stringify(state, null, '\t'), { mode: 0o600 });

	// The password is written before the account exists: one that nobody knows would lock the user out.
	await mkdir(folder, { recursive: true });
	await save();
	const client = new N8nClient(url);
	await client.login(state.owner);

	const messagingServiceApi = await client.saveCredential(
		'Messaging Service (simulator)',
		'messagingServiceApi',
		simulatorCredential(baseUrl),
		state.credentialId,
	);
	state.credentialId = messagingServiceApi.id;

	// n8n lists the newest workflow first, so the easiest example is made last.
	const files = await exampleFiles();
	for (const example of [...files].reverse()) {
		if (state.examples[example]) continue;
		const workflow = await readExample(example, { messagingServiceApi }, inbox);
		state.examples[example] = (await client.createWorkflow(workflow)).id;
	}
	await save();
	return { owner: state.owner, firstExample: `${url}/workflow/${state.examples[files[0]]}` };
}
