import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
	INodeTypes,
} from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { loadBuilt, messagingService, messagingServiceApi } from '../support/built';
import { OPERATIONS } from '../support/operations';

const trigger = loadBuilt<INodeType>(
	'nodes/MessagingService/MessagingServiceTrigger.node.js',
	'MessagingServiceTrigger',
);

/** Every parameter, those in collections too. */
function withNested(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [property, ...withNested(nested(property))]);
}

function nested({ type, options }: INodeProperties): INodeProperties[] {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
}

const parameters = withNested([
	...messagingService.description.properties,
	...trigger.description.properties,
	...messagingServiceApi.properties,
]);
const fields = parameters.filter(({ type }) => type !== 'notice');
/** Choices in our words; countries have names of their own. */
const choices = new Set(
	parameters
		.filter(({ type, name }) => type === 'options' && name !== 'defaultCountry')
		.flatMap(({ options }) => (options as INodePropertyOptions[]).map(({ name }) => name)),
);

const operations = messagingService.description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[]);

/** What n8n shows below the name of a node that has these parameters. */
function subtitleOf({ description }: INodeType, parameters: INodeParameters): unknown {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });

	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

const SMALL_WORDS = /^(?:a|an|and|as|by|for|from|in|of|on|or|per|the|to|with)$/;
const isTitleCase = (text: string) =>
	text
		.split(/[\s(]+/)
		.every(
			(word, index) =>
				/^[^a-z]/.test(word) || /^i[A-Z]/.test(word) || (index > 0 && SMALL_WORDS.test(word)),
		);

/** Each parameter once, by the name that users see. */
const named = (list: INodeProperties[]) => [
	...new Map(list.map((entry) => [`${entry.displayName}: ${entry.description ?? ''}`, entry])),
];

describe('the words that users see', () => {
	it.each(named(fields))('%s has its name in title case', (_, { displayName }) => {
		expect(isTitleCase(displayName)).toBe(true);
	});

	it.each([...choices])('the choice %s is in title case', (name) => {
		expect(isTitleCase(name)).toBe(true);
	});

	it.each(named(fields.filter(({ type }) => type === 'boolean')))(
		'%s says what it switches: "Whether …"',
		(_, { description }) => {
			expect(description).toMatch(/^Whether /);
		},
	);

	it.each(named(fields.filter(({ placeholder, type }) => placeholder && type === 'string')))(
		'the placeholder of %s is an example',
		(_, { placeholder }) => {
			expect(placeholder).toMatch(/^e\.g\. /);
		},
	);

	it.each(named(fields.filter(({ description }) => description)))(
		'the description of %s is in sentence case, with a full stop only behind several sentences',
		(_, { description = '' }) => {
			expect(description).toMatch(/^[A-Z0-9]|^The otp_id/);
			// "e.g." is no end of a sentence.
			const sentences = description.replace(/e\.g\./g, '').split(/\. /).length;
			expect(description.endsWith('.')).toBe(sentences > 1);
		},
	);

	it('every operation has an action in sentence case, and says what it does', () => {
		expect(operations.length).toBeGreaterThanOrEqual(10);
		for (const { action, description } of operations) {
			expect(action).toMatch(/^[A-Z][a-z- ]+(?: \(costs money\))?$/);
			expect(action).not.toMatch(/\b(?:an?|the)\b/);
			expect(description).toBeTruthy();
		}
	});

	it.each(operations)('the description of $action is not cut off in the panel', (operation) => {
		expect(operation.description?.length).toBeLessThan(100);
	});

	it('the entries of a collection stand in alphabetical order, as those of other nodes do', () => {
		const collections = [messagingService, trigger]
			.flatMap(({ description }) => description.properties)
			.filter(({ type }) => type === 'collection');
		expect(collections.length).toBeGreaterThan(operations.length);
		for (const field of collections) {
			const names = nested(field).map(({ displayName }) => displayName);
			expect(names).toEqual([...names].sort());
		}
	});

	it('the option of an intent is not taken for the options of the node', () => {
		const names = parameters.map(({ displayName }) => displayName);
		expect(names).not.toContain('Option');
		expect(names).toContain('Intent Option');
	});

	it("n8n's assistant is told that the trigger hears of no incoming messages", () => {
		expect(trigger.description.builderHint?.searchHint).toContain('incoming messages');
	});

	const costly = OPERATIONS.filter(({ operation }) => operation.costsMoney);

	it('what costs money is known, whatever it does', () => {
		expect(costly.map(({ name }) => name).sort()).toEqual([
			'intent.generateAndSend',
			'lease.adopt',
			'lease.adoptFirstAvailable',
			'message.send',
			'message.sendAndWait',
			'otp.send',
		]);
	});

	it.each(OPERATIONS)('a description says whether $name costs money', ({ operation }) => {
		expect(/costs money/.test(operation.description)).toBe(operation.costsMoney !== undefined);
	});

	it('a node is not named after its cost, but where a model buys something with it', () => {
		const saying = operations.filter(({ action }) => action?.endsWith('(costs money)'));
		expect(saying.map(({ value }) => value)).toEqual(['adopt', 'adoptFirstAvailable']);
	});

	/** Returns the notices that n8n shows above the fields of an operation. */
	const noticesOf = (tried: (typeof OPERATIONS)[number], isTool: boolean) => {
		const { description } = messagingService;
		const type = { ...description, name: `${description.name}${isTool ? 'Tool' : ''}` };
		const node = { typeVersion: 1 };
		return description.properties
			.filter((property) => property.type === 'notice')
			.filter((property) =>
				NodeHelpers.displayParameter(tried.parameters, property, node, type, tried.parameters),
			)
			.map(({ displayName }) => displayName);
	};

	it.each(OPERATIONS)('before $name runs, the panel says whether it costs money', (tried) => {
		const notices = noticesOf(tried, false);
		expect(notices.some((said) => /costs money/.test(said))).toBe(costly.includes(tried));
		expect(notices.join(' ')).not.toContain('AI agent');
	});

	it.each(OPERATIONS)('as the tool of an AI agent, $name warns of what a model may do', (tried) => {
		const said = noticesOf(tried, true).filter((notice) => notice.includes('AI agent'));
		const losesNumber = tried.name === 'lease.relinquish';
		expect(said).toHaveLength(costly.includes(tried) || losesNumber ? 1 : 0);
		const sends = tried.operation.effect === 'sends';
		expect(said.some((notice) => notice.includes('Allowed Countries'))).toBe(sends);
	});

	it('Verify says how a builder keeps the password that was sent', () => {
		const [verify] = OPERATIONS.filter(({ name }) => name === 'otp.verify');
		expect(noticesOf(verify, false).join()).toMatch(
			/pin the output of the node that sent .* unpin it/,
		);
	});

	it.each([
		['message', 'send', 'sms', 'Send SMS'],
		['message', 'send', 'imessage', 'Send iMessage'],
		['message', 'send', 'whatsapp', 'Send WhatsApp'],
		['message', 'send', 'intent', 'Send Message Intent'],
		['message', 'send', '={{ $json.channel }}', 'Send Message'],
		['message', 'sendAndWait', 'sms', 'Send SMS and Wait'],
	])('on the canvas, %s %s %s is "%s"', (resource, operation, channel, subtitle) => {
		expect(subtitleOf(messagingService, { resource, operation, ...(channel && { channel }) })).toBe(
			subtitle,
		);
	});

	it.each([
		['send', { dryRun: true }, 'Dry Run: Send SMS'],
		['send', { dryRun: false }, 'Send SMS'],
		['send', { dryRun: '={{ $json.isTest }}' }, 'Send SMS'],
		// Another operation that was chosen before has left it.
		['sendAndWait', { dryRun: true }, 'Send SMS and Wait'],
	])('on the canvas, message %s with %j is "%s"', (operation, options, subtitle) => {
		const parameters = { resource: 'message', operation, channel: 'sms', options };
		expect(subtitleOf(messagingService, parameters)).toBe(subtitle);
	});

	it.each(OPERATIONS)('on the canvas, $name has a name of its own', (tried) => {
		const subtitle = subtitleOf(messagingService, tried.parameters);
		// In title case, as n8n's guidelines ask.
		expect(subtitle).toMatch(/^(?:(?:[A-Z]|iM)\w*(?:-[A-Z]\w*)?(?: |$)|and )+$/);
		// The canvas cuts off what is longer.
		expect(String(subtitle).length).toBeLessThanOrEqual(28);
		const same = OPERATIONS.filter(
			({ parameters: other }) => subtitleOf(messagingService, other) === subtitle,
		);
		expect(same).toEqual([tried]);
	});

	it.each([
		['numberAvailable', 'Number Available'],
		['numberStatusChanged', 'Number Status Changed'],
	])('on the canvas, the event %s is "%s"', (event, subtitle) => {
		expect(subtitleOf(trigger, { event })).toBe(subtitle);
	});

	it.each([
		['the node', messagingService],
		['the trigger', trigger],
	])("n8n's assistant gets a short hint on %s", (_, { description }) => {
		expect(description.builderHint?.searchHint?.length).toBeLessThanOrEqual(400);
	});

	it('resource and operation are chosen, never computed', () => {
		for (const { name, noDataExpression } of parameters) {
			if (['resource', 'operation', 'event'].includes(name)) expect(noDataExpression).toBe(true);
		}
	});

	/** A field of an operation of Number Lease, or its notice, by its name. */
	const leaseField = (operation: string, field: string) =>
		messagingService.description.properties.find(
			({ name, displayOptions: { show } = {} }) =>
				name === field && show?.resource?.includes('lease') && show.operation?.includes(operation),
		);

	it.each([
		['adopt', ['list', 'number']],
		['getStatus', ['list', 'number']],
		// What the service lists is the pool: none of it is the user's to give back.
		['relinquish', ['number']],
	])('the number of %s is chosen by %j', (operation, modes) => {
		const number = leaseField(operation, 'number');
		expect(number?.modes?.map(({ name }) => name)).toEqual(modes);
		expect(number?.default).toEqual({ mode: modes[0], value: '' });
	});

	it('a number that is given back may be lost: that is said above the field', () => {
		expect(leaseField('relinquish', 'lossNotice')?.displayName).toContain('may not get it again');
	});

	it('the operations that cost money or need a plan say so above their fields', () => {
		const notices = (resource: string, operation: string) =>
			messagingService.description.properties
				.filter(
					({ type, displayOptions: { show } = {} }) =>
						type === 'notice' &&
						show?.resource?.includes(resource) &&
						show.operation?.includes(operation),
				)
				.map(({ displayName }) => displayName);

		for (const { parameters, requests, operation: declared } of OPERATIONS) {
			const { resource, operation } = parameters;
			const said = notices(String(resource), String(operation)).join();
			expect(said.includes('costs money')).toBe(declared.costsMoney !== undefined);
			if (requests[0].enterprise) expect(said).toContain('Enterprise plan');
		}
	});

	it("one look at the operations tells that the list has no numbers of one's own", () => {
		const getMany = operations.find(({ value }) => value === 'getAll');
		expect(getMany?.description).toContain('not those that you lease');
	});
});

it('the panel says once that the row can still be read after Send', () => {
	const said = parameters.filter(({ description }) =>
		description?.includes('later nodes take other fields from the output of the node before'),
	);
	expect(said.map(({ displayName }) => displayName)).toEqual(['Message']);
});
