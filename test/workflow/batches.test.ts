import { nextTurn } from '../support/nextTurn';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated({ latencyMs: 5 });

const send = {
	resource: 'message',
	operation: 'send',
	channel: 'sms',
	to: '={{ $json.to }}',
	message: '={{ $json.text }}',
};
const recipient = (index: number) => `+1202555${String(100 + index).padStart(4, '0')}`;
const rows = (count: number, recipients = count) =>
	Array.from({ length: count }, (_, index) => ({
		to: recipient(index % recipients),
		text: `Text ${index}`,
	}));
const sent = () => service.simulator.messages.map(({ text }) => text);

/** Slow enough for all that may be in flight to be so at one time, also on a busy machine. */
const slow = { kind: 'delay' as const, delayMs: 500, times: 'always' as const };

describe('many items', () => {
	it('are sent side by side, ten at a time unless told', async () => {
		service.simulator.fault(slow);
		await service.run(send, { input: rows(20) });
		expect(service.simulator.stats.maxInFlight).toBe(10);
		expect(sent()).toHaveLength(20);
	});

	it.each([1, 3, 50])('are never more than %i in flight when that is the limit', async (limit) => {
		service.simulator.fault(slow);
		await service.run({ ...send, options: { concurrency: limit } }, { input: rows(limit * 2) });
		expect(service.simulator.stats.maxInFlight).toBe(limit);
	});

	it('come out in the order of the input, each paired with its item, whatever finished first', async () => {
		service.simulator.fault({ kind: 'delay', delayMs: 60, match: { to: recipient(0) } });
		const { items } = await service.run(
			{ resource: 'otp', operation: 'send', to: '={{ $json.to }}' },
			{ input: rows(12) },
		);
		const codes = service.simulator.otps;
		expect(codes[0].to).not.toBe(recipient(0));
		items.forEach(({ json, pairedItem }, index) => {
			expect(pairedItem).toEqual({ item: index });
			expect(codes.find(({ otpId }) => otpId === json.otp_id)?.to).toBe(recipient(index));
		});
	});

	it('to one recipient keep their order and never overlap', async () => {
		await service.run(send, { input: rows(30, 3) });
		for (const to of [0, 1, 2].map(recipient)) {
			const requests = service.simulator.requests.filter(
				({ body }) => (body as { to: string }).to === to,
			);
			const texts = requests.map(({ body }) =>
				Number((body as { message: string }).message.slice(5)),
			);
			expect(texts).toEqual([...texts].sort((a, b) => a - b));
			for (let index = 1; index < requests.length; index++) {
				expect(requests[index].receivedAt).toBeGreaterThanOrEqual(
					requests[index - 1].answeredAt ?? Infinity,
				);
			}
		}
		expect(service.simulator.stats.maxInFlight).toBe(3);
	});

	it('start no faster than the pace that is set', async () => {
		await service.run({ ...send, options: { requestsPerSecond: 50 } }, { input: rows(10) });
		const starts = service.simulator.requests.map(({ receivedAt }) => receivedAt);
		// 50 a second is one in 20 ms; the clocks of both sides are read a little apart.
		expect(starts[9] - starts[0]).toBeGreaterThan(9 * 20 * 0.9);
	});

	it('are all read before the first is sent: a typing error at the end leaves nobody with a message', async () => {
		const input = [...rows(20), { to: RECIPIENT, text: '' }];
		const { error } = await service.run(send, { input });
		expect(error?.message).toBe('Message is empty');
		expect(error?.context).toMatchObject({ itemIndex: 20 });
		expect(service.asked()).toEqual([]);
	});

	it('stop at the first that fails, and the error lists what was already done', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: { message: 'Blocked' },
			match: { to: recipient(3) },
		});
		const { error } = await service.run(
			{ ...send, options: { concurrency: 1 } },
			{ input: rows(10) },
		);
		expect(sent()).toEqual(['Text 0', 'Text 1', 'Text 2']);
		expect(error?.message).toContain('Blocked');
		expect(error?.context).toMatchObject({ itemIndex: 3 });
		expect(error?.description).toContain('3 of 10 items were already done: 0-2.');
		expect(error?.description).toContain('Retry On Fail');
	});

	it('that are in flight when one fails finish, and are listed as done', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {}, match: { to: recipient(0) } });
		const { error } = await service.run(
			{ ...send, options: { concurrency: 4 } },
			{ input: rows(40) },
		);
		expect(service.simulator.stats.requests).toBe(4);
		expect(error?.description).toContain('3 of 40 items were already done: 1-3.');
	});

	it('go on without the one that fails, where the node is set to continue', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 422,
			body: { message: 'Blocked' },
			match: { to: recipient(3) },
		});
		const { items, json } = await service.run(send, {
			input: rows(6),
			node: { onError: 'continueRegularOutput' },
		});
		expect(sent()).toHaveLength(5);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2, 3, 4, 5].map((item) => ({ item })),
		);
		expect(json[3]).toEqual({
			error: 'The service did not accept the request while sending the message: Blocked',
			description: expect.stringContaining('HTTP 422'),
			httpCode: '422',
		});
	});

	it('that fail come out of the error output with their own data, where the node has one', async () => {
		const { json, errorItems } = await service.run(send, {
			input: [...rows(2), { to: 'call me', text: 'Text 2' }],
			node: { onError: 'continueErrorOutput' },
		});
		expect(json).toHaveLength(2);
		expect(errorItems.map(({ json: item, pairedItem }) => ({ ...item, pairedItem }))).toEqual([
			{
				to: 'call me',
				text: 'Text 2',
				error: expect.stringContaining('did not accept'),
				description: expect.any(String),
				httpCode: '422',
				pairedItem: { item: 2 },
			},
		]);
	});

	it('all fail alike when the credential cannot be used, and nothing is sent', async () => {
		const { json } = await service.run(send, {
			input: rows(2),
			credentials: { ...service.credentials(), baseUrl: 'api.example.com' },
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(2);
		for (const { error } of json) expect(error).toContain('Base URL');
	});

	it('slow down together when the service asks for it, and none is lost or doubled', async () => {
		service.simulator.fault({
			kind: 'answer',
			status: 429,
			headers: { 'retry-after': '0' },
			body: {},
			times: 7,
		});
		const { json } = await service.run(send, { input: rows(30) });
		expect(json).toHaveLength(30);
		expect(sent().sort()).toEqual(
			rows(30)
				.map(({ text }) => text)
				.sort(),
		);
		expect(service.simulator.stats.requests).toBe(37);
	});

	it('end at once when the user stops the execution, and none starts after that', async () => {
		service.simulator.fault({ kind: 'hang', times: 'always' });
		let stop: () => void = () => undefined;
		const running = service.run(send, {
			input: rows(50),
			onStart: (stopExecution) => {
				stop = stopExecution;
			},
		});
		while (service.simulator.stats.requests < 10) await nextTurn();
		stop();
		await running.catch(() => undefined);
		expect(service.simulator.stats.requests).toBe(10);
	});
});

describe('options out of range', () => {
	it.each([
		['concurrency', 0, 'Concurrency'],
		['concurrency', 101, 'Concurrency'],
		['concurrency', 1.5, 'Concurrency'],
		['requestsPerSecond', -1, 'Requests per Second'],
		['timeout', 0, 'Timeout (Ms)'],
		['maxRetries', 11, 'Max Retries'],
		['maxRetries', 'many', 'Max Retries'],
	])('%s = %p is refused before any request', async (name, value, displayName) => {
		const { error } = await service.run(
			{ ...send, options: { [name]: `={{ ${JSON.stringify(value)} }}` } },
			{ input: rows(1) },
		);
		expect(error?.message).toContain(displayName);
		expect(error?.description).toMatch(/^Use a/);
		expect(service.asked()).toEqual([]);
	});
});
