/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { KeyStore } from '../support/keyStore';
import { loop } from '../support/loop';
import { messagingService, NODE_NAME, NODE_TYPE } from '../support/n8nCore';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

/** The expressions below _Recipes_ in docs/operations.md, in their order. */
const [, recipes] = readFileSync('docs/operations.md', 'utf8').split('## Recipes');
const EXPRESSIONS = [...recipes.matchAll(/```\n(.*)\n```/g)].map(([, expression]) => expression);
// The second one, for one text per person, is tried in real n8n (e2e/recipes).
const [NUMBER_AND_HOUR, , AWAKE, WORKFLOW_AND_HOUR, FAILED] = EXPRESSIONS;

let workflows = 0;
let workflowId: string;
beforeEach(() => {
	workflowId = `recipe ${workflows++}`;
});

const SEND: INodeParameters = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: RECIPIENT,
	message: 'Hello',
};

const sent = () => service.simulator.messages.map(({ text }) => text);

/** Sends with the time of n8n's expressions at a moment. */
async function at(moment: string, parameters: INodeParameters, input: IDataObject[] = [{}]) {
	const now = `DateTime.fromISO("${moment}", { setZone: true })`;
	const then = JSON.parse(
		JSON.stringify(parameters).replaceAll('$now', now.replaceAll('"', '\\"')),
	) as INodeParameters;
	return await service.run(then, { input, workflowId });
}

it('there is an expression for each recipe that needs one', () => {
	expect(EXPRESSIONS).toHaveLength(5);
	for (const expression of EXPRESSIONS) expect(expression).toContain('{{');
});

it('with a key of number and hour, a recipient gets one text an hour', async () => {
	const parameters = {
		...SEND,
		to: '={{ $json.phone }}',
		options: { sendOnceKey: `=${NUMBER_AND_HOUR}` },
	};
	const input = [{ phone: RECIPIENT }, { phone: RECIPIENT }, { phone: '+12025550144' }];
	await at('2030-01-01T09:05:00Z', parameters, input);
	await at('2030-01-01T09:59:00Z', parameters, input);
	expect(sent()).toHaveLength(2);

	await at('2030-01-01T10:00:00Z', parameters, input);
	await at('2030-01-02T09:05:00Z', parameters, input);
	expect(sent()).toHaveLength(6);
});

it('with another key, a possibly sent message can be sent after all, and no other one again', async () => {
	const [, page] = readFileSync('docs/send-once.md', 'utf8').split(
		'## Send a possibly sent message after all',
	);
	const [, key] = /```\n(.+)\n```/.exec(page) ?? [];
	const send = async (...input: IDataObject[]) =>
		await service.run(
			{ ...SEND, message: '={{ $json.orderId }}', options: { sendOnceKey: `=${key}` } },
			{ input, workflowId, node: { onError: 'continueRegularOutput' } },
		);

	// The third one keeps "1" and "again" apart from order 11.
	const others = [{ orderId: 2 }, { orderId: 11 }];
	service.simulator.fault({ kind: 'reset', path: '/send/text' });
	await send({ orderId: 1 }, ...others);
	expect(sent().sort()).toEqual(['11', '2']);

	const { json } = await send({ orderId: 1 }, ...others);
	expect(json).toMatchObject([{ mayHaveBeenSent: true }, { skipped: true }, { skipped: true }]);

	await send({ orderId: 1, again: 1 }, ...others.map((row) => ({ ...row, again: '' })));
	expect(sent().sort()).toEqual(['1', '11', '2']);
});

