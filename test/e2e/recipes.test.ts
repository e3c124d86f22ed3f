/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import type { IConnections, IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { N8nClient, WorkflowFile } from '../../playground/src/n8nClient';
import { ended } from '../support/executions';
import { asked, linkIn, post } from './support/asking';
import { e2eContext, loggedIn, runWorkflow, simulator } from './support/context';

/** The advice of the docs that is about n8n's own nodes, tried with these nodes. */

let client: N8nClient;

beforeAll(async () => {
	client = await loggedIn();
});

beforeEach(async () => await simulator.reset());

const read = (page: string) => readFileSync(`docs/${page}`, 'utf8');

const START = 'Start';
const ROWS = 'Rows';
const RECIPIENT = '+12025550111';

const node = (
	name: string,
	type: string,
	parameters: INodeParameters,
	settings: Partial<INode> = {},
): INode => ({
	id: `${name} ${Math.random()}`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters,
	...settings,
});

/** Returns nodes that give rows, one item each. */
const rowsOf = (rows: IDataObject[]) => [
	node(
		'One item',
		'n8n-nodes-base.set',
		{ mode: 'raw', jsonOutput: JSON.stringify({ rows }) },
		{ typeVersion: 3.4 },
	),
	node(ROWS, 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'rows' }),
];

/** Returns a workflow of nodes that run one after the other. */
function inARow(name: string, nodes: INode[]): WorkflowFile {
	const all = [node(START, 'n8n-nodes-base.manualTrigger', {}), ...nodes];
	const connections: IConnections = {};
	nodes.forEach((next, index) => {
		connections[all[index].name] = { main: [[{ node: next.name, type: 'main', index: 0 }]] };
	});
	return { name, nodes: all, connections };
}

/** A rule of a Switch: a value, and what it is compared by. */
interface Rule {
	value: string;
	type: string;
	operation: string;
}

/** Returns n8n's Switch, with an output of its own for what fits no rule. */
const switchOf = (name: string, rules: Rule[]) =>
	node(
		name,
		'n8n-nodes-base.switch',
		{
			rules: {
				values: rules.map(({ value, type, operation }, index) => ({
					conditions: {
						options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
						conditions: [
							{
								id: `${index}`,
								leftValue: value,
								rightValue: '',
								operator: { type, operation, singleValue: true },
							},
						],
						combinator: 'and',
					},
				})),
			},
			options: { fallbackOutput: 'extra' },
		},
		{ typeVersion: 3.2 },
	);

/** Returns which rows came out of each output of a Switch. */
async function sorted(rows: IDataObject[], rules: Rule[]): Promise<unknown[][]> {
	const { status, json } = await runWorkflow(
		client,
		inARow('Sorted', [...rowsOf(rows), switchOf('Sort', rules)]),
		START,
	);
	expect(status).toBe('success');
	return [...rules, 'else'].map((_, output) => json('Sort', output).map(({ row }) => row));
}

describe('who drags the rules of "An answer, or none" into a Switch', () => {
	const OPERATIONS: Record<string, Pick<Rule, 'type' | 'operation'>> = {
		'does not exist': { type: 'string', operation: 'notExists' },
		'is true': { type: 'boolean', operation: 'true' },
		'is false': { type: 'boolean', operation: 'false' },
	};
	const rules = [
		...read('send-and-wait.md').matchAll(/^\| \d +\| `([\w.]+)` +\| _([\w ]+)_/gm),
	].map(([, field, comparison]) => ({ value: `={{ $json.${field} }}`, ...OPERATIONS[comparison] }));

	const respondedAt = '2030-01-31T18:00:00.000Z';
	const answers = [
		{ row: 'approved', data: { approved: true, respondedAt } },
		{ row: 'declined', data: { approved: false, respondedAt } },
		{ row: 'no answer', amount: 40 },
	];

	it('tells approved, declined and no answer apart', async () => {
		expect(rules).toHaveLength(3);
		expect(await sorted(answers, rules)).toEqual([['no answer'], ['approved'], ['declined'], []]);
	});

	it('would take no answer for declined without the first rule', async () => {
		expect(await sorted(answers, rules.slice(1))).toEqual([
			['approved'],
			['declined', 'no answer'],
			[],
		]);
	});
});

it('the rules of "Sort failures with a Switch" show four ways to go on', async () => {
	const rules = [...read('failures.md').matchAll(/^\d\. \*\*[^*]+\*\* `(\{\{.+\}\})`/gm)].map(
		([, expression]) => ({ value: `=${expression}`, type: 'boolean', operation: 'true' }),
	);
	const failed = (row: string, details: object) => ({ row, error: 'No', errorDetails: details });
	const failures = [
		failed('limited', { mayHaveBeenSent: false, about: 'limit' }),
		failed('lost', { mayHaveBeenSent: true }),
		failed('no connection', { mayHaveBeenSent: false }),
		failed('wrong number', { mayHaveBeenSent: false, about: 'number' }),
		failed('wrong token', { mayHaveBeenSent: false, about: 'token' }),
		{ row: 'an answer', error: 'No' },
	];

	expect(rules).toHaveLength(3);
	expect(await sorted(failures, rules)).toEqual([
		['lost', 'an answer'],
		['wrong number'],
		['wrong token'],
		['limited', 'no connection'],
	]);
});

/** Returns a node of the package that texts. */
const texts = (name: string, parameters: INodeParameters, settings: Partial<INode> = {}) =>
	node(
		name,
		'n8n-nodes-messaging-service.messagingService',
		{ resource: 'message', operation: 'send', channel: 'sms', ...parameters },
		{ credentials: { messagingServiceApi: e2eContext().credential }, ...settings },
	);

