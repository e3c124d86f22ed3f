/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs in the tests, never inside n8n */
import { type Profiler, Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

// V8 counts the blocks of what is loaded from here on: all of them, where it optimizes no function.
setFlagsFromString('--no-opt');
setFlagsFromString('--no-maglev');
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

import { NODE_NAME } from '../support/n8nCore';
import { aNode, aNodeType, leadsTo } from '../support/nodes';
import { LEASED, OPERATIONS, RECIPIENT } from '../support/operations';
import { Poller } from '../support/poller';
import { rows } from '../support/rows';
import { CONTINUE, send, type Sending } from '../support/send';
import { simulated } from '../support/simulated';
import { visit } from '../support/visiting';

// Work is counted, and no clock is asked: how often the busiest block of each function of the package runs, and how much
// goes through each method of texts, lists and patterns. That each pattern is linear, `rooms.test.ts` tells.

const service = simulated();

// Other files of tests run in this process.
afterAll(() => {
	session.disconnect();
	setFlagsFromString('--opt');
});

/** Methods that take no longer for a longer text or list, or call a function for each entry. */
const SHORT =
	/^(?:constructor|toString|valueOf|at|charAt|charCodeAt|codePointAt|push|pop|keys|entries|startsWith|endsWith|exec)$/;

/** How much has gone through each method. */
const passed = new Map<string, number>();

const lengthOf = (value: unknown) =>
	typeof value === 'string' || Array.isArray(value) ? value.length : undefined;

for (const home of [String.prototype, Array.prototype, RegExp.prototype]) {
	for (const name of Reflect.ownKeys(home)) {
		const method = Reflect.get(home, name) as unknown;
		if (typeof method !== 'function' || SHORT.test(String(name))) continue;
		const counted = function (this: unknown, ...values: unknown[]) {
			const result = Reflect.apply(method, this, values) as unknown;
			const length = lengthOf(name === 'test' ? values[0] : result) ?? lengthOf(this) ?? 0;
			passed.set(String(name), (passed.get(String(name)) ?? 0) + length);
			return result;
		};
		Reflect.set(home, name, counted);
	}
}

/** Returns how often the busiest block of each function of the package has run since this was asked last. */
async function blocks(): Promise<Array<[name: string, count: number]>> {
	const { result } = await new Promise<Profiler.TakePreciseCoverageReturnType>((resolve) => {
		session.post('Profiler.takePreciseCoverage', (_, coverage) => resolve(coverage));
	});
	const shared = result.filter(({ url }) => url.endsWith('dist/shared.js'));
	return shared.flatMap(({ functions }) =>
		functions.map(({ functionName, ranges }): [string, number] => [
			`${functionName} at character ${ranges[0].startOffset}`,
			Math.max(...ranges.map(({ count }) => count)),
		]),
	);
}

/** Returns the work of some code, by what does it. */
async function workOf(run: () => Promise<unknown>): Promise<Map<string, number>> {
	await blocks();
	passed.clear();
	await run();
	return new Map([...passed, ...(await blocks())]);
}

/** Expects that twice the input takes about twice the work. @param run does something with so much input */
async function expectLinear(size: number, run: (size: number) => Promise<unknown>) {
	const once = await workOf(async () => await run(size));
	const twice = await workOf(async () => await run(2 * size));
	const grown = [...twice].filter(([name, much]) => much > 2.5 * (once.get(name) ?? 0) + 100);
	expect(grown.map(([name, much]) => ({ name, once: once.get(name), twice: much }))).toEqual([]);
}

/** What patterns for numbers, names and codes let pass or take away, and what escapes and broken texts are made of. */
const PARTS = [' ', '0', ',;', '{{', "<\\'", '\\u0025', '\u0301\u200b'];

/** Returns a text of each part, with so many of it in its midst and at its end. */
const textsOf = (count: number) =>
	PARTS.map((part) => `+1${part.repeat(count)}x${part.repeat(count)}`);

const sendOnce = async ({ options, ...sending }: Sending) =>
	await send(service, { node: CONTINUE, ...sending, options: { maxRetries: 0, ...options } });

const HUGE = '={{ $json.huge }}';

describe('twice the work at most is taken for', () => {
	it.each<[string, Sending]>([
		['a text', { parameters: { message: HUGE } }],
		['a phone number', { parameters: { to: HUGE } }],
		['a choice', { parameters: { channel: HUGE } }],
		['a list', { operation: 'otp.send', rules: { allowedCountries: HUGE } }],
		['a password', { operation: 'otp.verify', parameters: { otp: HUGE } }],
		['a key', { options: { sendOnceKey: HUGE } }],
		['a filter', { operation: 'lease.getAll', filters: { numberStartsWith: HUGE } }],
	])('twice the text in %s', async (_, sending) => {
		await expectLinear(100, async (size) => {
			const items = textsOf(size).map((huge) => ({ to: RECIPIENT, otp_id: 'otp_1', huge }));
			await sendOnce({ ...sending, items });
		});
	});

	const sendAs = async (credentials: Sending['credentials']) =>
		await sendOnce({ credentials: { ...service.credentials(), ...credentials } });
	const FREE_TEXT = { responseType: 'freeText' };
	const poll = async (parameters: INodeParameters) =>
		await new Poller(parameters, service.credentials()).poll().catch(() => undefined);

	it.each<[string, (text: string) => Promise<unknown>]>([
		['an address', async (text) => await sendAs({ baseUrl: `http://localhost/${text}` })],
		['a token', async (text) => await sendAs({ apiToken: text })],
		['a trigger', async (text) => await poll({ event: 'numberStatusChanged', numbers: [text] })],
		['a page', async (text) => await visit(FREE_TEXT, { typed: { text }, acceptLanguage: text })],
	])('twice the text in %s', async (_, give) => {
		await expectLinear(100, async (size) => {
			for (const text of textsOf(size)) await give(text);
		});
	});

	const success = (records: IDataObject[]) => {
		const text = records.map(({ to }) => ({ number: to, data: { e164: to } }));
		const needed = { crumbs: {}, otp_id: 'otp_1', verified: true, url: 'https://example.com' };
		return { ...needed, data: { text, voice: text } };
	};
	/** What the service may answer. */
	const answers = (size: number): Array<[status: number, body: unknown]> => [
		[200, success(rows(size))],
		[200, success(rows(size, () => ({ to: RECIPIENT })))],
		[200, textsOf(size).join('\n')],
		[429, { message: textsOf(size) }],
		[429, '[{"a":'.repeat(size)],
		[429, { errors: Object.fromEntries(rows(size).map(({ to }) => [to, ['is wrong']])) }],
		[429, { detail: rows(size).map(() => ({ loc: ['body', 'to'], msg: 'is wrong' })) }],
	];
	/** An operation for each endpoint. */
	const asking = new Map([...OPERATIONS].reverse().map((one) => [one.requests[0].path, one.name]));

	it.each([...asking])('twice the answer of %s', async (_, operation) => {
		const items = [{ to: RECIPIENT, number: LEASED, otp_id: 'otp_1' }];
		await expectLinear(100, async (size) => {
			const headers = { 'retry-after': encodeURI(textsOf(size / 5).join()) };
			for (const [status, body] of answers(size)) {
				service.simulator.fault({ kind: 'answer', status, headers, body });
				await sendOnce({ operation, items });
				service.simulator.clearFaults();
			}
		});
	});

	it('twice as many numbers, and twice as many beginnings', async () => {
		await expectLinear(100, async (size) => {
			const body = success(rows(size));
			service.simulator.fault({ kind: 'answer', status: 200, body });
			const numberStartsWith = rows(size)
				.map((_, index) => `${3000 + index}`)
				.join();
			await sendOnce({ operation: 'lease.getAll', filters: { numberStartsWith } });
			service.simulator.clearFaults();
		});
	});

	const withBrokenWords = (items: IDataObject[]): Sending => {
		const words = items.map((_, index) => `[object a${100 + index}]`);
		const parameters = { message: '=! {{ $json.text }}' };
		return { items: [{ to: RECIPIENT, words, text: words.join('') }], parameters };
	};

	/** Lets one item of the node "Source" become many. */
	const splitUp = (rows: IDataObject[]): Sending => {
		const split = async () => [rows.map((json) => ({ json, pairedItem: { item: 0 } }))];
		return {
			items: [{ rows, word: 'null' }],
			nodes: [aNode({ id: 'Split', name: 'Split', type: 'Split' })],
			connections: { Source: leadsTo('Split'), Split: leadsTo(NODE_NAME) },
			types: { Split: aNodeType('Split', split, [NodeConnectionTypes.Main]) },
			parameters: { message: "=! {{ $('Source').item.json.word }}" },
			options: { dryRun: true },
		};
	};

	it.each<[string, (items: IDataObject[]) => Sending]>([
		['items of one', splitUp],
		['entries', (rows) => ({ rules: { doNotSendTo: rows.map(({ to }) => to).join() } })],
		['broken words', withBrokenWords],
		['messages to one recipient', (items) => ({ items, parameters: { to: RECIPIENT } })],
		['mistakes', (items) => ({ items, parameters: { to: '1' } })],
		['keys', (items) => ({ items, options: { sendOnceKey: '={{ $json.text }}', dryRun: true } })],
	])('twice as many %s', async (_, sending) => {
		await expectLinear(40, async (size) => await sendOnce(sending(rows(size))));
	});
});
