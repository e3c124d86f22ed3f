import type { FaultSpec } from '../../simulator';
import { KeyStore } from '../support/keyStore';
import { MAY_HAVE_BEEN_SENT } from '../support/mayHaveBeenSent';
import { Poller } from '../support/poller';
import { simulated } from '../support/simulated';
import { tracesOf } from './cell';

/** Long, as tokens are, and unlike anything else. */
const TOKEN = ['mS4-Zt8kQ2vL0xW9rB6nJ3hY7', 'dF1gC5pT+aE/uI=oK4sM2wX8q'].join('');
const SHORT_TOKEN = 'a';

// A busy machine takes its time for hundreds of runs.
const service = simulated({
	accounts: [TOKEN, SHORT_TOKEN].map((token, index) => ({
		name: `account ${index}`,
		token,
		enterprise: true,
		plan: 'unlimited',
		quota: 1000,
		ad: false,
	})),
	otpCode: () => '123456',
});

const send = { resource: 'message', operation: 'send', channel: 'sms', to: '+12025550143' };
const verify = { resource: 'otp', operation: 'verify', otpId: 'otp-1', otp: '123456' };

async function run(parameters: object, options: object = {}, token = TOKEN) {
	return await service.run(
		{ message: 'Hello', ...parameters, options: { maxRetries: 0, ...options } },
		{ credentials: { baseUrl: service.simulator.baseUrl, apiToken: token, authScheme: 'Bearer' } },
	);
}

const play = (fault: FaultSpec) => service.simulator.fault({ times: 'always', ...fault });

const answer = (status: number, body: unknown, more: Partial<FaultSpec> = {}) =>
	play({ kind: 'answer', status, body, ...more });

/** Whatever of the token stands in a text, 8 characters of it or more. */
function partsOfToken(text: string): string[] {
	const parts = Array.from({ length: TOKEN.length - 7 }, (_, start) =>
		TOKEN.slice(start, start + 8),
	);
	return parts.filter((part) => text.includes(part));
}

describe('an error that holds a system code', () => {
	const CODES = ['ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EACCES'];

	it.each(CODES)("says what happened, and not what n8n makes of the service's %s", async (code) => {
		answer(500, { message: `${code} at the database` });
		const { error } = await run(send);
		expect(error?.message).toBe(
			`This message may have been sent: the service reported an error on its side while sending the message to +12025550143: ${code} at the database`,
		);
	});

	it.each(CODES)('says what happened, and not what n8n makes of a value with %s', async (code) => {
		const { error } = await run({ resource: 'otp', operation: 'send', to: code });
		expect(error?.message).toContain(`"${code}" is not a valid phone number`);
	});

	it('says so in the item too, if the node continues', async () => {
		answer(422, { message: 'ETIMEDOUT is no name' });
		const { json } = await service.run(
			{ ...send, message: 'Hello' },
			{
				credentials: {
					baseUrl: service.simulator.baseUrl,
					apiToken: TOKEN,
					authScheme: 'Bearer',
				},
				node: { onError: 'continueRegularOutput' },
			},
		);

		expect(json[0].error).toMatch(/: ETIMEDOUT is no name$/);
	});
});

describe('the API token', () => {
	it('is not quoted where it was pasted into an option or into the numbers of the trigger', async () => {
		// Nothing has learnt these tokens yet.
		const [first, second] = ['tok_live_9f8e7d6c5b4a3210', 'tok_live_0a1b2c3d4e5f6789'];
		const { error } = await run(send, { timeout: first }, first);
		expect(error?.message).toContain("'Timeout' cannot be");
		expect(error?.message).not.toContain(first);
		const poller = new Poller(
			{ event: 'numberStatusChanged', numbers: [second] },
			{ baseUrl: service.simulator.baseUrl, apiToken: second, authScheme: 'Bearer' },
		);
		await expect(poller.poll()).rejects.not.toThrow(second);
	});

	// Wherever the text is cut: the token stands across every place that could be the last.
	const places = [0, 1, ...Array.from({ length: 62 }, (_, index) => 145 + index), 3950, 3990, 3999];

	it('shows no 8 characters of itself in what is quoted, wherever that is cut', async () => {
		for (const place of places) {
			const words = `${'x'.repeat(place)}${TOKEN}`;
			service.simulator.reset();
			answer(place % 2 ? 400 : 200, place % 2 && place % 3 ? { message: words } : words);
			const result = await run(send);
			expect(result.error).toBeDefined();
			expect([place, partsOfToken(tracesOf(result))]).toEqual([place, []]);
		}
	});

	it.each<[string, FaultSpec]>([
		[
			'encoded in an address',
			{ kind: 'redirect', location: `http://127.0.0.1:9/${encodeURIComponent(TOKEN)}/x` },
		],
		['in an address', { kind: 'redirect', location: `http://127.0.0.1:9/${TOKEN}` }],
		[
			'in the title of a page',
			{ kind: 'answer', status: 502, body: `<html><title>${TOKEN}</title></html>` },
		],
		[
			'in half',
			{ kind: 'answer', status: 400, body: { message: `Bad token ${TOKEN.slice(0, 25)}…` } },
		],
	])('does not show: %s', async (_, fault) => {
		play(fault);
		const result = await run(send);
		expect(result.error).toBeDefined();
		const shown = tracesOf(result);
		expect(partsOfToken(shown)).toEqual([]);
		expect(shown).not.toContain(encodeURIComponent(TOKEN).slice(0, 20));
	});

	it.each<[string, object]>([
		['a phone number', { ...send, to: TOKEN }],
		['a phone number, with other text', { ...send, to: `Call ${TOKEN}` }],
		['a choice', { ...send, channel: TOKEN }],
		['an object', { ...send, message: { apiToken: TOKEN } }],
	])('is not quoted where it was mapped to %s by mistake', async (_, parameters) => {
		const { to, channel, message = 'Hello' } = parameters as Record<string, unknown>;
		const mapped = { to: '={{ $json.to }}', message: '={{ $json.message }}', channel };
		for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
			const result = await service.run({ ...send, ...mapped, options: {} } as never, {
				input: [{ to, message }] as never,
				credentials: {
					baseUrl: service.simulator.baseUrl,
					apiToken: TOKEN,
					authScheme: 'Bearer',
				},
				node: { onError },
			});
			const { message: said, description } = result.error ?? {};
			const texts = JSON.stringify([said, description, result.json]);
			expect(texts).toContain('(not shown: it contains the API token)');
			expect(partsOfToken(texts)).toEqual([]);
		}
	});

	it('of one letter does not garble what errors say', async () => {
		answer(400, { message: 'A name that has an a' });
		const { error } = await run(send, {}, SHORT_TOKEN);
		expect(error?.message).toBe(
			'The service did not accept the message to +12025550143: A name that has an a',
		);
		expect(error?.description).not.toContain('not shown');
	});
});

