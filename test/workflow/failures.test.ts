import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { inEngine2 } from '../support/engine2';
import { TOOL_TYPE } from '../support/n8nCore';
import { RECIPIENT, simulated } from '../support/simulated';
import { CONTINUE, refuseFirst } from './support/sending';

const service = simulated();

const ADOPTED = '+12125550101';
const number = { __rl: true, mode: 'number', value: ADOPTED };

const SEND = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text }}',
	options: { concurrency: 1, maxRetries: 0 },
};

const recipient = (index: number) => `+1202555014${index}`;
const rows = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: recipient(index), text: `Text ${index}` }));

describe('a request that may have been carried out', () => {
	it.each<[string, IDataObject, string]>([
		['message send', { ...SEND, to: RECIPIENT, message: 'Hi' }, 'This message may have been sent'],
		[
			'otp send',
			{ resource: 'otp', operation: 'send', to: RECIPIENT },
			'This one-time password may have been sent',
		],
		[
			'otp verify',
			{ resource: 'otp', operation: 'verify', otpId: 'otp-1', otp: '123456' },
			'This attempt may have been counted',
		],
		[
			'intent generate',
			{ resource: 'intent', operation: 'generate', toNumber: RECIPIENT },
			'This message intent may have been generated',
		],
		[
			'lease adopt',
			{ resource: 'lease', operation: 'adopt', number },
			`The number ${ADOPTED} may have been adopted`,
		],
		[
			'lease relinquish',
			{ resource: 'lease', operation: 'relinquish', number },
			`The number ${ADOPTED} may have been relinquished`,
		],
	])('says so first, in words of its own: %s', async (_, parameters, expected) => {
		service.simulator.fault({ kind: 'reset', when: 'after', times: 'always' });
		const { error } = await service.run(parameters as never);
		expect(error?.message).toMatch(`${expected}: the connection to the service was lost while`);
		expect(error?.description).toMatch(/^Check /);
		expect(error?.description).not.toMatch(/again/);
		const { json } = await service.run(parameters as never, { node: CONTINUE });
		expect(json[0]).toEqual({
			error: error?.message,
			errorDetails: { mayHaveBeenSent: true, description: error?.description },
		});
	});

	it('is not said of a wrong password, which is known', async () => {
		service.simulator.fault({ kind: 'answer', body: { message: 'No', verified: false } });
		const { json } = await service.run(
			{
				resource: 'otp',
				operation: 'verify',
				otpId: 'otp-1',
				otp: '123456',
				options: { failOnIncorrect: true },
			},
			{ node: CONTINUE },
		);

		expect(json[0]).toMatchObject({
			error: 'The one-time password is not correct',
			errorDetails: { mayHaveBeenSent: false },
		});
	});

	it('is not said of a message whose intent was not generated for certain', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after' });
		const { json } = await service.run(
			{
				resource: 'intent',
				operation: 'generateAndSend',
				toNumber: RECIPIENT,
				fromNumber: recipient(0),
				options: { maxRetries: 0 },
			},
			{ node: CONTINUE },
		);

		expect(json[0]).toMatchObject({
			error: expect.stringMatching(/^This message was not sent: the connection/) as string,
			errorDetails: {
				mayHaveBeenSent: false,
				description: expect.stringMatching(
					/^This message intent may have been generated\. /,
				) as string,
			},
		});
	});
});

