import type { INodeParameters, INodeProperties, NodeParameterValueType } from 'n8n-workflow';

import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import { CONTINUE, itemsFor, refusedItem, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

type Collection = 'options' | 'rules' | 'filters';

/** Every entry of a collection of every operation, as the panel has it. */
const ENTRIES = OPERATIONS.flatMap(({ name, options, rules, filters }) =>
	Object.entries({ options, rules, filters }).flatMap(([collection, entries]) =>
		entries.map((entry) => ({
			operation: name,
			collection: collection as Collection,
			entry,
			option: entry.name,
			displayName: entry.displayName,
		})),
	),
);

/** Whether nobody can enter an expression for it, or it holds other fields. */
const isComposed = ({ type, noDataExpression }: INodeProperties) =>
	type === 'fixedCollection' || noDataExpression === true;

/** An item for any operation: no request about it may leave. */
const ITEM = { to: RECIPIENT, number: LEASED, otp_id: 'otp_1', code: '123456' };

/** Sends with one entry of a collection, and expects that it is refused by its name before any request. */
async function expectRefused(
	{ operation, collection, option, displayName, entry }: (typeof ENTRIES)[number],
	value: NodeParameterValueType,
) {
	// n8n reads no option that its form does not show.
	const responseType = entry.displayOptions?.show?.['/responseType']?.[0];
	const { json, requests } = await send(service, {
		operation,
		...(responseType !== undefined && { parameters: { responseType } as INodeParameters }),
		items: [ITEM],
		[collection]: { [option]: value },
		node: CONTINUE,
	});
	expect(requests).toEqual([]);
	expect(json).toEqual([refusedItem()]);
	expect(json[0].error).toContain(`'${displayName}'`);
}

describe('an option or a filter whose expression returns nothing', () => {
	it('is looked for in every collection of every operation', () => {
		expect(ENTRIES.length).toBeGreaterThan(60);
	});

	/** What guards nothing may be blank. */
	const mayBeBlank = ({ operation, collection, option }: (typeof ENTRIES)[number]) =>
		option === 'defaultCountry' || (collection === 'filters' && operation === 'lease.getAll');

	it.each(ENTRIES.filter((one) => !isComposed(one.entry) && !mayBeBlank(one)))(
		'is refused before any request, by its name: $option of $operation',
		async (entry) => {
			for (const value of ['={{ undefined }}', '={{ $json.typo }}', '={{ null }}', '={{ " " }}']) {
				await expectRefused(entry, value);
			}
			// A list of which one entry is such an expression.
			if (entry.entry.typeOptions?.multipleValues) await expectRefused(entry, ['={{ "" }}']);
		},
	);

	it.each(ENTRIES.filter(mayBeBlank))(
		'means that there is none: $option of $operation',
		async (one) => {
			const { operation, collection, option } = one;
			const given = await itemsFor(service, operation);
			for (const value of ['={{ undefined }}', '={{ null }}', '={{ " " }}', '={{ [] }}'].slice(
				0,
				collection === 'filters' ? 4 : 3,
			)) {
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

it.each(
	ENTRIES.filter(({ option, collection }) => {
		return collection === 'rules' || /^maxSmsParts$|OnceKey$/.test(option);
	}),
)('$option of $operation guards, so that no AI model may choose it', async (entry) => {
	await expectRefused(entry, `={{ $fromAI('${entry.option}', '', 'string') }}`);
});

it('an option that is added does something, but for those whose value the panel then shows', () => {
	const whenAbsent: Record<string, unknown> = {
		...{ requestsPerSecond: 0, dryRun: false, smartEncoding: false, failOnIncorrect: false },
		...{ fallback: undefined, maxMessages: 0 },
	};
	const shown = ['concurrency', 'timeout', 'maxRetries', 'maxSmsParts'];
	const simple = ENTRIES.filter(({ entry }) => ['number', 'boolean'].includes(entry.type));
	const idle = simple.filter(({ option, entry }) => entry.default === whenAbsent[option]);
	expect(idle).toEqual([]);
	const unknown = simple.filter(({ option }) => !(option in whenAbsent) && !shown.includes(option));
	expect(unknown).toEqual([]);
});

describe('an option out of its range', () => {
	it.each([
		['concurrency', [0, 101, 1.5, 'many', { toString: 1 }]],
		['requestsPerSecond', [-1, 'many']],
		['timeout', [0, -1, 1.5, 'many']],
		['maxRetries', [-1, 11, 1.5, 'many']],
		['maxSmsParts', [-1, 1.5, 'many']],
	])('is refused before any request, by its name: %s as %j', async (option, values) => {
		const [entry] = ENTRIES.filter((one) => one.option === option);
		for (const value of values) {
			await expectRefused(entry, `={{ ${JSON.stringify(value)} }}`);
			if (typeof value === 'number') await expectRefused(entry, value);
		}
	});

	it.each([0, 0.001, '1000', ' 5 '])('or in it: %p requests per second', async (pace) => {
		const requestsPerSecond = `={{ ${JSON.stringify(pace)} }}`;
		await send(service, { options: { requestsPerSecond } });
		expect(service.sent()).toHaveLength(1);
	});

	it.each([0.0001, 1001])('or no pace: %p requests per second', async (pace) => {
		const [entry] = ENTRIES.filter(({ option }) => option === 'requestsPerSecond');
		await expectRefused(entry, pace);
	});
});

/** A value for an option that is not the one that it has without being added. */
function valueFor({ name, type, default: added }: INodeProperties): NodeParameterValueType {
	if (type === 'boolean') return name !== 'dryRun';
	if (type === 'number') return Number(added) || 5;
	return type === 'options' ? 'US' : 'Text';
}

it.each(OPERATIONS.filter(({ waits }) => !waits))(
	'the options of $name change nothing of what the service gets, but for its own flag',
	async ({ name, options }) => {
		const items = await itemsFor(service, name);
		const all = Object.fromEntries(options.map((option) => [option.name, valueFor(option)]));
		const { requests } = await send(service, {
			operation: name,
			items,
			options: all,
			node: CONTINUE,
		});
		service.simulator.reset();
		const again = await itemsFor(service, name);
		const plain = await send(service, { operation: name, items: again });

		const sent = requests.map((request) => bodyOf(request) ?? {});
		const expected = plain.requests.map((request) => bodyOf(request) ?? {});
		expect(sent.map((body) => Object.keys(body))).toEqual(
			expected.map((body) => [
				...Object.keys(body),
				...(name === 'message.send' ? ['beta_features'] : []),
			]),
		);
		if (name === 'message.send')
			expect(sent).toMatchObject([{ beta_features: { fallback: true } }]);
	},
);
