// Counts the blocks of what is imported after it.
import { uncounted, workOf } from '../support/work';

import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { entriesOf } from '../support/description';
import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import { Poller } from '../support/poller';
import { rows } from '../support/rows';
import { CONTINUE, refusedItem, send, type Sending } from '../support/send';
import { simulated } from '../support/simulated';
import { visit } from '../support/visiting';

const service = simulated();

const ITEM = { to: RECIPIENT, number: LEASED, otp_id: 'otp_1' };

/** What patterns for numbers, labels and codes let pass or take away, and what escapes and broken texts are made of. */
const PARTS = [
	...[' ', '"', '(', '0', '+', ',', '; ', '-', '%25', '{{', '<', "\\'", 'null '],
	...['\u0301\u0323', '\u200b', '\u202a1', '\u{1d7ce}', '\\u0025'],
];

/** Returns a text with many of a part, in its midst and at its end. */
const textOf = (part: string, length: number) => {
	const many = part.repeat(length / part.length / 2);
	return `+1${many}x${many}`;
};

/** Expects that twice the input takes about twice the work. @param run does something with so much input */
async function expectLinear(size: number, run: (size: number) => Promise<unknown>) {
	await run(8);
	const once = await workOf(async () => await run(size));
	const twice = await workOf(async () => await run(2 * size));
		'/tmp/lin.txt',
		JSON.stringify([
			expect.getState().currentTestName?.slice(0, 70),
			once,
			twice,
			twice / once,
			process.cpuUsage().user / 1e6,
		]) + '\n',
	);
	expect({ once, twice, isLinear: twice < 2.5 * once }).toMatchObject({ isLinear: true });
}

/** Whether the panel shows a field with no other one filled in, but for the type of response. */
const isShown = ({ displayOptions: { show = {} } = {} }: INodeProperties) =>
	Object.keys(show).every((name) => ['resource', 'operation', '/responseType'].includes(name));

/** Every field and every entry of a collection of every operation, each once, with the collection where it stands. */
const FIELDS = OPERATIONS.flatMap(({ name: operation, properties }) =>
	properties.flatMap((property) => {
		const isCollection = ['collection', 'fixedCollection'].includes(property.type);
		const fields = isCollection ? entriesOf(properties, property.name) : [property];
		return fields
			.filter(({ type }) => !['notice', 'hidden', 'button', 'fixedCollection'].includes(type))
			.filter(isShown)
			.map((field) => ({ operation, home: isCollection ? property : undefined, field }));
	}),
);
const TRIED = [
	...new Map(
		[...FIELDS].reverse().map((one) => [`${one.home?.name}.${one.field.name}`, one]),
	).values(),
];

/** Returns the parameters of a node with a value in one of its fields, and what must be chosen so that it is shown. */
function parametersWith(
	{ home, field }: Pick<(typeof FIELDS)[number], 'home' | 'field'>,
	value: string,
): INodeParameters {
	const shown: INodeParameters = {};
	for (const { displayOptions } of [field, ...(home ? [home] : [])]) {
		if (displayOptions?.hide?.channel) shown.channel = 'imessage';
		const responseType = displayOptions?.show?.['/responseType']?.[0];
		if (responseType !== undefined) shown.responseType = responseType as string;
	}
	const entry = { [field.name]: value };
	if (!home) return { ...shown, ...entry };
	return { ...shown, [home.name]: home.type === 'fixedCollection' ? { values: entry } : entry };
}

/** Returns a text of each part. */
const textsOf = (length: number) => PARTS.map((part) => textOf(part, length));

/** Lets the node do something. The work of n8n's helper and of the simulator is not counted. */
const sendOne = async (sending: Sending) =>
	await send(service, {
		node: CONTINUE,
		items: [ITEM],
		beforeExecute({ helpers }) {
			const { httpRequest } = helpers;
			helpers.httpRequest = async (asked) =>
				await uncounted(async () => (await httpRequest(asked)) as unknown);
		},
		...sending,
	});