describe('while another node reminds', () => {
	const ask = (name: string, options: INodeParameters = {}) =>
		texts(name, { operation: 'sendAndWait', to: RECIPIENT, message: name, options });
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };

	it('the first link says that no action is required, and the newest one takes the answer', async () => {
		const nodes = [ask('Question', { limitWaitTime: { values: limit } }), ask('Reminder')];
		const workflow = await client.createWorkflow(inARow('Remind', nodes));
		const execution = await client.run(workflow, START);
		const sent = async () => (await simulator.state()).messages.map(({ text }) => text);
		const newest = await asked(client, execution, sent, 2);

		const page = await (await fetch(linkIn((await sent())[0]))).text();
		expect(page).toContain('No action required');

		await post(linkIn(newest), { approved: 'true' });
		const { json } = await ended(client, execution);
		expect(json('Reminder')).toMatchObject([{ data: { approved: true } }]);
	});
});

describe('one text per person', () => {
	const [, recipe] = read('operations.md').split('**One text per person**');
	const [, key] = /```\n *(.+)\n *```/.exec(recipe) ?? [];
	const [, to] = /_To_ is `(.+?)`/.exec(recipe) ?? [];
	const [, message] = /_Message_ is `(.+?)`/.exec(recipe) ?? [];
	const [, row] = /Read them with `(.+?)`/.exec(recipe) ?? [];

	const customers = [
		{ customer: 'Ada', phone: '+12025550100' },
		{ customer: 'Grace', phone: '(202) 555-0112' },
		{ customer: 'Radia', phone: '+1 (202) 555-0100' },
		{ customer: 'Barbara', phone: '+44 7700 900115' },
		{ customer: 'Edsger', phone: 'unknown' },
	];

	const workflow = () =>
		inARow('One text per person', [
			...rowsOf(customers),
			texts(
				'Read the numbers',
				{
					to: '={{ $json.phone }}',
					message: '=Hello {{ $json.customer }}',
					options: { dryRun: true, defaultCountry: 'US' },
				},
				{ onError: 'continueErrorOutput' },
			),
			texts('Send', {
				to: `=${to}`,
				message: `=${message}, customer ${row}`,
				options: {
					sendOnceKey: `=${key}`,
					defaultCountry: 'US',
					doNotSendTo: '202-555-0112',
				},
			}),
		]);

	it('is what a person gets who stands in the table twice, in this run and in later ones', async () => {
		const first = await runWorkflow(client, workflow(), START);
		expect(first.status).toBe('success');
		const { messages } = await simulator.state();
		expect(messages.map((sent) => [sent.to, sent.text]).sort()).toEqual([
			['+12025550100', 'Hello Ada, customer Ada'],
			['+447700900115', 'Hello Barbara, customer Barbara'],
		]);
		expect(first.json('Send')).toMatchObject([
			{ message: expect.anything() },
			{ doNotSendTo: '+12025550112' },
			{ skipped: true },
			{ message: expect.anything() },
		]);
		expect(first.json('Read the numbers', 1)).toMatchObject([{ customer: 'Edsger' }]);

		const again = await ended(client, await client.run(first.workflow, START));
		expect(again.json('Send').every(({ skipped }) => skipped)).toBe(true);
		expect((await simulator.state()).messages).toHaveLength(2);
	});

	it('comes again from another node, whose record of keys is empty', async () => {
		await runWorkflow(client, workflow(), START);
		await runWorkflow(client, workflow(), START);
		expect((await simulator.state()).messages).toHaveLength(4);
	});
});

describe('a Data Table of n8n', () => {
	const TABLE = 'Fifty-one customers';
	const EMPTY = 'Nobody';

	beforeAll(async () => {
		const columns = [{ name: 'phone', type: 'string' }];
		for (const name of [TABLE, EMPTY]) await client.makeDataTable({ name, columns });
		const phones = [...Array(51).keys()].map((index) => `+1202555${String(index + 100)}`);
		await runWorkflow(
			client,
			inARow('Fill', [
				...rowsOf(phones.map((phone) => ({ phone }))),
				node('Insert', 'n8n-nodes-base.dataTable', {
					operation: 'insert',
					dataTableId: { __rl: true, mode: 'name', value: TABLE },
					columns: { mappingMode: 'autoMapInputData', value: null },
				}),
			]),
			START,
		);
	});

	const rows = (name: string, table: string, settings: Partial<INode> = {}, returnAll = true) =>
		node(
			name,
			'n8n-nodes-base.dataTable',
			{
				operation: 'get',
				dataTableId: { __rl: true, mode: 'name', value: table },
				matchType: 'allConditions',
				filters: {},
				...(returnAll && { returnAll }),
			},
			settings,
		);

	/** Returns how many items the last of these nodes returned. */
	async function count(nodes: INode[]): Promise<number> {
		const execution = await runWorkflow(client, inARow('Count', nodes), START);
		expect(execution.status).toBe('success');
		return execution.json(nodes[nodes.length - 1].name).length;
	}

	const three = () => rowsOf([{}, {}, {}]);
	const once = { executeOnce: true };

	it('returns all its rows only with Return All', async () => {
		expect(await count([rows('Customers', TABLE, {}, false)])).toBe(50);
		expect(await count([rows('Customers', TABLE)])).toBe(51);
	});

	it('comes once behind a list only with Execute Once', async () => {
		expect(await count([...three(), rows('Customers', TABLE)])).toBe(3 * 51);
		expect(await count([...three(), rows('Customers', TABLE, once)])).toBe(51);
	});

	it('ends the workflow while it is empty, but for Always Output Data', async () => {
		const after = rows('Customers', TABLE, once);
		expect(await count([rows('Opt-outs', EMPTY), after])).toBe(0);
		const always = { alwaysOutputData: true };
		expect(await count([rows('Opt-outs', EMPTY, always), after])).toBe(51);
	});
});
