// It counts in what is imported after it.
import { uncounted, workOf } from '../support/work';

import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { withNested } from '../support/description';
import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import { Poller } from '../support/poller';
import { rows } from '../support/rows';
import { CONTINUE, send, type Sending } from '../support/send';
import { simulated } from '../support/simulated';
import { visit } from '../support/visiting';

const service = simulated();

const ITEM = { to: RECIPIENT, number: LEASED, otp_id: 'otp_1' };

/** What patterns for numbers, names and codes let pass or take away, and what escapes and broken texts are made of. */
const PARTS = [
	...[' ', '"', '(', '0', '+ ', ',;', '%25', '{{', "<\\'", 'null ', '\\u0025'],
	...['\u0301\u0323', '\u200b\u202a1', '\u{1d7ce}'],
];

/** Returns a text of each part, with many of it in its midst and at its end. */
const textsOf = (length: number) =>
	PARTS.map((part) => {
		const many = part.repeat(length / part.length / 2);
		return `+1${many}x${many}`;
	});

/** Lets the node do something. What n8n's helper and the simulator do meanwhile is not counted. */
const sendOnce = async (sending: Sending) =>
	await send(service, {
		node: CONTINUE,
		beforeExecute({ helpers }) {
			const { httpRequest } = helpers;
			helpers.httpRequest = async (asked) =>
				await uncounted(async () => (await httpRequest(asked)) as unknown);
		},
		...sending,
		options: { maxRetries: 0, ...sending.options },
	});

/** Expects that twice the input takes about twice the work. @param run does something with so much input */
async function expectLinear(size: number, run: (size: number) => Promise<unknown>) {
	await run(20);
	const once = await workOf(async () => await run(size));
	const twice = await workOf(async () => await run(2 * size));
	expect({ once, twice, isLinear: twice < 2.5 * once }).toMatchObject({ isLinear: true });
}

/** Returns the parameters of a node with a value in one field, and what must be chosen so that it is shown. */
function parametersWith(home: INodeProperties, field: INodeProperties, value: string) {
	const { show, hide } = { ...home.displayOptions, ...field.displayOptions };
	const responseType = show?.['/responseType'] ?? show?.responseType;
	const entry = { [field.name]: value };
	const entries = home.type === 'fixedCollection' ? { values: entry } : entry;
	return {
		...(hide?.channel && { channel: 'imessage' }),
		...(responseType && { responseType: responseType[0] as string }),
		...(home === field ? entry : { [home.name]: entries }),
	} as INodeParameters;
}

/** Every field for a text, and every entry of a collection, each once. All others read theirs as these do. */
const FIELDS = new Map(
	OPERATIONS.flatMap(({ name: operation, properties }) =>
		properties.flatMap((home) =>
			withNested([home])
				.filter(({ type }) => !/^(?:notice|collection|fixedCollection|boolean|number)$/.test(type))
				.map((field) => [`${home.name}.${field.name}`, { operation, home, field }] as const),
		),
	),
);

describe('twice the work at most is taken for', () => {
	it.each([...FIELDS.values()])(
		'twice the text in $field.displayName of $operation',
		async ({ operation, home, field }) => {
			const parameters = parametersWith(home, field, '={{ $json.huge }}');
			const isOne = operation === 'message.sendAndWait';
			await expectLinear(4_000, async (size) => {
				const items = textsOf(size).map((huge) => ({ ...ITEM, huge }));
				await sendOnce({ operation, parameters, items: isOne ? items.slice(0, 1) : items });
			});
		},
	);

	it.each(['doNotSendTo', 'onlySendTo'])(
		'twice the text, and twice the entries, in %s',
		async (rule) => {
			await expectLinear(200, async (size) => {
				const list = rows(size).map(({ to }) => to);
				for (const text of [...textsOf(size), list.join()])
					await sendOnce({ rules: { [rule]: text } });
			});
		},
	);

	it.each(['baseUrl', 'apiToken'])('twice the text in %s of the credential', async (name) => {
		const credentials = service.credentials();
		await expectLinear(1_000, async (size) => {
			for (const text of textsOf(size)) {
				const given = `${String(credentials[name])}${text}`;
				await sendOnce({ credentials: { ...credentials, [name]: given } });
			}
		});
	});

	it('twice the text in the numbers and the filters of the trigger', async () => {
		await expectLinear(1_000, async (size) => {
			for (const text of textsOf(size)) {
				for (const parameters of [
					{ event: 'numberStatusChanged', numbers: [text] },
					{ event: 'numberAvailable', filters: { numberStartsWith: text } },
				]) {
					await new Poller(parameters, service.credentials()).poll().catch(() => undefined);
				}
			}
		});
	});

	it('twice the text that is typed on a page, and in its headers', async () => {
		await expectLinear(4_000, async (size) => {
			for (const text of textsOf(size)) {
				await visit({ responseType: 'freeText' }, { typed: { text }, acceptLanguage: text });
			}
		});
	});

	/** What the service may answer, as a success and as a failure: so much text, or so many words and numbers. */
	const answers: Array<[string, (size: number) => unknown[]]> = [
		[
			'text',
			(size) => [{ message: textsOf(size) }, textsOf(size).join('\n'), '[{"a":'.repeat(size)],
		],
		[
			'words',
			(size) => [
				{ errors: Object.fromEntries(rows(size).map(({ to }) => [to, ['is wrong']])) },
				{ detail: rows(size).map(() => ({ loc: ['body', 'to'], msg: 'is wrong' })) },
			],
		],
		['numbers', (size) => [listOf(rows(size))]],
		['equal numbers', (size) => [listOf(rows(size).map(() => ({ to: RECIPIENT })))]],
	];
	const listOf = (some: IDataObject[]) => {
		const text = some.map(({ to }) => ({ number: to, data: { e164: to } }));
		const needed = { crumbs: {}, otp_id: 'otp_1', verified: true, url: 'https://example.com' };
		return { ...needed, data: { text, voice: text } };
	};
	/** An operation for each endpoint. */
	const asking = new Map([...OPERATIONS].reverse().map((one) => [one.requests[0].path, one.name]));

	describe.each([...asking])('twice the answer of %s', (_, operation) => {
		it.each(answers)('with %s', async (_name, bodies) => {
			await expectLinear(1_000, async (size) => {
				for (const body of bodies(size)) {
					for (const status of [200, 429]) {
						const headers = { 'retry-after': encodeURI(textsOf(200).join().slice(0, size)) };
						service.simulator.fault({ kind: 'answer', status, headers, body });
						await sendOnce({ operation });
						service.simulator.clearFaults();
					}
				}
			});
		});
	});

	it.each<[string, Sending]>([
		['messages to one recipient', { parameters: { to: RECIPIENT } }],
		['mistakes', { parameters: { to: '1' } }],
		['keys in a Dry Run', { options: { sendOnceKey: '={{ $json.text }}', dryRun: true } }],
	])('twice as many %s', async (_, sending) => {
		await expectLinear(100, async (size) => await sendOnce({ ...sending, items: rows(size) }));
	});
});
