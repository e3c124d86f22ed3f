import type { IDataObject, IExecuteFunctions, INode, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { NODE_NAME } from '../support/n8nCore';
import { aNode, aNodeType, leadsTo } from '../support/nodes';
import { RECIPIENT } from '../support/operations';
import { CONTINUE, ONE_BY_ONE, refusedItem, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

/** Fields that hold a text. */
const TEXTS = [
	['message.send', 'message', 'Message'],
	['message.sendAndWait', 'message', 'Message'],
	['otp.send', 'name', 'Name'],
	['intent.generateAndSend', 'embedText', 'Text'],
] as const;

const ITEM: IDataObject = {
	to: RECIPIENT,
	otp_id: 'otp_1',
	name: { first: 'Ada' },
	when: 'soon',
	// The names of fields are no words.
	names: { null: 1, undefined: 2, NaN: 3 },
};
// As the response of a library, which holds its request, which holds its response.
ITEM.itself = ITEM;

/** Runs it with these fields, and expects that it is refused by the name of one before any request. */
async function expectRefused(operation: string, parameters: INodeParameters, displayName: string) {
	const { error, requests } = await send(service, {
		fails: true,
		operation,
		parameters,
		items: [{ ...ITEM }],
	});
	expect(error.message).toContain(`'${displayName}'`);
	expect(error.description).toMatch(/^[A-Z]/);
	expect(requests).toEqual([]);
}

it.each(TEXTS)('a text of %s that is none is refused by its name: %s', async (...field) => {
	const [operation, name, displayName] = field;
	for (const value of ['Hi {{ $json.name }}!', '={{ "Hi " + $json.name }}', 'null', '#N/A']) {
		await expectRefused(operation, { [name]: value }, displayName);
	}
});

describe('a message', () => {
	it.each([
		// Set to Fixed, with an expression in it.
		...['Hi {{name}}, your order is ready', 'a {{ {{ $now }} }}'],
		// Nothing but a missing value, or an error of a spreadsheet.
		...['={{ "undefined" }}', '=\u00a0{{ "NaN" }} ', '={{ " null\\n" }}', '={{ "#REF!" }}'],
		'#DIV/0!',
		// One among words.
		"={{ 'Hi ' + null + '!' }}",
		"={{ ['Hi ' + $json.typo] }}",
		"=Your visit: {{ DateTime.fromISO('31.12.2025').toFormat('d MMM') }}",
		"=You owe {{ Number('12,50').toFixed(2) }} €",
		"={{ 'In ' + 1 / 0 + ' days' }}",
		"={{ '您好' + $json.nick + '，' }}",
		"={{ 'From ' + new Date('x') }}",
		"={{ 'Hi ' + $json.when.toUpperCase }}",
		"={{ 'Hi ' + ((name) => name) }}",
		"={{ 'Tags: ' + $json }}",
		"={{ 'Pay $' + Number('12,50') }}",
	])('that found no value is refused: %s', async (message) => {
		await expectRefused('message.send', { message }, 'Message');
	});

	it.each([
		['its item', '=Failed: {{ $json.failure }}'],
		['an object of its item', '=Failed: {{ $json.of.failure }}'],
		['another node', "=Failed: {{ $('Source').item.json.failure }}"],
		['another node, by its older name', '=Failed: {{ $node["Source"].json.failure }}'],
	])('is sent where the word stands in the data of %s', async (_, message) => {
		const failure = 'Cannot read properties of undefined: [object Object]';
		await send(service, {
			parameters: { message },
			// Nested deeper than JavaScript can call.
			items: [
				{ deep: JSON.parse('['.repeat(9e3) + ']'.repeat(9e3)), ...ITEM, failure, of: { failure } },
			],
		});
		expect(service.texts()).toEqual([`Failed: ${failure}`]);
	});

	it.each(['$input.all()', '$items()'])('is sent where the word stands in %s', async (all) => {
		const message = `=Failed: {{ ${all}[0].json.failure }}`;
		await send(service, { parameters: { message }, items: [{ ...ITEM, failure: 'NaN' }, ITEM] });
		expect(service.texts()).toEqual(['Failed: NaN', 'Failed: NaN']);
	});

	it('is sent where the word stands in the data of a loop, or of an earlier round, also with a quotation mark in a name', async () => {
		const rounds = [{ failure: 'NaN' }, { failure: 'undefined' }];
		const bob = async () => [[{ json: { ...rounds.shift() } }]];
		const ofFirst = { item: 0, sourceOverwrite: { previousNode: "Bob's", previousNodeRun: 0 } };
		const done = [[{ json: { to: RECIPIENT }, pairedItem: ofFirst }]];
		const loop = async () => (rounds.length > 0 ? [[], [{ json: {} }]] : done);
		const inputs = [NodeConnectionTypes.Main];
		await send(service, {
			nodes: ["Bob's", 'Loop'].map((name) => aNode({ id: name, name, type: name })),
			types: { "Bob's": aNodeType('bob', bob, inputs), Loop: aNodeType('loop', loop, inputs) },
			connections: {
				Source: leadsTo("Bob's"),
				"Bob's": leadsTo('Loop'),
				Loop: leadsTo(NODE_NAME, "Bob's"),
			},
			parameters: {
				message:
					"=Failed: {{ $('Bob\\'s').item.json.failure }}, {{ $('Bob\\'s').last().json.failure }}",
			},
		});
		expect(service.texts()).toEqual(['Failed: NaN, undefined']);
	});

	it.each(['=Value null: {{ $json.when }}', "={{ 'Value null: ' + $json.when }}"])(
		'is sent where its author typed the word: %s',
		async (message) => {
			await send(service, { parameters: { message }, items: [ITEM] });
			expect(service.texts()).toEqual(['Value null: soon']);
		},
	);

	it('is refused where the word stands in the data of another item alone', async () => {
		const items = [
			{ ...ITEM, note: 'undefined' },
			{ ...ITEM, note: null },
		];
		const { json } = await send(service, {
			parameters: { message: "={{ 'Note: ' + $json.note }}" },
			items,
			node: CONTINUE,
		});
		expect(json).toEqual([
			expect.not.objectContaining({ error: expect.anything() as unknown }),
			refusedItem(),
		]);
	});
});

it('what people must not get is left out of a text: control characters, marks that turn it, half an emoji', async () => {
	await send(service, { items: [{ ...ITEM, text: 'a\u0000b\u202e\u2066c\r\n\td\ud83d' }] });
	expect(service.texts()).toEqual(['abc\r\n\td']);
});

it('a tool sends the text of its model, which n8n lays over the item that it hands on', async () => {
	const beforeExecute = (context: IExecuteFunctions) => {
		context.getInputData = () => [{ json: { text: 'of the item' } }];
	};
	const parameters = { message: '={{ $json.text }}' };
	const items = [{ to: RECIPIENT, text: 'of the model' }];
	await send(service, { asTool: true, parameters, items, beforeExecute });
	expect(service.texts()).toEqual(['of the model']);
});

it('a field for one text takes a list of one, and says of several what to do', async () => {
	const parameters = { to: '={{ [$json.to] }}', message: '={{ [$json.when] }}' };
	await send(service, { parameters, items: [ITEM] });
	expect(service.texts()).toEqual(['soon']);

	for (const field of ['to', 'message']) {
		const { error, requests } = await send(service, {
			fails: true,
			parameters: { ...parameters, [field]: '={{ [$json.to, $json.to] }}' },
			items: [ITEM],
		});
		expect(error.message).toContain('a list of 2');
		expect(error.description).toContain('Split Out');
		expect(requests).toEqual([]);
	}
});

it.each([
	...['From $5 {{', '{{ costs $5', 'Your date: undefined', 'nullify', 'Hi [object Object]'],
])('a text that only looks like a broken expression is sent: %s', async (message) => {
	await send(service, { parameters: { message } });
	expect(service.texts()).toEqual([message]);
});

it.each([
	['a long number', 1e21, `1${'0'.repeat(21)}`],
	['10,000 characters, with braces', 'Hi {{ n }}'.repeat(1000), 'Hi {{ n }}'.repeat(1000)],
])('%s: all of it is sent', async (_, text, sent) => {
	await send(service, { items: [{ ...ITEM, text }], options: { maxSmsParts: 0 } });
	expect(service.texts()).toEqual([sent]);
});

it.each([
	['message.send', 'to', 'To'],
	['message.send', 'message', 'Message'],
	['otp.verify', 'otp', 'One-Time Password'],
	['lease.getStatus', 'number', 'Number'],
	['lease.adopt', 'number', 'Number'],
])('a field without a value is refused by its name: %s, %s', async (operation, field, name) => {
	for (const value of ['\u3164\u2800', '={{ "\u00ad\n" }}', '={{ $json.phnoe }}']) {
		await expectRefused(operation, { [field]: value }, name);
		const locator = { __rl: true, mode: 'number', value };
		if (operation === 'lease.adopt') await expectRefused(operation, { [field]: locator }, name);
	}
});

it('an expression that n8n cannot parse is a mistake of the input', async () => {
	const parameters = { to: '={{ $json.Phone Number }}' };
	const { json } = await send(service, { parameters, items: [ITEM], node: CONTINUE });
	expect(json).toEqual([refusedItem()]);
	expect(json[0].errorDetails).toMatchObject({
		description: expect.stringContaining('needs brackets: {{ $json["Phone Number"] }}'),
	});
});

describe("an expression that fails keeps n8n's own advice", () => {
	/** Nodes that an expression may name: one that is not connected. */
	const nodes: INode[] = [aNode({ id: 'x', name: 'Far' })];

	async function errorOf(operation: string, parameters: INodeParameters) {
		const sending = { fails: true, operation, parameters, nodes };
		const { error, requests } = await send(service, sending);
		expect(requests).toEqual([]);
		return error;
	}

	it.each<[string, string, RegExp, RegExp]>([
		[
			'a node without a path',
			'$("Far").item.json.x',
			/: Invalid/,
			/'Far' before this.*'Far'\).all\(.*No path back/,
		],
		['a node that has not run', '$("Far").all()[0].json', /executed$/, /\("Far"\).isExecuted/],
		['$env', '$env.HOME', /access to env vars denied$/, /contact the administrator/],
		['a node that is not there', '$("Gone").item.json', /doesn't exist$/, /'Gone' before this/],
	])('%s', async (_, expression, message, advice) => {
		const error = await errorOf('message.send', { message: `=Hi {{ ${expression} }}` });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(advice);
		expect(error.description).not.toContain('brackets');
	});

	const FAILS = '={{ $env.HOME }}';

	it.each<[string, INodeParameters, string]>([
		['message.send', { to: FAILS }, 'To'],
		['message.send', { options: { timeout: FAILS } }, 'Timeout'],
		['message.send', { recipientRules: { onlySendTo: FAILS } }, 'Only Send To'],
		['lease.adopt', { number: { __rl: true, mode: 'number', value: FAILS } }, 'Number'],
	])('in %s, in %j', async (operation, parameters, displayName) => {
		const error = await errorOf(operation, parameters);
		expect(error.message).toContain(`The expression of '${displayName}'`);
		expect(error.description).toMatch(/contact the administrator/);
	});
});

/** What an item may hold where a message's text or recipient is looked for. */
const ANYTHING: unknown[] = [
	...['', ' ', null, undefined, true, 0, 12025550143, '{{ 1 }}', '=1', 'a\u0000b', '\u202e+1'],
	...[[], [RECIPIENT], [RECIPIENT, RECIPIENT], {}, { to: RECIPIENT }, new Date(0), 1e21],
];

it.each([
	['{{ $json.to }}', '{{ $json.text }}'],
	['{{$json["to"]}}', "{{ $json['text'] }}"],
])('%s and %s give what n8n gives for any item', async (to, message) => {
	const items = ANYTHING.flatMap((one) => [
		{ to: RECIPIENT, text: one },
		{ to: one, text: 'Hi' },
	]);
	const sendAll = async (...fields: string[]) => {
		const { json, requests } = await send(service, {
			parameters: { to: `=${fields[0]}`, message: `=${fields[1]}` },
			items: [{}, ...items] as IDataObject[],
			options: ONE_BY_ONE,
			node: CONTINUE,
		});
		return { bodies: requests.map(bodyOf), errors: json.map(({ error }) => error) };
	};
	const evaluated = await sendAll('{{ ($json.to) }}', '{{ ($json.text) }}');
	expect(evaluated.bodies.length).toBeGreaterThan(5);
	expect(await sendAll(to, message)).toEqual(evaluated);
});
