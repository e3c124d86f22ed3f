/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';

import { exampleFiles, readExample } from '../../playground/src/examples';
import type { WorkflowFile, WorkflowNode } from '../../playground/src/n8nClient';

const INBOX = 'http://127.0.0.1:4999';
const RULES = ['allowedCountries', 'doNotSendTo', 'onlySendTo', 'maxMessages'];
const SENDS = ['send', 'sendAndWait', 'generateAndSend'];

/** What a note says where its nodes need no other credential. */
const SET_UP = 'Give the Messaging Service nodes a credential';

/** What a note says of running its example. */
const TRYING = /Running it|Execute workflow|\*\*Try/i;

/** What anybody who finds its address can start. */
const OPEN_TO_ALL = /\.(formTrigger|webhook|chatTrigger|mcpTrigger)$/;

/** Nodes that keep data; adding to it shows nothing of it, and changes nothing. */
const STORES = /\.(postgres|mySql|dataTable|googleSheets|airtable|redis|mongoDb)$/;
const ADDING = ['create', 'insert', 'upsert', 'append'];

const notesOf = ({ nodes }: WorkflowFile) =>
	nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content))
		.join('\n');

const isOurs = ({ type }: WorkflowNode) => type.startsWith('n8n-nodes-messaging-service.');
const sends = (node: WorkflowNode) =>
	isOurs(node) && (SENDS.includes(String(node.parameters.operation)) || /Hitl/.test(node.type));

/** Returns the nodes that run once this one does. */
function after({ nodes, connections }: WorkflowFile, start: WorkflowNode): WorkflowNode[] {
	const found = new Set([start]);
	const all = connections as Record<string, Record<string, Array<Array<{ node: string }>>>>;
	for (const { name } of found) {
		for (const { node } of Object.values(all[name] ?? {}).flat(2)) {
			for (const next of nodes) if (next.name === node) found.add(next);
		}
	}
	return [...found];
}

/** Returns what a stranger could do with an example: see or change stored data, or have texts sent anywhere. */
function dangersOf(example: WorkflowFile): string[] {
	const isOpen = ({
		type,
		parameters: { authentication = 'none', public: isPublic },
	}: WorkflowNode) =>
		OPEN_TO_ALL.test(type) &&
		authentication === 'none' &&
		(!type.endsWith('.chatTrigger') || isPublic);
	const reads = ({ type, parameters }: WorkflowNode) =>
		STORES.test(type) && !ADDING.includes(String(parameters.operation ?? parameters.action));
	const sendsAnywhere = (node: WorkflowNode) =>
		sends(node) &&
		!('dryRun' in Object(node.parameters.options)) &&
		!('allowedCountries' in Object(node.parameters.recipientRules));

	return example.nodes.filter(isOpen).flatMap((trigger) => {
		const found = after(example, trigger).filter((node) => reads(node) || sendsAnywhere(node));
		return found.map(({ name }) => `${trigger.name} opens ${name}`);
	});
}

const FILES = readdirSync('examples').filter((file) => file.endsWith('.json'));

describe.each(FILES)('%s', (file) => {
	const text = readFileSync(`examples/${file}`, 'utf8');
	const example = JSON.parse(text) as WorkflowFile;
	const notes = notesOf(example);

	it('says what running it sends, and what to set up before what to try', () => {
		if (example.nodes.some(sends)) expect(notes).toMatch(/\*\*running it (?:sends|adopts)/i);
		const [before, then] = notes.split('### Before the first run');
		expect(before).not.toMatch(TRYING);
		expect(then).toMatch(TRYING);
	});

	it('leads to no address of this machine, but for the inbox that runs in the playground', async () => {
		expect(text).not.toMatch(/localhost|127\.0\.0\.1|0\.0\.0\.0/);
		const inPlayground = notesOf(await readExample(file, {}, INBOX));
		expect(inPlayground.includes(`(${INBOX})`)).toBe(notes.includes(SET_UP));
		expect(inPlayground).not.toContain(SET_UP);
	});

	it('has each of its settings where the node has it', () => {
		for (const { parameters } of example.nodes.filter(isOurs)) {
			const options = Object.keys(Object(parameters.options));
			expect(options.filter((option) => RULES.includes(option))).toEqual([]);
			expect(RULES).toEqual(expect.arrayContaining(Object.keys(Object(parameters.recipientRules))));
		}
	});

	it('begins alike, whichever trigger n8n puts on its button', () => {
		const triggers = example.nodes.filter(({ type }) => /(?:trigger|webhook)$/i.test(type));
		// What other programs call has no button.
		if (triggers[0].type.endsWith('.webhook')) return;
		const begun = triggers.map((trigger) => after(example, trigger)[1]?.name);
		expect(new Set(begun).size).toBe(1);
	});

	it('shows a stranger no stored data, and sends texts for him to some countries alone', () => {
		expect(dangersOf(example)).toEqual([]);
	});
});

it('a form that names no countries would send texts anywhere for a stranger', async () => {
	const example = await readExample('verify-a-phone-number.json');
	for (const { parameters } of example.nodes) delete parameters.recipientRules;
	expect(dangersOf(example)).toEqual(['Ask for the number opens Send the password']);
});

it('each is named in README or on a page of the docs', async () => {
	const pages = ['README.md', ...readdirSync('docs').map((page) => `docs/${page}`)];
	const said = pages
		.filter((page) => page.endsWith('.md'))
		.map((page) => readFileSync(page, 'utf8'))
		.join();
	expect((await exampleFiles()).filter((file) => !said.includes(`examples/${file})`))).toEqual([]);
});
