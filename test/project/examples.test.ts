/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdir, readFile } from 'node:fs/promises';

import { exampleFiles, readExample } from '../../playground/src/examples';
import type { WorkflowFile, WorkflowNode } from '../../playground/src/n8nClient';

const CREDENTIAL = { id: '1', name: 'Simulator' };
const INBOX = 'http://127.0.0.1:4999';
const RULES = ['allowedCountries', 'doNotSendTo', 'onlySendTo', 'maxMessages'];
const SENDS = ['send', 'sendAndWait', 'generateAndSend'];

/** What a note says where its nodes need no other credential. */
const SET_UP = 'Give the Messaging Service nodes a credential';

const notesOf = ({ nodes }: WorkflowFile) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

const sends = ({ nodes }: WorkflowFile) =>
	nodes.some(
		({ type, parameters }) =>
			type.startsWith('n8n-nodes-messaging-service.') &&
			(SENDS.includes(String(parameters.operation)) || type.endsWith('HitlTool')),
	);

describe('the notes of the examples', () => {
	it('say of each that sends what running it sends', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL });
			if (sends(example))
				expect([file, notesOf(example)]).toEqual([
					file,
					expect.stringMatching(/\*\*running it (?:sends|adopts)/i),
				]);
		}
	});

	it('lead to no address of this machine, but for the inbox that runs in the playground', async () => {
		for (const file of await exampleFiles()) {
			expect(await readFile(`examples/${file}`, 'utf8')).not.toMatch(
				/localhost|127\.0\.0\.1|0\.0\.0\.0/,
			);
			const [before, notes] = [
				notesOf(await readExample(file)),
				notesOf(await readExample(file, {}, INBOX)),
			];
			expect([file, notes.includes(`(${INBOX})`)]).toEqual([file, before.includes(SET_UP)]);
			expect(notes).not.toContain(SET_UP);
		}
	});
});

/** What a note says of running its example. */
const TRYING = /Running it|Execute workflow|\*\*Try/i;

describe('somebody who opens an example for the first time', () => {
	it('finds each named in README or on a page of the docs', async () => {
		const files = await exampleFiles();
		const pages = ['README.md', ...(await readdir('docs')).map((page) => `docs/${page}`)];
		const texts = await Promise.all(
			pages
				.filter((page) => page.endsWith('.md'))
				.map(async (page) => await readFile(page, 'utf8')),
		);
		expect(files.filter((file) => !texts.join().includes(`examples/${file})`))).toEqual([]);
	});

	it('finds each of its settings where the node has it', async () => {
		for (const file of await exampleFiles()) {
			const { nodes } = await readExample(file, { messagingServiceApi: CREDENTIAL });
			for (const { type, name, parameters } of nodes) {
				if (!type.startsWith('n8n-nodes-messaging-service.')) continue;
				const options = Object.keys(Object(parameters.options));
				const rules = Object.keys(Object(parameters.recipientRules));
				expect([file, name, options.filter((option) => RULES.includes(option))]).toEqual([
					file,
					name,
					[],
				]);
				expect(RULES).toEqual(expect.arrayContaining(rules));
			}
		}
	});

	it('reads what to set up before what to try', async () => {
		for (const file of await exampleFiles()) {
			const example = await readFile(`examples/${file}`, 'utf8');
			const notes = notesOf(JSON.parse(example) as WorkflowFile);
			const [before, after] = notes.split('### Before the first run');
			expect([file, before]).toEqual([file, expect.not.stringMatching(TRYING)]);
			expect([file, after]).toEqual([file, expect.stringMatching(TRYING)]);
		}
	});

	it('can press the button, whichever trigger n8n puts on it', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL });
			const triggers = example.nodes.filter(({ type }) => /(?:trigger|webhook)$/i.test(type));
			// What other programs call has no button.
			if (triggers[0].type.endsWith('.webhook')) continue;
			const begun = triggers.map((trigger) => after(example, trigger)[1]?.name);
			expect(triggers.length).toBeGreaterThan(0);
			expect([file, ...new Set(begun)]).toHaveLength(2);
		}
	});
});

/** What anybody who finds its address can start. */
const OPEN_TO_ALL = /\.(formTrigger|webhook|chatTrigger|mcpTrigger)$/;

/** Nodes that keep data; adding to it shows nothing of it, and changes nothing. */
const STORES = /\.(postgres|mySql|dataTable|googleSheets|airtable|redis|mongoDb)$/;
const ADDING = ['create', 'insert', 'upsert', 'append'];

/** Returns the nodes that run once this one does. */
function after({ nodes, connections }: WorkflowFile, start: WorkflowNode): WorkflowNode[] {
	const found = new Set([start]);
	for (const { name } of found) {
		const outputs = (connections as Record<string, Record<string, Array<Array<{ node: string }>>>>)[
			name
		];
		for (const { node } of Object.values(outputs ?? {}).flat(2)) {
			for (const next of nodes) if (next.name === node) found.add(next);
		}
	}
	return [...found];
}

/** Returns what a stranger could do with an example: see or change stored data, or have texts sent anywhere. */
function dangersOf(example: WorkflowFile): string[] {
	return example.nodes
		.filter(
			({ type, parameters: { authentication = 'none', public: isPublic } }) =>
				OPEN_TO_ALL.test(type) &&
				authentication === 'none' &&
				(!type.endsWith('.chatTrigger') || isPublic),
		)
		.flatMap((trigger) => {
			const nodes = after(example, trigger);
			const reads = ({ type, parameters }: WorkflowNode) =>
				STORES.test(type) && !ADDING.includes(String(parameters.operation ?? parameters.action));

			const isOpen = ({ type, parameters }: WorkflowNode) =>
				type.startsWith('n8n-nodes-messaging-service.') &&
				SENDS.includes(String(parameters.operation)) &&
				!('dryRun' in ((parameters.options ?? {}) as object)) &&
				!('allowedCountries' in ((parameters.recipientRules ?? {}) as object));

			return [
				...nodes.filter(reads).map(({ name }) => `${trigger.name} opens ${name}`),
				...(nodes.some(isOpen) ? [`${trigger.name} sends`] : []),
			];
		});
}

describe('a stranger with the address of an example', () => {
	it('sees no stored data, and has texts sent to some countries alone', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL });
			expect([file, dangersOf(example)]).toEqual([file, []]);
		}
	});

	it('would have texts sent anywhere, did the form that verifies a number name no countries', async () => {
		const example = await readExample('verify-a-phone-number.json', {
			messagingServiceApi: CREDENTIAL,
		});
		for (const { parameters } of example.nodes) delete parameters.recipientRules;
		expect(dangersOf(example)).toEqual(['Ask for the number sends']);
	});
});