describe('an OTP ID that the service does not know', () => {
	it.each([404, 410])('is what the error is about after %i with words', async (status) => {
		answer(status, { message: 'No such one-time password' });
		const { error } = await run(verify);
		expect(error?.message).toBe('The service does not know the OTP ID: No such one-time password');
		expect(error?.description).toContain('otp_id');
		expect(error?.message).not.toMatch(MAY_HAVE_BEEN_SENT);
	});

	it.each<[string, unknown]>([
		['nothing', ''],
		['what every server says', { detail: 'Not Found' }],
		['plain text', 'Not found'],
		['the path in JSON', { statusCode: 404, message: 'Cannot POST /otp/verify' }],
	])('may also be a wrong Base URL after a 404 with %s', async (_, body) => {
		answer(404, body);
		const { error } = await run(verify);
		expect(error?.message).toMatch(/^The service does not know the OTP ID/);
		expect(error?.description).toMatch(/otp_id.* Base URL/);
	});

	it('is a wrong Base URL first of all after a 404 with a web page', async () => {
		answer(404, '<!doctype html><title>404 Not Found</title>');
		const { error } = await run(verify);
		expect(error?.message).toMatch(/^The service has nothing at this address/);
		expect(error?.description).toMatch(/Base URL.* otp_id/);
	});
});

describe('a number that the service does not know', () => {
	const NUMBER = '+12125550101';
	const OPERATIONS = ['getStatus', 'adopt', 'relinquish'].map((operation) => ({
		resource: 'lease',
		operation,
		number: { __rl: true, mode: 'number', value: NUMBER },
	}));
	const cases = OPERATIONS.flatMap((operation) =>
		[404, 410].map((status) => ({ ...operation, status })),
	);

	it.each(cases)('may be a wrong Base URL after a web page: $operation, $status', async (one) => {
		answer(one.status, '<html><title>404 Not Found</title></html>');
		const { error } = await run(one);
		expect(error?.message).toMatch(
			/^The service has nothing at this address for .*: 404 Not Found$/,
		);
		expect(error?.description).toContain('Base URL');
		expect(error?.message).not.toMatch(MAY_HAVE_BEEN_SENT);
	});

	it.each(cases.flatMap((one) => [{}, '', 'Number is taken'].map((body) => ({ ...one, body }))))(
		'is what the error is about: $operation, $status with $body',
		async ({ body, ...one }) => {
			answer(one.status, body);
			const { error } = await run(one);
			expect(error?.message).toContain(`The service does not know the number ${NUMBER}`);
			expect(error?.description).toMatch(
				/^(?:The number was not \w+\. )?Check the number.* Base URL/,
			);
		},
	);
});

it.each([400, 405, 422])('a web page with %i may also be a wrong Base URL', async (status) => {
	answer(status, '<html><title>Not allowed</title></html>');
	const { error } = await run(send);
	expect(error?.message).toMatch(/: Not allowed$/);
	expect(error?.description).toContain('Base URL');
});

it('a 407 speaks of the proxy or the gateway that gave it, not of the fields', async () => {
	answer(407, '<html><title>Proxy Authentication Required</title></html>');
	const { error } = await run(send);
	expect(error?.message).toMatch(/^The proxy or gateway .* requires a user name and a password/);
	// No such variable is set here: what is said of them must hold all the same.
	expect(error?.description).toMatch(
		/^This message was not sent\. If n8n uses a proxy from .* HTTP_PROXY/,
	);
	expect(error?.description).not.toContain('fields');
});

