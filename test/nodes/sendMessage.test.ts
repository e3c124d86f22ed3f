import { RECIPIENT, SENDER } from '../support/operations';
import { CONTINUE, RETRY, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

/** Sends with these fields, and returns the one body that the service got. */
async function bodySent(parameters: object, options = {}) {
	const { requests } = await send(service, { parameters: parameters as never, options });
	expect(requests).toHaveLength(1);
	return bodyOf(requests[0]);
}

it('a text goes out with recipient and message alone, and the answer comes out unchanged', async () => {
	const { json, items, requests } = await send(service);

	expect(requests).toEqual([
		{ method: 'POST', path: '/send/text', query: '', body: { to: RECIPIENT, message: 'Hello' } },
	]);
	expect(json).toEqual([
		{
			message: expect.any(String),
			crumbs: {
				plan: 'unlimited',
				quota: expect.any(Number),
				type: expect.any(String),
				ad: expect.any(Boolean),
			},
		},
	]);
	expect(items[0].pairedItem).toEqual({ item: 0 });
});

it('whatever fields the answer has come out, and it is sent once', async () => {
	const body = { message: 'Queued', crumbs: {}, more: [{ deep: 1 }], error: 'none' };
	service.simulator.fault({ kind: 'answer', status: 202, body });
	const { json, requests } = await send(service, { node: { ...RETRY, ...CONTINUE } });
	expect(json).toEqual([body]);
	expect(requests).toHaveLength(1);
});

it.each([
	['imessage', { imessage: true }],
	['whatsapp', { whatsapp: true }],
])('over %s that one flag is set, and the sender where there is one', async (channel, flag) => {
	const message = { to: RECIPIENT, message: 'Hello' };
	expect(await bodySent({ channel })).toEqual({ ...message, beta_features: flag });
	expect(await bodySent({ channel, from: SENDER })).toEqual({
		...message,
		beta_features: { from: SENDER, ...flag },
	});
	expect(await bodySent({ channel, from: '  ' })).toEqual({ ...message, beta_features: flag });
});

it('a message intent that was generated before is sent as one', async () => {
	const message = `${service.simulator.baseUrl}/enterprise/message/intent?id=1`;
	expect(await bodySent({ channel: 'intent', from: SENDER, message })).toEqual({
		to: RECIPIENT,
		message,
		beta_features: { from: SENDER, intent: true },
	});
});

it.each([true, false])("the service's fallback flag is sent as it is set: %p", async (fallback) => {
	expect((await bodySent({}, { fallback })).beta_features).toEqual({ fallback });
	const { beta_features } = await bodySent({ channel: 'imessage' }, { fallback });
	expect(beta_features).toEqual({ imessage: true, fallback });
});

it('half an emoji, which a text that was cut ends with, is left out', async () => {
	const message = `${'a'.repeat(9)}😀`.slice(0, 10);
	expect(await bodySent({ message })).toMatchObject({ message: 'aaaaaaaaa' });
});

it.each([
	['SMS', undefined],
	[' whatsApp ', { whatsapp: true }],
	['={{ ["iMessage"] }}', { imessage: true }],
])('a channel is known by the name that the panel shows: %s', async (channel, beta_features) => {
	expect((await bodySent({ channel })).beta_features).toEqual(beta_features);
});

it('WhatsApp needs an Enterprise plan, and the error says so', async () => {
	const { error } = await send(service, {
		fails: true,
		parameters: { channel: 'whatsapp' },
		credentials: service.credentials('plain'),
	});
	expect(error.httpCode).toBe('403');
	expect(error.description).toContain('Enterprise plan');
});
