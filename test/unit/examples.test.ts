/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';

import { exampleFiles, readExample } from '../../playground/src/examples';
import type { WorkflowFile, WorkflowNode } from '../../playground/src/n8nClient';

const CREDENTIAL = { id: '1', name: 'Simulator' };
const INBOX = 'http://127.0.0.1:4999';
const SENDS = ['send', 'sendAndWait', 'generateAndSend'];

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

	it('lead to the inbox that runs, and leave out what is done already', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL }, INBOX);
			const notes = notesOf(example);
			if (sends(example)) {
				expect([file, notes]).toEqual([file, expect.stringContaining(`(${INBOX})`)]);
			}
			expect(notes).not.toContain('Give the Messaging Service nodes a credential');
			expect(notes).not.toContain('4010');
		}
	});
});

/** What a note says of running its example. */
const TRYING = /Running it|Execute workflow|\*\*Try/i;

describe('somebody who opens an example for the first time', () => {
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
			const triggers = example.nodes.filter(({ type }) => /trigger$/i.test(type));
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
const ADDING = ['insert', 'upsert', 'append'];

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

/** Returns what a stranger could do with an example: see or change stored data, or send without limits. */
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

			const sending = nodes.filter(
				({ type, parameters: { operation, options } }) =>
					type.startsWith('n8n-nodes-messaging-service.') &&
					SENDS.includes(String(operation)) &&
					!(options as { dryRun?: boolean }).dryRun,
			);

			const isLimited =
				sending.every(({ parameters: { options } }) => 'sendOnceKey' in (options as object)) &&
				nodes.some(
					({ parameters: { options } }) => 'allowedCountries' in ((options ?? {}) as object),
				);

			return [
				...nodes.filter(reads).map(({ name }) => `${trigger.name} opens ${name}`),
				...(sending.length === 0 || isLimited ? [] : [`${trigger.name} sends`]),
			];
		});
}

describe('a stranger with the address of an example', () => {
	it('sees no stored data, sends nothing again, and can send only within limits', async () => {
		for (const file of await exampleFiles()) {
			const example = await readExample(file, { messagingServiceApi: CREDENTIAL });
			expect([file, dangersOf(example)]).toEqual([file, []]);
		}
	});

	it('would see and send again what was possibly sent, did the form not ask for a login', async () => {
		const file = 'decide-on-possibly-sent-messages.json';
		const example = await readExample(file, {
			messagingServiceApi: CREDENTIAL,
			httpBasicAuth: CREDENTIAL,
		});
		const form = example.nodes.find(({ type }) => type.endsWith('.formTrigger'));

		expect(form?.credentials).toEqual({ httpBasicAuth: CREDENTIAL });

		delete form?.parameters.authentication;
		expect(dangersOf(example)).toEqual([
			'Which messages? opens List them',
			'Which messages? opens Write the decision',
		]);
	});

	it('would send without limits, did the form that verifies a number have none', async () => {
		const example = await readExample('verify-a-phone-number.json', {
			messagingServiceApi: CREDENTIAL,
		});
		for (const { parameters } of example.nodes) {
			delete (parameters.options as { sendOnceKey?: string } | undefined)?.sendOnceKey;
		}
		expect(dangersOf(example)).toEqual(['Ask for the number sends']);
	});
});

describe('a review before the tool of a model', () => {
	it('has a limit of its parts, since the model decides how long it is', async () => {
		for (const file of await exampleFiles()) {
			const { nodes } = await readExample(file, { messagingServiceApi: CREDENTIAL });
			for (const { type, name, parameters } of nodes) {
				if (!type.endsWith('HitlTool')) continue;
				expect([file, name, parameters.options]).toEqual([
					file,
					name,
					expect.objectContaining({ maxSmsParts: 3 }),
				]);
			}
		}
	});
});

describe('a night of messages', () => {
	const DETAILS = { mayHaveBeenSent: false };

	it.each<[string, object, string]>([
		['an answer', { message: 'Sent' }, 'sent'],
		['a refusal', { error: 'No', errorDetails: DETAILS }, 'not sent'],
		[
			'a lost answer',
			{ error: 'This message may have been sent: …', errorDetails: { mayHaveBeenSent: true } },
			'possibly sent',
		],
		['an answer that holds an error', { error: { code: 7 } }, 'possibly sent'],
	])('notes what became of a message: %s', async (_, json, state) => {
		const { nodes } = await readExample('a-night-of-messages.json', {
			messagingServiceApi: CREDENTIAL,
		});
		const [code] =
			/\(\(\) => \{[^]*?\}\)\(\)/.exec(JSON.stringify(nodes).replace(/\\n/g, ' ')) ?? [];
		const $ = () => ({ all: () => [{ json: { id: 1 } }] });
		const $input = { all: () => [{ json }] };
		const noted = runInNewContext(JSON.parse(`"${code}"`) as string, { $, $input }) as string;
		expect(JSON.parse(noted)).toEqual([expect.objectContaining({ id: 1, state })]);
	});
});

describe('deciding on possibly sent messages', () => {
	it.each([
		['17,23', '17,23'],
		['17 23', '17,23'],
		[' 17;23, ', '17,23'],
		['1723', ''],
		['17-23', ''],
		['99', ''],
		['', '17,23,42'],
		[' ', '17,23,42'],
	])('writes only messages that were listed and chosen: "%s"', async (typed, decided) => {
		const { nodes } = await readExample('decide-on-possibly-sent-messages.json', {
			messagingServiceApi: CREDENTIAL,
		});
		const [expression] =
			/\$\('List them'\)\.all\(\)\.map\(\(\{ json \}\) => String[^]*?\.join\(\)/.exec(
				nodes.map(({ parameters }) => Object(parameters.options).queryReplacement).join('\n'),
			) ?? [];
		const $ = () => ({ all: () => [17, 23, 42].map((id) => ({ json: { id } })) });
		const $json = { 'Only these IDs': typed };
		expect(runInNewContext(String(expression), { $, $json })).toBe(decided);
	});
});