describe.each(TRIED)('$field.displayName of $operation', ({ operation, home, field }) => {
	const withTexts = async (texts: string[]) =>
		await sendOne({
			operation,
			options: { maxSmsParts: 0 },
			parameters: parametersWith({ home, field }, '={{ $json.huge }}'),
			items: (operation.endsWith('Wait') ? texts.slice(0, 1) : texts).map((huge) => ({
				...ITEM,
				huge,
			})),
		});

	it('refuses by its name a text of more than 10,000 characters', async () => {
		const { json, requests } = await withTexts(['1'.repeat(10_001)]);
		expect([requests, json]).toEqual([[], [refusedItem()]]);
		expect(json[0].error).toContain(`'${field.displayName}'`);
	});

	it('takes twice the work for twice the text', async () => {
		await expectLinear(2_000, async (size) => await withTexts(textsOf(size)));
	});
});

describe('twice the work at most is taken for', () => {
	it.each(['baseUrl', 'apiToken'])('twice the text in %s of the credential', async (name) => {
		const credentials = service.credentials();
		await expectLinear(2_000, async (size) => {
			for (const text of textsOf(size)) {
				const given = `${String(credentials[name])}${text}`;
				await sendOne({ credentials: { ...credentials, [name]: given } });
			}
		});
	});

	it.each(['doNotSendTo', 'onlySendTo'])('twice the text in %s', async (rule) => {
		await expectLinear(2_000, async (size) => {
			for (const text of textsOf(size)) await sendOne({ rules: { [rule]: text } });
		});
	});

	it('twice the text among the numbers and the filters of the trigger', async () => {
		await expectLinear(2_000, async (size) => {
			for (const text of textsOf(size)) {
				const filters = { numberStartsWith: text };
				for (const parameters of [
					{ event: 'numberStatusChanged', numbers: [text] },
					{ event: 'numberAvailable', filters },
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
				await visit({}, { question: text });
			}
		});
	});

	/** What the service may answer with so much in it: a text, words, and what each success has, beside all else. */
	const bodies = (size: number): unknown[] => {
		const all = textsOf(size);
		const records = Array.from({ length: size }, () => ({
			number: '12125550101',
			supports: ['sms'],
			data: { e164: '+12125550101' },
		}));
		const needed = { crumbs: {}, otp_id: 'otp_1', verified: true, url: 'https://example.com' };
		return [
			...all,
			{ message: all },
			{ errors: Object.fromEntries(records.map((_, index) => [`to${index}`, ['is wrong']])) },
			{ detail: records.map(() => ({ loc: ['body', 'to'], msg: 'is wrong' })) },
			'[{"a":'.repeat(size / 8),
			{ ...needed, data: { text: records }, all },
			{
				...needed,
				data: {
					text: Array.from({ length: size }, (_, index) => ({
						number: `1212${5_550_000 + index}`,
					})),
				},
			},
		];
	};

	it.each(OPERATIONS)('twice the answer: $name', async ({ name: operation }) => {
		const options = { maxRetries: 0 };
		await expectLinear(2_000, async (size) => {
			for (const body of bodies(size)) {
				for (const status of [200, 422]) {
					service.simulator.fault({ kind: 'answer', status, body, times: 'always' });
					await sendOne({ operation, options });
					service.simulator.clearFaults();
				}
			}
		});
	});

	it('twice the header', async () => {
		await expectLinear(2_000, async (size) => {
			for (const text of textsOf(size).map(encodeURI)) {
				const headers = { 'retry-after': text, 'ratelimit-reset': text, location: text };
				for (const status of [302, 429]) {
					service.simulator.fault({ kind: 'answer', status, headers, body: {} });
					await sendOne({ options: { maxRetries: 0 } });
				}
			}
		});
	});

	it.each<[string, (size: number) => Sending]>([
		['messages', (size) => ({ items: rows(size) })],
		['messages to one recipient', (size) => ({ items: rows(size, () => ({ to: RECIPIENT })) })],
		['mistakes', (size) => ({ items: rows(size, () => ({ to: '1' })) })],
		['keys', (size) => ({ items: rows(size), options: { sendOnceKey: '={{ $json.text }}' } })],
		[
			'entries of Do Not Send To',
			(size) => ({
				rules: {
					doNotSendTo: rows(size)
						.map(({ to }) => to)
						.join(','),
				},
			}),
		],
		[
			'entries of Only Send To',
			(size) => ({
				rules: {
					onlySendTo: rows(size)
						.map(({ to }) => to)
						.join(','),
				},
			}),
		],
	])('twice as many %s', async (_, sending) => {
		await expectLinear(200, async (size) => await sendOne(sending(size)));
	});
});
