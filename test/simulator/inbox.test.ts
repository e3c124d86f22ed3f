import { useSimulator } from './caller';

const TO = '+12125550111';

interface StreamedEvent {
	event: string;
	data: unknown;
}

/** Reads a stream of server-sent events one by one. */
async function* eventsOf(response: Response): AsyncGenerator<StreamedEvent, void> {
	let unread = '';
	const decoder = new TextDecoder();
	for await (const chunk of response.body ?? []) {
		unread += decoder.decode(chunk as Uint8Array, { stream: true });
		const blocks = unread.split('\n\n');
		unread = blocks.pop() ?? '';
		for (const block of blocks) {
			const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
			yield { event, data: JSON.parse(data) as unknown };
		}
	}
}

describe('the inbox', () => {
	const { simulator, post } = useSimulator();

	it.each([
		['/', 'text/html; charset=utf-8'],
		['/_simulator/page/style.css', 'text/css; charset=utf-8'],
		['/_simulator/page/inbox.js', 'text/javascript; charset=utf-8'],
		['/_simulator/page/intent.js', 'text/javascript; charset=utf-8'],
		['/_simulator/page/icon.svg', 'image/svg+xml'],
	])('serves %s, with nothing from elsewhere', async (path, type) => {
		const response = await fetch(`${simulator().url}${path}`);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe(type);
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
		const content = (await response.text()).replaceAll('http://www.w3.org/2000/svg', '');
		expect(content.length).toBeGreaterThan(0);
		expect(content).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)|innerHTML/);
	});

	it('hears of messages, of the pool and of a reset as they come', async () => {
		await post('/send/text', { to: TO, message: 'before the page opened' });
		const leaving = new AbortController();
		const { signal } = leaving;
		const stream = await fetch(`${simulator().url}/_simulator/events`, { signal });
		expect(stream.headers.get('content-type')).toBe('text/event-stream');
		const events = eventsOf(stream);
		const next = async () => (await events.next()).value as StreamedEvent;

		expect(await next()).toMatchObject({
			event: 'snapshot',
			data: {
				messages: [{ text: 'before the page opened' }],
				trials: expect.arrayContaining([
					expect.objectContaining({ e164: '+18085550122', shows: 'is refused (422)' }),
				]),
			},
		});

		await post('/otp/new', { to: TO });
		expect(await next()).toEqual({ event: 'messages', data: simulator().messages.slice(1) });

		await post(`/enterprise/lease/register/${encodeURIComponent('+12125550101')}`);
		const { event, data } = await next();
		expect(event).toBe('pool');
		expect((data as unknown[])[0]).toEqual({
			...simulator().pool[0],
			pools: ['text'],
			available: false,
		});
		expect(simulator().pool[0]?.data.status).toBe('adopted');

		simulator().reset();
		expect(await next()).toMatchObject({ event: 'snapshot', data: { messages: [] } });
		leaving.abort();
	});
});
