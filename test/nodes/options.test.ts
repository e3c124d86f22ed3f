import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	NodeParameterValueType,
} from 'n8n-workflow';

import { entriesOf } from '../support/description';
import { REVIEW_TYPE } from '../support/n8nCore';
import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import type { Sending } from '../support/send';
import { CONTINUE, itemsFor, outcomes, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** Every entry of a collection of every operation, as the panel has it. */
const ENTRIES = OPERATIONS.flatMap(({ name, properties, options, rules, filters }) => {
	const approvalOptions = entriesOf(properties, 'approvalOptions');
	return Object.entries({ options, rules, filters, approvalOptions }).flatMap(
		([collection, entries]) =>
			entries.map((entry) => ({ operation: name, collection, entry, option: entry.name })),
	);
});

type Entry = (typeof ENTRIES)[number];

/** Whether nobody can enter an expression for it, or it holds other fields. */
const isComposed = ({ type, noDataExpression }: INodeProperties) =>
	type === 'fixedCollection' || noDataExpression === true;

/** An item for any operation: no request about it may leave. */
const ITEM = { to: RECIPIENT, number: LEASED, otp_id: 'otp_1', code: '123456' };

/** Sends with one entry of a collection, or one field, and expects that it is refused by its name before any request. */
async function expectRefused(
	{ operation, collection, entry }: Entry,
	value: NodeParameterValueType,
	items: IDataObject[] = [ITEM],
) {
	// n8n reads no option that its form does not show.
	const responseType = entry.displayOptions?.show?.['/responseType']?.[0];
	const given = { [entry.name]: value } as INodeParameters;
	const { json, requests } = await send(service, {
		operation,
		parameters: {
			...(entry.displayOptions?.hide?.channel && { channel: 'imessage' }),
			...(responseType !== undefined && { responseType: responseType as string }),
			...(collection === 'approvalOptions' && {
				approvalOptions: { values: { approvalType: 'double', ...given } },
			}),
			...(collection === '' && given),
		},
		items,
		[collection]: given,
		node: CONTINUE,
	});
	expect(requests).toEqual([]);
	expect(json).toEqual([refusedItem()]);
	expect(json[0].error).toContain(`'${entry.displayName}'`);
}

describe('an option or a filter whose expression returns nothing', () => {
	/** What guards nothing may be blank. */
	const mayBeBlank = ({ operation, collection, option }: Entry) =>
		option === 'defaultCountry' || (collection === 'filters' && operation === 'lease.getAll');

	it.each(ENTRIES.filter((one) => !isComposed(one.entry) && !mayBeBlank(one)))(
		'is refused before any request, by its name: $option of $operation',
		async (entry) => {
			for (const value of ['={{ undefined }}', '={{ " " }}']) await expectRefused(entry, value);
			// A list of which one entry is such an expression.
			if (entry.entry.typeOptions?.multipleValues) await expectRefused(entry, ['={{ "" }}']);
		},
	);

	it.each(ENTRIES.filter(mayBeBlank))(
		'means that there is none: $option of $operation',
		async (one) => {
			const { operation, collection, option } = one;
			const given = await itemsFor(service, operation);
			for (const value of ['={{ undefined }}', '={{ " " }}']) {
				const { requests } = await send(service, {
					operation,
					items: given,
					[collection]: { [option]: value },
					node: CONTINUE,
				});
				expect(requests[0].query).toBe('');
			}
		},
	);
});

it('what n8n puts into an option or a rule that somebody adds', () => {
	const added = ENTRIES.filter(({ collection }) => /^(?:options|rules)$/.test(collection))
		.filter(({ entry: { type } }) => /^(?:number|boolean|options)$/.test(type))
		.map(({ option, entry }) => [option, entry.default]);
	expect(Object.fromEntries(added)).toEqual({
		...{ concurrency: 10, requestsPerSecond: 1, timeout: 30_000, maxRetries: 3 },
		...{ defaultCountry: 'US', fallback: true, dryRun: true, failOnIncorrect: true },
		...{ maxSmsParts: 24, smartEncoding: true, maxMessages: 100, pageLanguage: 'en' },
	});
});

describe('an option out of its range', () => {
	it.each([
		['concurrency', [0, 101, 1.5, 'many', { toString: 1 }]],
		['requestsPerSecond', [-1, 'many', 0.0001, 1001]],
		['timeout', [0, -1, 1.5, 'many', 2 ** 31]],
		['maxRetries', [-1, 11, 1.5, 'many']],
		['maxSmsParts', [-1, 1.5, 'many']],
		['maxMessages', [-1, 1.5]],
		['dryRun', ['yes', null, 1]],
	])('is refused before any request, by its name: %s as %j', async (option, values) => {
		const [entry] = ENTRIES.filter((one) => one.option === option);
		for (const value of values) {
			await expectRefused(entry, `={{ ${JSON.stringify(value)} }}`);
			if (typeof value === 'number') await expectRefused(entry, value);
		}
	});

	it('and the last value in it is taken, and an empty field is as if it were not added', async () => {
		const ends = [
			{ concurrency: '', requestsPerSecond: '', timeout: '', maxRetries: '', maxSmsParts: '' },
			{ concurrency: 1, requestsPerSecond: 0, timeout: 10_000, maxRetries: 0, maxSmsParts: 0 },
			{ concurrency: 100, requestsPerSecond: 0.001, maxRetries: 10 },
			{ requestsPerSecond: '={{ " 1000 " }}', maxSmsParts: 1 },
		];
		for (const options of ends) await send(service, { options });
		expect(service.sent()).toHaveLength(ends.length);
	});
});

/** Every field, and every entry of a collection, once. */
const FIELDS = [
	...new Map(
		[
			...OPERATIONS.flatMap(({ name, properties }) =>
				properties
					.filter(({ type }) => !/^(?:notice|hidden|button|collection|fixedCollection)$/.test(type))
					.map((entry): Entry => ({ operation: name, collection: '', entry, option: entry.name })),
			),
			...ENTRIES,
		]
			.filter(({ entry }) => entry.type !== 'fixedCollection')
			// With no other one filled in, but for the type of response.
			.filter(({ entry: { displayOptions: { show = {} } = {} } }) =>
				Object.keys(show).every((name) => /^(?:resource|operation|\/responseType)$/.test(name)),
			)
			.map((one) => [`${one.collection}.${one.option}`, one]),
	).values(),
];

it.each(FIELDS)(
	'a text of more than 10,000 characters is refused by the name of its field: $option of $operation',
	async (one) => {
		const items = [{ ...ITEM, huge: '1'.repeat(10_001) }];
		await expectRefused(one, '={{ $json.huge }}', items);
	},
);

/** A value for an option that is not the one that it has without being added. */
function valueFor({ name, type, default: added }: INodeProperties): NodeParameterValueType {
	if (type === 'boolean') return !['dryRun', 'failOnIncorrect'].includes(name);
	// Two requests a second apart would take a second.
	if (type === 'number') return name === 'requestsPerSecond' ? 1000 : Number(added);
	return type === 'options' ? 'US' : 'Text';
}

it.each(OPERATIONS.filter(({ waits }) => !waits))(
	'with all of its options, $name asks for nothing else: the simulator refuses what it does not know',
	async ({ name, options }) => {
		const items = await itemsFor(service, name);
		const all = Object.fromEntries(options.map((option) => [option.name, valueFor(option)]));
		const { json } = await send(service, { operation: name, items, options: all });
		expect(outcomes(json)).toEqual(json.map(() => 'done'));
		expect(service.simulator.requests.map(({ status }) => status)).not.toContain(400);
	},
);

/** Runs the node as a tool, and expects that it refuses before any request. */
async function expectRefusedToModel(
	displayName: string,
	parameters: INodeParameters,
	more: Sending = { asTool: true },
) {
	const items = [{ to: RECIPIENT, list: RECIPIENT, max: 3 }];
	const { error, requests } = await send(service, { fails: true, items, parameters, ...more });
	expect(error.message).toContain(`'${displayName}'`);
	expect(error.message).not.toContain(RECIPIENT);
	expect(requests).toEqual([]);
	return error;
}

it.each([
	...['$json.list', '$JSON.list', '$data.list', '$input.first().json.list', '\\u0024json.list'],
	...['$items()[0].json.list', '$parameter.message', '$tool.parameters.list'],
	...['$thisItem.json.list', '$rawParameter.message'],
	...['$node["Messaging Service"].parameter.message'],
	...['$evaluateExpression("{{ $" + "json.list }}")'],
	...["$fromAI('list')", "$fromAi('list')", "$fromai('list')"],
])("what an agent's model can set is no rule, no option and no recipient: %s", async (given) => {
	const onlySendTo = `={{ [${given}] }}`;
	const error = await expectRefusedToModel('Only Send To', { recipientRules: { onlySendTo } });
	expect(error.message).toContain("{{ $('Chat Trigger').first().json.phone }}");
	const maxMessages = `={{ ${given} }}`;
	await expectRefusedToModel('Max Messages', { recipientRules: { maxMessages } });
	await expectRefusedToModel('Send Once Key', { options: { sendOnceKey: `=key {{ ${given} }}` } });

	// It alone says openly that a model chooses whom to text.
	const to = `={{ ${given} }}`;
	if (!given.includes('from')) await expectRefusedToModel('To', { to });
	const operation = 'message.sendAndWait';
	const node = { onError: 'stopWorkflow' } as const;
	const review = { operation, type: REVIEW_TYPE, node };
	await expectRefusedToModel('To', { to }, review);
	// A button could say the opposite of what it does.
	const approvalOptions = { values: { approveLabel: `={{ ${given} }}` } };
	await expectRefusedToModel('Approve Button Label', { approvalOptions, to: RECIPIENT }, review);
});

it('what leads to nothing of the item may stand in a rule of a tool', async () => {
	const own = '$now, $today, $execution.id, $workflow.id, $vars, $itemIndex, $runIndex, $mode';
	const more = '$jmespath({}, "a"), $if(1, 2, 3), $ifEmpty(1, 2), $not(0), $min(1, 2), $max(1, 2)';
	const maxMessages = `={{ [${own}, ${more}].length }}`;
	await send(service, { asTool: true, parameters: { recipientRules: { maxMessages } } });
	expect(service.sent()).toHaveLength(1);
});

it('no rule is left to a model in a node that is no tool', async () => {
	const onlySendTo = "={{ [$fromAi('list')] }}";
	await expectRefusedToModel('Only Send To', { recipientRules: { onlySendTo } }, {});
});

it.each(['$("Source").first().json', '$node["Source"].json', '$items("Source")[$itemIndex].json'])(
	'what a node by its name gives is a rule, and a model may choose whom to text: %s',
	async (node) => {
		const recipientRules = { onlySendTo: `={{ [${node}.list] }}` };
		const items = [{ to: RECIPIENT, list: RECIPIENT }];
		const parameters = { to: "={{ $fromAI('to') }}", recipientRules };
		await send(service, { asTool: true, items, parameters });
		expect(service.sent()).toEqual([RECIPIENT]);
	},
);