it('in quiet hours no row is due, wherever its recipient lives', async () => {
	const isDue = async (moment: string, timezone: string | undefined) => {
		service.simulator.reset();
		await at(moment, { ...SEND, message: `={{ String(${AWAKE.slice(2, -2)}) }}` }, [{ timezone }]);
		return sent()[0];
	};

	expect(await isDue('2030-01-01T08:00:00Z', 'Europe/London')).toBe('true');
	expect(await isDue('2030-01-01T07:59:00Z', 'Europe/London')).toBe('false');
	expect(await isDue('2030-01-01T08:00:00Z', 'America/New_York')).toBe('false');
	expect(await isDue('2030-01-01T19:59:00Z', 'Europe/London')).toBe('true');
	expect(await isDue('2030-01-01T20:00:00Z', 'Europe/London')).toBe('false');
	expect(await isDue('2030-01-01T23:30:00Z', 'Asia/Tokyo')).toBe('true');
	expect(await isDue('2030-01-01T12:00:00Z', 'Nowhere/Land')).toBe('false');
});

describe('the alert of a failed workflow', () => {
	const ALERT = {
		...SEND,
		message: `=${FAILED}`,
		options: { sendOnceKey: `=${WORKFLOW_AND_HOUR}` },
	};
	const failure = (id: string, message: string) => ({
		workflow: { id, name: `Workflow ${id}` },
		execution: { error: { message } },
	});

	it('comes once per workflow and hour', async () => {
		await at('2030-01-01T09:05:00Z', ALERT, [failure('a', 'No'), failure('b', 'No')]);
		await at('2030-01-01T09:30:00Z', ALERT, [failure('a', 'Again')]);
		await at('2030-01-01T10:05:00Z', ALERT, [failure('a', 'Later')]);
		expect(sent()).toEqual([
			'Workflow a failed: No',
			'Workflow b failed: No',
			'Workflow a failed: Later',
		]);
	});

	it.each([
		["'Message' contains {{ $json.name }}", "'Message' contains  $json.name "],
		['Failed: [object Object]', 'Failed: an object'],
		['a'.repeat(5000), 'a'.repeat(200)],
	])('is sent whatever the error quotes: %#', async (message, said) => {
		await at('2030-01-01T09:05:00Z', ALERT, [failure('a', message)]);
		expect(sent()).toEqual([`Workflow a failed: ${said}`]);
	});

	it('is sent for a trigger that failed, and without any message', async () => {
		const trigger = { error: { message: 'No connection' } };
		await at('2030-01-01T09:05:00Z', ALERT, [
			{ workflow: { id: 'a', name: 'A' }, trigger },
			{ workflow: { id: 'b', name: 'B' } },
		]);
		expect(sent()).toEqual(['A failed: No connection', 'B failed: unknown error']);
	});

	it('is sent for an error about a broken expression of this node, as that reads', async () => {
		for (const broken of ['Hi {{ $json.name }}', '=Hi {{ $json }}', '={{ "undefined" }}']) {
			service.simulator.reset();
			const { error } = await service.run({ ...SEND, message: broken });
			const { error: refused } = await service.run(
				{ ...SEND, message: '={{ $json.text }}' },
				{ input: [{ text: `${error?.message}. ${error?.description}` }] },
			);
			expect(refused).toBeUndefined();
		}
	});
});

it('Max Messages counts what an agent sends over the calls of one execution', async () => {
	const { error } = await service.run(
		{ ...SEND, options: { maxMessages: 3 } },
		{ ...loop(9), type: `${NODE_TYPE}Tool` },
	);
	expect(sent()).toHaveLength(3);
	expect(error?.message).toContain("'Max Messages' is 3, but there would be 4 messages");
});

it('the row behind the answer can be read in a later node', async () => {
	const LATER: INode = {
		id: 'later',
		name: 'Later',
		type: 'later',
		typeVersion: 1,
		position: [400, 0],
		parameters: { ...SEND, message: "={{ $('Source').item.json.customer }}" },
		credentials: { messagingServiceApi: { id: '1', name: 'Service' } },
	};
	await service.run(
		{ ...SEND, options: { concurrency: 1 } },
		{
			input: [{ customer: 'Ada' }, { customer: 'Alan' }],
			nodes: [LATER],
			nodeTypes: { later: messagingService },
			connections: { [NODE_NAME]: { main: [[{ node: 'Later', type: 'main', index: 0 }]] } },
		},
	);

	expect(sent()).toEqual(['Hello', 'Hello', 'Ada', 'Alan']);
});
