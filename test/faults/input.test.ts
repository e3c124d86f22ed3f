import fc from 'fast-check';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	IPairedItemData,
} from 'n8n-workflow';

import { anyCharacter } from '../support/anyCharacter';
import { KeyStore } from '../support/keyStore';
import { runNode } from '../support/n8nCore';
import type { TriedOperation } from '../support/operations';
import { OPERATIONS, requestLine, SEND } from '../support/operations';
import type { RawRequest, RecordingService } from './recordingService';
import { startRecordingService } from './recordingService';

const TOKEN = ['fuzz', 'secret', '81d2'].join('-');

let service: RecordingService;

beforeAll(async () => {
	service = await startRecordingService();
	await new KeyStore().register();
});
afterAll(async () => await service.stop());

// Hundreds of items through n8n's expressions take their time.
/** What a user, a spreadsheet or an attacker may put into a field. */
const anyValue = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ unit: anyCharacter, maxLength: 60 }) },
	{ weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			'',
			' ',
			'\u00a0\u200b',
			'../../admin',
			'..%2F..%2Fadmin',
			'%2F%2e%2e',
			'+1202555%2F0143',
			'+12025550143/../../send/text',
			'+12025550143?x=1#y',
			'+12025550143\r\nX-Injected: 1',
			'x\r\nX-Injected: 1\r\n\r\nGET / HTTP/1.1',
			'\u0000',
			'\ud800',
			'{{ $json.secret }}',
			'={{ 1 + 1 }}',
			'${process.env.PATH}',
			'<script>alert(1)</script>',
			"'; DROP TABLE messages; --",
			'__proto__',
			'x'.repeat(100_000),
			'9'.repeat(10_000),
		),
	},
	{
		weight: 3,
		arbitrary: fc.constantFrom<unknown>(
			'+12025550143',
			'(202) 555-0143',
			12025550143,
			'US',
			'sms',
			'whatsapp',
			'intent',
			true,
			false,
			'true',
		),
	},
	{ weight: 1, arbitrary: fc.double() },
	{ weight: 1, arbitrary: fc.maxSafeInteger() },
	{ weight: 1, arbitrary: fc.constant(null) },
	{ weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
	{ weight: 1, arbitrary: fc.record({ __rl: fc.constant(true), value: fc.jsonValue() }) },
);

const E164 = /^\+[1-9]\d{1,14}$/;
const FILTERS = ['supports', 'type', 'country', 'carrier'];

/** How one operation may talk to the service. */
interface Expected extends TriedOperation {
	/** Fields that are fuzzed. */
	fields: string[];
	/** Options that are fuzzed. */
	options: string[];
	hasFilters: boolean;
	/** Whether it takes one item alone, and waits. */
	waits: boolean;
}

/** Where only some fields are fuzzed. */
const FIELDS: Record<string, string[]> = {
	'message.sendAndWait': ['to', 'message', 'responseType', 'jsonOutput', 'approvalOptions'],
};

/** With these nothing is sent, or another text. */
const OPTIONS_LEFT_OUT = [
	'dryRun',
	'maxMessages',
	'doNotSendTo',
	'onlySendTo',
	'maxSmsParts',
	'smartEncoding',
];

const EXPECTED = OPERATIONS.map((tried): Expected => {
	const { parameters, oneItemOnly } = tried.operation;
	const options = parameters.filter(({ isOption }) => isOption);
	const names = parameters
		.filter(({ isOption }) => !isOption)
		.map(({ field }) => field)
		.filter(({ type, noDataExpression }) => type !== 'notice' && !noDataExpression)
		.map(({ name }) => name);
	return {
		...tried,
		fields: FIELDS[tried.name] ?? names.filter((name) => name !== 'filters'),
		options: options
			.map(({ field }) => field.name)
			.filter((name) => !OPTIONS_LEFT_OUT.includes(name)),
		hasFilters: names.includes('filters'),
		waits: oneItemOnly !== undefined,
	};
});