describe('a run of several items that stops', () => {
	it('says in its message how many were sent before', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after', match: { to: recipient(2) } });
		const { error } = await service.run(SEND, { input: rows(5) });
		expect(error?.message).toBe(
			`This message may have been sent: the connection to the service was lost while sending the message to ${recipient(2)} (2 of 5 items were sent)`,
		);
		expect(error?.description).toContain('Sent: items 0-1 (2 of 5). Possibly sent: item 2.');
	});

	it('says first that another one may have been sent, where an answer holds an error', async () => {
		const answer = { kind: 'answer', body: { error: 'Later' } } as const;
		service.simulator.fault({ ...answer, match: { to: recipient(0) } });
		service.simulator.fault({ ...answer, status: 422, match: { to: recipient(1) } });
		const { error } = await service.run(SEND, { input: rows(3) });
		expect(error?.message).toMatch(
			/^1 of 3 items may have been sent\. Item \d failed: the service did not accept .* \(0 of 3 items were sent\)$/,
		);
	});

	it('says first that another one may have been sent, which was under way', async () => {
		const answers = refuseFirst(service, recipient(0), { kind: 'reset', when: 'after' });
		const running = service.run(
			{ ...SEND, options: { concurrency: 2, maxRetries: 0 } },
			{ input: rows(3), beforeExecute: answers.beforeExecute },
		);
		await answers.onceUnderWay(2);
		const { error } = await running;

		expect(error?.message).toMatch(
			/^1 of 3 items may have been sent\. Item \d failed: the service did not accept .* \(0 of 3 items were sent\)$/,
		);
		expect(error?.description).toContain('Possibly sent: item 1.');
	});

	it('says first what may have been sent, where a user stops it', async () => {
		const held = service.simulator.hold();
		let stop = () => {};
		const running = service.run(
			{ ...SEND, options: { concurrency: 2 } },
			{ input: rows(2), onStart: (stopIt) => (stop = stopIt) },
		);

		await held.holds(2);
		stop();
		const { error } = await running;
		held.open();

		expect(error?.message).toBe(
			'2 of 2 items may have been sent: the execution was stopped (0 of 2 items were sent)',
		);
		expect(error?.description).not.toContain('Run the workflow again');
	});

	it('is continued with an operation that does not exist: each item says so', async () => {
		const { json } = await service.run(
			{ ...SEND, operation: 'sendd' },
			{ input: rows(2), node: CONTINUE },
		);
		const failed = {
			error: 'The operation "sendd" of the resource "message" does not exist',
			errorDetails: {
				mayHaveBeenSent: false,
				about: 'input',
				description: 'Open the node and choose resource and operation again.',
			},
		};

		expect(json).toEqual([failed, failed]);
	});

	it('never says that nothing was sent', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 429,
			body: {},
			match: { to: recipient(2) },
		});
		const { error } = await service.run(SEND, { input: rows(4) });

		expect(error?.message).toBe(
			'The service is receiving too many requests (2 of 4 items were sent)',
		);
		expect(error?.description).toContain('This message was not sent.');
		expect(`${error?.description}`).not.toMatch(/nothing was sent/i);
	});

	it('does not count an item whose success holds an error', async () => {
		service.simulator.fault({
			kind: 'answer',
			body: { message: 'Queued', error: 'Later' },
			match: { to: recipient(0) },
		});
		service.simulator.fault({ kind: 'answer', status: 422, body: {}, match: { to: recipient(2) } });
		const { error } = await service.run(SEND, { input: rows(3) });
		expect(error?.message).toMatch(/ \(1 of 3 items was sent\)$/);
	});
});

it('a text that was possibly sent is not said to have been sent in parts', async () => {
	service.simulator.fault({ kind: 'answer', body: { message: 'Queued', error: 'Later' } });
	const { hints } = await service.run(
		{ ...SEND, to: RECIPIENT, message: 'x'.repeat(200) },
		{ node: CONTINUE },
	);
	expect(hints.join()).toContain('has a field');
	expect(hints.join()).not.toContain('SMS parts');
});

describe('an odd answer', () => {
	it.each<[string, object, unknown]>([
		[
			'a code that is no text',
			{ resource: 'intent', operation: 'generate', toNumber: RECIPIENT },
			{ code: { toString: 1 } },
		],
		[
			'a number that is no text',
			{ resource: 'lease', operation: 'adoptFirstAvailable' },
			{ data: { text: [{ number: { toString: 1 } }], imessage: [], whatsapp: [], voice: [] } },
		],
		[
			'a number that is no text, alone',
			{ resource: 'lease', operation: 'getStatus', number },
			{ number: { toString: 1 } },
		],
		[
			'a field without a name',
			{ ...SEND, to: RECIPIENT, message: 'Hi' },
			{ '': 500, message: 'sent' },
		],
		[
			'__proto__',
			{ ...SEND, to: RECIPIENT, message: 'Hi' },
			'{"__proto__":{"toString":1},"message":"sent"}',
		],
		[
			'__proto__ of an intent',
			{ resource: 'intent', operation: 'generate', toNumber: RECIPIENT },
			'{"__proto__":{"url":"x"},"code":200}',
		],
	])('gives an item or an error of ours: %s', async (_, parameters, body) => {
		service.simulator.fault({ kind: 'answer', body: body as never, times: 'always' });
		const { error, json } = await service.run(parameters as never);
		if (error) expect(error.message).toMatch(/^(?:This|The|No) .*(?:service|number)/);
		else expect(json).toHaveLength(1);
	});
});

