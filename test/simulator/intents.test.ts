import { useSimulator } from './caller';

const INTENT = {
	toNumber: '+12125550111',
	fromNumber: '+14155550121',
	embedText: 'Is my table ready? 1 & 2',
	imageURL: 'https://images.example/table.png?size=2&x=1',
	companyName: 'Café Noir',
	option: 'reserve',
};

describe('POST /enterprise/message/generate', () => {
	const { simulator, post } = useSimulator();

	it('answers with a link that carries every field, and with the options', async () => {
		const { status, body } = await post('/enterprise/message/generate', INTENT);
		const [intent] = simulator().intents;
		expect(status).toBe(200);
		expect(body).toEqual({
			code: 200,
			message: 'Message intent generated.',
			url: intent?.url,
			options: {
				name: INTENT.companyName,
				to: INTENT.toNumber,
				from: INTENT.fromNumber,
				id: intent?.id,
				option: INTENT.option,
			},
		});

		const url = new URL(intent?.url ?? '');
		expect(url.href.startsWith(`${simulator().baseUrl}/enterprise/message/intent?`)).toBe(true);
		expect([...url.searchParams.keys()]).toEqual([
			'id',
			'fromNumber',
			'toNumber',
			'companyName',
			'option',
			'embedText',
			'imageURL',
		]);
		expect(Object.fromEntries(url.searchParams)).toEqual({ id: intent?.id, ...INTENT });
	});

	it('makes a link that opens a page without a token', async () => {
		await post('/enterprise/message/generate', INTENT);
		const page = await fetch(simulator().intents[0]?.url ?? '');
		expect(page.status).toBe(200);
		expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(await page.text()).toContain('<!doctype html>');
	});

	it('does with the recipient alone', async () => {
		const { toNumber } = INTENT;
		const { body } = await post('/enterprise/message/generate', { toNumber });
		expect(body).toMatchObject({ options: { to: toNumber, from: '', name: '', option: '' } });
	});

	it.each([
		['no recipient', { fromNumber: INTENT.fromNumber }],
		['a recipient in national format', { ...INTENT, toNumber: '2125550111' }],
		['a number', { ...INTENT, fromNumber: 14155550121 }],
		['an empty option', { ...INTENT, option: '' }],
		['the node’s own name for imageURL', { ...INTENT, imageUrl: 'https://images.example/' }],
	])('refuses %s', async (_what, body) => {
		expect((await post('/enterprise/message/generate', body)).status).toBe(400);
		expect(simulator().intents).toEqual([]);
	});
});