/** Returns a value that a field of this type takes. */
function takenBy({ type, options }: INodeProperties): unknown {
	if (type === 'boolean') return true;
	if (type === 'number') return 5;
	if (type === 'options') return (options as INodePropertyOptions[])[0].value;
	return 'Text';
}

/** What a field is meant for, so that one odd value does not always hide another. */
const GOOD: Record<string, unknown> = {
	...Object.fromEntries(
		OPERATIONS.flatMap(({ operation: { parameters } }) =>
			parameters.map(({ field }) => [field.name, takenBy(field)]),
		),
	),
	channel: 'imessage',
	to: '+12025550143',
	from: '+12025550100',
	toNumber: '+12025550143',
	number: '+12125550101',
	returnAll: false,
	allowedCountries: ['GB', 'US'],
	defaultCountry: 'US',
	supports: ['sms'],
	responseType: 'approval',
	approvalOptions: { values: { approvalType: 'double' } },
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'hours' },
	},
};

/** A value for each of some fields, more often a good one than not. */
const valuesOf = (names: string[]) =>
	fc.record(
		Object.fromEntries(
			names.map((name) => [
				name,
				fc.oneof(
					{ weight: 2, arbitrary: fc.constant(GOOD[name] ?? 'Text') },
					{ weight: 1, arbitrary: anyValue },
				),
			]),
		),
	);

/** Items of a run. */
const ITEMS = 25;

/** A run: which options and filters the user has added, and the items. */
const runOf = ({ fields, options, hasFilters, waits }: Expected) => {
	const length = waits ? 1 : ITEMS;
	return fc.record({
		options: fc.subarray(options),
		filters: fc.subarray(hasFilters ? FILTERS : []),
		items: fc.array(
			fc.record({
				fields: valuesOf(fields),
				options: valuesOf(options),
				filters: valuesOf(FILTERS),
			}),
			{ minLength: length, maxLength: length },
		),
	});
};

type Values = Record<string, unknown>;
interface Item {
	fields: Values;
	options: Values;
	filters: Values;
}
interface Fuzzed {
	options: string[];
	filters: string[];
	items: Item[];
}

const fromJson = (group: string, names: string[]) =>
	Object.fromEntries(names.map((name) => [name, `={{ $json.${group}.${name} }}`]));

async function run(
	{ parameters: { resource, operation }, fields }: Expected,
	{ options, filters, items }: Fuzzed,
) {
	const parameters: INodeParameters = {
		resource,
		operation,
		// Cannot be an expression.
		defineForm: 'json',
		...fromJson('fields', fields),
		filters: fromJson('filters', filters),
		options: { ...fromJson('options', options), concurrency: 1, maxRetries: 0 },
	};
	service.requests.length = 0;
	return await runNode({
		parameters,
		input: items as unknown as IDataObject[],
		credentials: { baseUrl: service.baseUrl, apiToken: TOKEN, authScheme: 'Bearer' },
		node: { onError: 'continueRegularOutput' },
	});
}

const HEADERS = [
	'accept',
	'accept-encoding',
	'authorization',
	'connection',
	'content-length',
	'content-type',
	'host',
	'user-agent',
];

function checkRequest({ rawHeaders, body }: RawRequest): void {
	const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
	for (const name of names) expect(HEADERS).toContain(name);
	expect(new Set(names).size).toBe(names.length);
	expect(rawHeaders).toContain(`Bearer ${TOKEN}`);
	if (body) expect(emptyTexts(JSON.parse(body))).toEqual([]);
}

/** Names of fields, at any depth, that hold nothing. */
function emptyTexts(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, entry]) =>
		entry === '' || entry === null ? [name] : emptyTexts(entry),
	);
}