describe('a 413', () => {
	it.each([send, verify, { ...send, resource: 'otp' }])('advises to send less: %j', async (one) => {
		answer(413, '');
		const { error } = await run(one);
		expect(error?.description).toContain('fields');
	});

	it('advises nothing to shorten where nothing but a number was sent', async () => {
		answer(413, '');
		const { error } = await run({
			resource: 'lease',
			operation: 'adopt',
			number: { __rl: true, mode: 'number', value: '+12125550101' },
		});
		expect(error?.description).not.toContain('horten');
		expect(error?.description).toContain('gateway');
	});
});

describe('an answer that cannot be decompressed', () => {
	const garble = (status: number) =>
		answer(status, 'no gzip', { headers: { 'content-encoding': 'gzip' } });

	it.each([
		[401, /^The service rejected the API token/, false],
		[404, /^The service answered "not found" while sending/, false],
		[500, /^This message may have been sent: the service reported an error on its side/, true],
	])('still says %i', async (status, message, mayHaveBeenSent) => {
		garble(status);
		const { error } = await run(send);
		expect(error?.message).toMatch(message);
		expect(error?.httpCode).toBe(String(status));
		expect(MAY_HAVE_BEEN_SENT.test(error?.message ?? '')).toBe(mayHaveBeenSent);
	});
});

describe('Send Once Key', () => {
	const items = [{ to: '+12025550141' }, { to: '+12025550142' }, { to: '+12025550143' }];
	const store = new KeyStore();
	beforeAll(async () => await store.register());

	async function failAtTheLast(sendOnceKey: string): Promise<string> {
		answer(422, {}, { match: { to: items[2].to } });
		const { error } = await service.run(
			{
				...send,
				to: '={{ $json.to }}',
				message: 'Hello',
				options: { concurrency: 1, ...(sendOnceKey && { sendOnceKey }) },
			},
			{
				input: items,
				workflowId: sendOnceKey,
				credentials: {
					baseUrl: service.simulator.baseUrl,
					apiToken: TOKEN,
					authScheme: 'Bearer',
				},
			},
		);
		return error?.description ?? '';
	}

	it('is advised where it is not set', async () => {
		expect(await failAtTheLast('')).toContain("Set 'Send Once Key'");
	});

	it('is not advised where it is set', async () => {
		const description = await failAtTheLast('={{ $json.to }}');
		expect(description).toContain('Sent: items 0-1 (2 of 3).');
		expect(description).not.toContain("Set 'Send Once Key'");
	});

	it.each<[string, FaultSpec]>([
		['fails', { kind: 'answer', status: 500, body: {}, when: 'after' }],
		['is refused', { kind: 'answer', status: 422, body: {} }],
		['is not answered', { kind: 'reset', when: 'after' }],
		['gives no link', { kind: 'answer', status: 200, body: {} }],
	])(
		'comes back when Generate %s in Generate and Send, as nothing was sent',
		async (how, fault) => {
			const generateAndSend = {
				resource: 'intent',
				operation: 'generateAndSend',
				toNumber: '+12025550143',
				fromNumber: '+12025550100',
				companyName: 'Acme',
				options: { maxRetries: 0, sendOnceKey: how },
			};
			service.simulator.fault({ ...fault, path: '/enterprise/message/generate' });
			const credentials = {
				baseUrl: service.simulator.baseUrl,
				apiToken: TOKEN,
				authScheme: 'Bearer',
			};
			const first = await service.run(generateAndSend, { credentials, workflowId: how });
			const { message, description } = first.error ?? {};

			expect(message).not.toMatch(MAY_HAVE_BEEN_SENT);
			expect(`${message} ${description}`).toContain('This message was not sent');

			const second = await service.run(generateAndSend, { credentials, workflowId: how });
			expect(second.error).toBeUndefined();
			expect(service.simulator.messages).toHaveLength(1);
		},
	);
});

describe("an option's expression that fails for one item", () => {
	it.each([0, 1])('fails only that item, item %i, if the node continues', async (bad) => {
		const input = [0, 1, 2].map((index) => ({
			to: `+1202555014${index}`,
			key: `key ${index}`,
			isBad: index === bad,
		}));

		const { json } = await service.run(
			{
				...send,
				to: '={{ $json.to }}',
				message: 'Hello',
				options: {
					sendOnceKey: '={{ $json.isBad ? $("Nowhere").item.json.key : $json.key }}',
					concurrency: 2,
				},
			},
			{
				input,
				workflowId: `expression ${bad}`,
				credentials: {
					baseUrl: service.simulator.baseUrl,
					apiToken: TOKEN,
					authScheme: 'Bearer',
				},
				node: { onError: 'continueRegularOutput' },
			},
		);

		expect(json.map((item) => 'error' in item)).toEqual([0, 1, 2].map((index) => index === bad));
		expect(service.simulator.messages).toHaveLength(2);
	});
});
