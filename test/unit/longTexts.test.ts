/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on Node.js itself, never inside n8n */
import type { IExecuteFunctions, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { searchNumbers } from '../../nodes/MessagingService/methods/searchNumbers';
import type { Read } from '../../nodes/MessagingService/parameters/parameter';
import { readerOf } from '../../nodes/MessagingService/parameters/source';
import { unescape } from '../../nodes/MessagingService/errors/decode';
import { InputError } from '../../nodes/MessagingService/errors/inputError';
import { nodeError } from '../../nodes/MessagingService/errors/nodeError';
import { quoteValue } from '../../nodes/MessagingService/errors/quote';
import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { RESOURCES } from '../../nodes/MessagingService/resources';
import { ServiceClient } from '../../nodes/MessagingService/service/client';
import { smsParts } from '../../nodes/MessagingService/smsText';
import { readConnection } from '../../nodes/MessagingService/transport/credential';
import { Deadlines } from '../../nodes/MessagingService/transport/deadlines';
import { createExchange } from '../../nodes/MessagingService/transport/exchange';
import { watchPool } from '../../nodes/MessagingService/trigger/poolWatch';
import { watchStatuses } from '../../nodes/MessagingService/trigger/statusWatch';
import { TRIES_ALL } from '../support/cases';
import { visit } from '../support/visiting';

/** What the texts consist of: what some pattern may go over again and again. */
const UNITS =
	'@| |\u00a0|a |(|(0)|[|+|0|1.|-|/|//|;|=|,|en,|_|<|<title|&#0|\\|\\u00|%2|\n|\r\n|#|e\u0301|\u200b|\ufdfa|\u0660|\ud83d\ude00|US,|:|#38;|amp;|25|TVM0'.split(
		'|',
	);

/** Texts of one unit: they end in what a pattern did not go over, or in nothing else. */
const FORMS: Array<(repeated: string) => string> = [
	(repeated) => `1${repeated}x`,
	(repeated) => `${repeated} x `,
	...(TRIES_ALL ? [(repeated: string) => repeated] : []),
];

const TEXTS = UNITS.flatMap((unit) =>
	FORMS.map((form) => ({
		unit,
		make: (size: number) => form(unit.repeat(size / unit.length)),
	})),
);

/** Characters of a long text: in 20,000 a pattern that goes over them again and again is slow already. */
const LONG = TRIES_ALL ? 50_000 : 20_000;
const SHORT = LONG / 10;

/** Ten times the text may take so many times as long; what grows with the square takes a hundred times. */
const GROWTH = 30;

/** Less processor time says nothing, in ms: the engine's own work counts too. */
const FLOOR = 3;

/** The least processor time of up to three runs, in ms. */
async function cost(work: () => unknown, enough = 0): Promise<number> {
	let least = Infinity;
	for (let run = 0; run < 3 && least > enough; run++) {
		const before = process.cpuUsage();
		// What is refused is as good as what is taken.
		await Promise.resolve()
			.then(work)
			.catch(() => undefined);
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

/** Says which texts take more time the longer they are, beyond their length. */
async function slowTexts(work: (text: string) => unknown): Promise<string[]> {
	const slow: string[] = [];
	for (const { unit, make } of TEXTS) {
		const [short, long] = [make(SHORT), make(LONG)];
		// Nearly all are known to be quick by their first run.
		const least = await cost(() => work(long), GROWTH * FLOOR);
		if (least <= GROWTH * FLOOR) continue;
		const before = await cost(() => work(short), FLOOR);
		if (least <= GROWTH * before) continue;
		slow.push(`${JSON.stringify(unit)}: ${before} ms, then ${least} ms for ${LONG} characters`);
		// Enough is told, and each took its time.
		if (slow.length > 1) break;
	}
	return slow;
}

type Place = [string, (text: string) => unknown];

const GIVEN: Record<string, unknown> = {
	to: '+12025550123',
	from: '+12025550123',
	toNumber: '+12025550123',
	fromNumber: '+12025550123',
	message: 'Hello',
	channel: 'imessage',
	otpId: 'otp_1',
	otp: '123456',
	number: '+12025550123',
};

const reading = (given: object) =>
	readerOf({ ...GIVEN, ...given } as INodeParameters, (_, typed) => typed);

const asking = {
	getSignedResumeUrl: () => 'https://n8n.example.com/webhook-waiting/1?signature=2',
	getContext: () => ({}),
	getTimezone: () => 'Europe/Berlin',
	getRestApiUrl: () => 'https://n8n.example.com/rest',
	getNode: () => ({ name: 'Ask' }),
} as unknown as IExecuteFunctions;

const EVERY = Object.values(RESOURCES).flatMap(({ operations }) => Object.values(operations));

/** Every field of an item that is read, once, by the first operation that has it. */
const ITEMS: Place[] = EVERY.flatMap((operation) =>
	operation.parameters.flatMap(({ field, isOption }) => (isOption ? [] : { operation, field })),
)
	.filter(({ field }) => !['notice', 'fixedCollection', 'collection'].includes(field.type))
	.filter(
		({ field }, index, all) => all.findIndex((one) => one.field.name === field.name) === index,
	)
	.map(
		({ operation, field: { name } }): Place => [
			`field ${name}`,
			(text) => operation.prepare(reading({ [name]: text }), asking),
		],
	);

/** Each option once, whatever operation has it. */
const OPTIONS: Place[] = [...new Set(EVERY.flatMap(({ parameters }) => parameters))]
	.filter(({ isOption }) => isOption)
	.flatMap((option): Place[] => {
		const { displayName, name } = option.field;
		const read = (value: unknown) => reading({ options: { [name]: value } })(option);
		return [
			[`option ${displayName}`, read],
			[`option ${displayName}, as a list`, (text) => read([text])],
		];
	});

const ask = RESOURCES.message.operations.sendAndWait;
const askWith = (given: object) => () => ask.prepare(reading(given), asking);
const limit = (values: object) => askWith({ options: { limitWaitTime: { values } } })();
const QUESTIONS: Place[] = [
	['a date to wait until', (text) => limit({ limitType: 'atSpecifiedTime', maxDateAndTime: text })],
	[
		'how long to wait',
		(text) => limit({ limitType: 'afterTimeInterval', resumeAmount: text, resumeUnit: 'hours' }),
	],
	[
		'a unit of how long to wait',
		(text) => limit({ limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: text }),
	],
	[
		'labels of an approval',
		(text) => askWith({ approvalOptions: { values: { approveLabel: text } } })(),
	],
];

const FREE = { responseType: 'freeText' };
const COMMENT = { approvalOptions: { values: { askComment: true } } };

const VISITS: Place[] = [
	['a free text', (text) => visit(FREE, { typed: { text } })],
	['a comment', (text) => visit(COMMENT, { typed: { approved: 'true', comment: text } })],
	['an approval', (text) => visit({}, { typed: { approved: text } })],
	// Node.js takes no longer headers.
	['the browser’s languages', (text) => visit({}, { acceptLanguage: text.slice(0, 16_384) })],
	['a link', (text) => visit({}, { typed: {}, question: text })],
];

/** A request whose answer holds a text. */
const answer = (statusCode: number, body: string, headers = {}) => {
	const credentials = { baseUrl: 'https://api.example.com', apiToken: ['some', 'token'].join('-') };
	const send = async () => ({ statusCode, headers, body });
	const exchange = createExchange(send, readConnection(credentials, new Secrets()), {
		deadlines: new Deadlines(600_000),
	});
	const client = new ServiceClient(exchange, credentials.baseUrl);
	return client.generateIntent({ toNumber: '+12025550123' });
};

const ANSWERS: Place[] = [200, 302, 404].flatMap((code): Place[] => [
	[`a text with ${code}`, async (text) => await answer(code, text)],
	[`a page with ${code}`, async (text) => await answer(code, `<!doctype html>${text}`)],
	[`a title with ${code}`, async (text) => await answer(code, `<html><title>${text}`)],
	[`a message with ${code}`, async (text) => await answer(code, JSON.stringify({ message: text }))],
	[
		`errors by field with ${code}`,
		async (text) => await answer(code, JSON.stringify({ errors: { [text]: [text] }, code: text })),
	],
	[
		`headers with ${code}`,
		async (text) => await answer(code, '{}', { 'retry-after': text, location: `https://${text}` }),
	],
]);

const watching = (watch: (read: Read) => unknown, given: object) => watch(reading(given));

/** A node whose token is looked for. */
const hiding = () => {
	const secrets = new Secrets();
	secrets.add('mS4-Zt8kQ2vL0xW9rB6nJ3hY7');
	return { node: asking.getNode(), secrets };
};

/** What an error repeats of others' words: spellings of spellings begin with one of these. */
const ERRORS: Place[] = ['', '&', '%', '\\'].flatMap((start): Place[] => [
	[`an error of n8n’s own: ${start}…`, (text) => nodeError(hiding(), new Error(start + text))],
	[
		`an error that quotes a value: ${start}…`,
		(text) => nodeError(hiding(), new InputError(`'To' "${start + text}" is wrong`, `"${text}`)),
	],
	[`spellings of spellings: ${start}…`, (text) => unescape(start + text)],
]);

const OTHERS: Place[] = [
	['a value that an error shows', (text) => quoteValue({ text })],
	['the parts of an SMS', (text) => smsParts(text)],
	['a Base URL', (text) => readConnection({ baseUrl: text, apiToken: 'some' }, new Secrets())],
	[
		'a path of a Base URL',
		(text) =>
			readConnection({ baseUrl: `https://a.example/${text}`, apiToken: 'some' }, new Secrets()),
	],
	[
		'a token',
		(text) => readConnection({ baseUrl: 'https://a.example', apiToken: text }, new Secrets()),
	],
	['watched numbers', (text) => watching(watchStatuses, { numbers: [text] })],
	['filters', (text) => watching(watchPool, { filters: { supports: [text], country: text } })],
	[
		'a search',
		async (text) =>
			await searchNumbers.call(
				{
					getCredentials: async () => ({ baseUrl: 'https://a.example', apiToken: 'some' }),
					getNode: () => ({ name: 'List' }),
					helpers: {
						httpRequest: async () => ({
							statusCode: 200,
							body: JSON.stringify({
								data: { text: [{ number: '12025550123' }], imessage: [], whatsapp: [], voice: [] },
							}),
						}),
					},
				} as unknown as ILoadOptionsFunctions,
				text,
			),
	],
];

it.each([...OPTIONS, ...ITEMS, ...QUESTIONS, ...VISITS, ...ANSWERS, ...ERRORS, ...OTHERS])(
	'%s: a long text takes no longer than its length',
	async (_, work) => {
		expect(await slowTexts(work)).toEqual([]);
	},
);