function checkBody(expected: Expected, { fields }: Item, { body }: RawRequest): void {
	const sent = (body ? JSON.parse(body) : {}) as Record<string, unknown>;
	for (const [key, field] of Object.entries(expected.texts ?? {})) {
		const typed = fields[field];
		// JSON carries a lone half of a surrogate pair as it is.
		if (typeof typed === 'string') expect(sent[key]).toBe(typed === '' ? undefined : typed);
		else expect(['string', 'undefined']).toContain(typeof sent[key]);
	}
	for (const key of expected.phones ?? []) {
		if (sent[key] !== undefined) expect(sent[key]).toMatch(E164);
	}
}

/** What a program says when it stumbles, and no user should read. */
const STUMBLED = /Cannot read|is not a function|is not iterable|\[object|undefined|URI malformed/;

function checkError({ error, errorDetails }: IDataObject): void {
	expect(error).toEqual(expect.stringMatching(/^['"A-Z].{5,}/s));
	expect(error).not.toMatch(STUMBLED);
	expect(String(error).length).toBeLessThan(400);
	expect(error).not.toMatch(/[\p{Cc}]/u);
	expect(errorDetails).toMatchObject({ description: expect.stringMatching(/\w+/) });
}

describe.each(EXPECTED)('$name', (expected) => {
	it('answers any input with a clear error or a correct request', async () => {
		const came = { refused: 0, sent: 0 };
		const holds = async (fuzzed: Fuzzed) => {
			const { items: outputs, error } = await run(expected, fuzzed);
			expect(error).toBeUndefined();
			const arrived = [...service.requests];
			fuzzed.items.forEach((item, index) => {
				const { json: output } = outputs.find(
					({ pairedItem }) => (pairedItem as IPairedItemData).item === index,
				) as INodeExecutionData;
				if (output.skipped) return;
				if (output.error) {
					came.refused++;
					checkError(output);
					return;
				}
				came.sent++;
				expected.requests.forEach((endpoint, position) => {
					const request = arrived.shift() as RawRequest;
					expect(`${request.method} ${request.url}`).toMatch(requestLine(endpoint));
					checkRequest(request);
					if (position === 0) checkBody(expected, item, request);
				});
			});
			expect(arrived).toEqual([]);
		};

		await fc.assert(fc.asyncProperty(runOf(expected), holds), {
			numRuns: expected.waits ? 20 * ITEMS : 20,
		});
		// Input that is always refused, or never, would prove little.
		expect(came.refused).toBeGreaterThan(0);
		expect(came.sent).toBeGreaterThan(0);
	});
});

describe('options that hold for the whole execution', () => {
	it('are taken where they are in range, and else refused before any request', async () => {
		const names = ['concurrency', 'requestsPerSecond', 'timeout', 'maxRetries'];
		const came = { refused: 0, sent: 0 };

		const holds = async (name: string, value: unknown) => {
			service.requests.length = 0;
			const { json, error } = await runNode({
				parameters: { ...SEND, options: { [name]: '={{ $json.value }}' } },
				input: [{ value } as IDataObject],
				credentials: { baseUrl: service.baseUrl, apiToken: TOKEN, authScheme: 'Bearer' },
				node: { onError: 'continueRegularOutput' },
			});
			expect(error).toBeUndefined();
			came[json[0].error ? 'refused' : 'sent']++;
			if (json[0].error) checkError(json[0]);
			expect(service.requests).toHaveLength(json[0].error ? 0 : 1);
		};

		const inRange = fc.constantFrom(1, '2', 10);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...names), fc.oneof(inRange, anyValue), async (...args) => {
				// A time-out of few ms is in range, and what it does is another test's.
				const [name, value] = args;
				const ms = typeof value === 'object' ? NaN : Number(value);
				fc.pre(name !== 'timeout' || !(ms > 0 && ms < 5000));
				await holds(...args);
			}),
			{ numRuns: 400 },
		);

		expect(came.refused).toBeGreaterThan(0);
		expect(came.sent).toBeGreaterThan(0);
	});
});
