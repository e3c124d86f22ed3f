import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { SEND, simulated } from '../support/simulated';

const TOKEN = ['mS4-Zt8kQ2vL0xW9rB6nJ3hY7', 'dF1gC5pT+aE/uI=oK4sM2wX8q'].join('');

const service = simulated({
	accounts: [
		{ name: 'one', token: TOKEN, enterprise: true, plan: 'unlimited', quota: 1000, ad: false },
	],
});

const LONG = 200_000;
const long = (unit: string) => unit.repeat(Math.ceil(LONG / unit.length));

/** Texts over which a pattern may go again and again, or that hold the token in a way that is hard to see. */
const HOSTILE: Record<string, string> = {
	'references in references': `&#38;${long('#38;')}`,
	'names in names': `&${long('amp;')}`,
	'addresses in addresses': `%${long('25')}41`,
	backslashes: long('\\'),
	'quotation marks': long('"'),
	'the beginning of a tag': long('<'),
	'spaces and the token': `${long(' ')}${TOKEN}`,
	'the token over and over': long(TOKEN),
	'the token in base64, in short lines': long(
		Buffer.from(TOKEN).toString('base64').replace(/.{5}/g, '$&\n'),
	),
	'the token as a list of characters': long(JSON.stringify([...TOKEN], undefined, 8)),
	'the token as bytes': long(JSON.stringify([...Buffer.from(TOKEN)], undefined, 4)),
	'digits of base64': long('TVM0LVp0OGtRMnZMMHhX'),
	'half of a pair': long('\ud83d'),
};

/** An error as n8n's own, which says a text wherever it can. */
const saying = (text: string) =>
	Object.assign(new Error(text), {
		description: text,
		context: { parameter: text, nodeCause: text, messageTemplate: text, data: { text } },
		cause: new Error(text),
		messages: [text],
	});

interface Place {
	parameters?: INodeParameters;
	/** Makes n8n say a text. */
	beforeExecute?: (context: IExecuteFunctions, text: string) => void;
	/** What is asked before the token is read cannot be looked through for it. */
	isBeforeToken?: boolean;
}

const fails = (text: string) => async () => {
	throw saying(text);
};

/** All places where words of n8n come into an error. */
const PLACES: Record<string, Place> = {
	'an expression of a field': {
		parameters: { message: '={{ $now.diffTo("2020-01-01", $json.v) }}' },
	},
	'an expression of an option': {
		parameters: { options: { sendOnceKey: '={{ $now.diffTo("2020-01-01", $json.v) }}' } },
	},
	'the parameters of the node': {
		beforeExecute: (context, text) => {
			const { getNodeParameter } = context;
			const failing = (name: string, ...more: unknown[]) => {
				if (name === 'resource' || name === 'operation') {
					return Reflect.apply(getNodeParameter, context, [name, ...more]) as unknown;
				}
				throw saying(text);
			};
			Object.assign(context, { getNodeParameter: failing });
		},
	},
	'the credential': {
		beforeExecute: (context, text) => Object.assign(context, { getCredentials: fails(text) }),
		isBeforeToken: true,
	},
	'the record of keys': {
		parameters: { options: { sendOnceKey: 'key' } },
		beforeExecute: (context, text) =>
			Object.assign(context.helpers, { checkProcessedAndRecord: fails(text) }),
	},
	'the link of a question': {
		parameters: { operation: 'sendAndWait' },
		beforeExecute: (context, text) =>
			Object.assign(context, {
				getSignedResumeUrl: () => {
					throw saying(text);
				},
			}),
	},
	'the way to the service': {
		beforeExecute: (context, text) => Object.assign(context.helpers, { httpRequest: fails(text) }),
	},
	'the protection against requests to private addresses': {
		beforeExecute: (context, text) =>
			Object.assign(context.helpers, {
				httpRequest: async () => {
					throw Object.assign(saying(text), { name: 'SsrfBlockedIpError' });
				},
			}),
	},
	'the answer of a service': {
		beforeExecute: (context, text) =>
			Object.assign(context.helpers, {
				httpRequest: async () => ({ statusCode: 422, headers: {}, body: text }),
			}),
	},
};

const partsOfToken = (text: string) =>
	Array.from({ length: TOKEN.length - 7 }, (_, start) => TOKEN.slice(start, start + 8)).filter(
		(part) => text.includes(part),
	);

const cases = Object.keys(PLACES).flatMap((place) =>
	Object.keys(HOSTILE).map((text) => [place, text] as const),
);

describe.each(['stopWorkflow', 'continueRegularOutput'] as const)('set to %s', (onError) => {
	it.each(cases)('%s: an error of ours, short and without the token: %s', async (place, kind) => {
		const { parameters, beforeExecute, isBeforeToken } = PLACES[place];
		const text = HOSTILE[kind];
		const { error, json } = await service.run(
			{ ...SEND, ...parameters, options: { maxRetries: 0, ...(parameters?.options as object) } },
			{
				input: [{ v: text }],
				credentials: { baseUrl: service.simulator.baseUrl, apiToken: TOKEN, authScheme: 'Bearer' },
				node: { onError },
				...(beforeExecute && { beforeExecute: (context) => beforeExecute(context, text) }),
			},
		);

		const shown = error ? JSON.stringify(error) : JSON.stringify(json);
		expect(shown).toContain(error ? '"message"' : '"errorDetails"');
		expect(shown).not.toContain('Maximum call stack');
		expect(shown.length).toBeLessThan(10_000);

		if (isBeforeToken) return;
		expect(partsOfToken(shown.replace(/\s/g, ''))).toEqual([]);
	});
});