describe('words of others', () => {
	const LINK = '<a href="https://evil.example/login">Session expired</a><!-- --><img src=x> 1 < 2';
	const TAG = /<[a-z/!?]/i;

	it.each([400, 422, 500])('in an answer make no HTML in an error: %i', async (status) => {
		service.simulator.fault({ kind: 'answer', status, body: { message: LINK }, times: 'always' });
		const parameters = { ...SEND, to: RECIPIENT, message: 'Hi' };
		const { error } = await service.run(parameters);
		const { json } = await service.run(parameters, { node: CONTINUE });
		expect(JSON.stringify([error?.message, error?.description, json])).not.toMatch(TAG);
		expect(error?.message).toContain('Session expired');
		expect(error?.message).toContain('1 < 2');
	});

	it('in several items make no HTML in an error', async () => {
		const input = [LINK, LINK].map((to) => ({ to, text: 'Hi' }));
		const { error } = await service.run(SEND, { input });
		expect(`${error?.message} ${error?.description}`).not.toMatch(TAG);
		expect(error?.description).toContain('< a href');
	});

	it("in an expression's error make no HTML, and hold no token", async () => {
		const { apiToken } = service.credentials();
		const { error, run } = await service.run({
			...SEND,
			to: RECIPIENT,
			message: `={{ $("<b>${String(apiToken)}").item.json.x }}`,
		});
		expect(`${error?.message} ${error?.description}`).not.toMatch(TAG);

		const { error: saved } = run.data.resultData;
		// n8n keeps the node, as it was set, beside its error.
		expect(JSON.stringify({ ...(saved as object), node: undefined })).not.toContain(apiToken);
		expect(JSON.stringify(error)).not.toContain(apiToken);
	});
});

it("in n8n's Engine 2.0, which keeps only the message, that also says what to do next", async () => {
	service.simulator.fault({ kind: 'answer', status: 422, body: { message: 'Blocked' } });
	const { error } = await service.run(SEND, { input: rows(1), beforeExecute: inEngine2() });
	expect(error?.message).toMatch(
		/: Blocked\. This message was not sent\. Check the recipient's number/,
	);
});

describe('an AI agent, which gets only the message of an error,', () => {
	const asTool = async (parameters: INodeParameters, input = rows(1)) =>
		await service.run(parameters, { input, type: TOOL_TYPE });

	it('hears what would be valid, so that it can correct its call', async () => {
		const options = { ...SEND.options, defaultCountry: 'none' };
		const { error } = await asTool({ ...SEND, options });
		expect(error?.message).toMatch(/^'Default Country' cannot be "none"\. .*e\.g\. US or GB/);
	});

	it('hears what to do next after a refusal', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: { message: 'Blocked' } });
		const { error } = await asTool(SEND);
		expect(error?.message).toMatch(
			/: Blocked\. This message was not sent\. Check the recipient's number/,
		);
	});

	it('hears first that a message may have been sent, and where to check that', async () => {
		service.simulator.fault({ kind: 'reset', when: 'after' });
		const { error } = await asTool(SEND);
		expect(error?.message).toMatch(/^This message may have been sent: .*\. Check with/);
	});

	// n8n adds the description of an error to its message for MCP clients, unless the message holds it word for word.
	it('hears nothing twice, of several items either', async () => {
		const { error } = await asTool(SEND, [
			...rows(1),
			{ to: '12', text: 'A' },
			{ to: '', text: '' },
		]);
		expect(error?.description).toContain('\n');
		expect(error?.message.split(String(error?.description))).toHaveLength(2);
	});

	it('gets a failed item as anybody does, where the node continues', async () => {
		const parameters = { ...SEND, options: { ...SEND.options, defaultCountry: 'none' } };
		const [asAgent, asPerson] = await Promise.all(
			[TOOL_TYPE, undefined].map(
				async (type) => await service.run(parameters, { input: rows(1), type, node: CONTINUE }),
			),
		);
		expect(asAgent.json).toEqual(asPerson.json);
		expect(asAgent.json[0].errorDetails).toMatchObject({ description: expect.any(String) });
	});
});
