import { useSimulator } from './caller';

const TO = '+12125550111';

describe('a refusal says in words what is wrong', () => {
	const { get, post } = useSimulator();
	const told = (body: unknown) => (body as { error: { message: string } }).error.message;

	it.each<[body: unknown, message: string]>([
		[{ message: 'Hello' }, 'to is missing.'],
		[{ to: TO, message: '' }, 'message is empty.'],
		[{ to: TO, message: 7 }, 'message is not a string.'],
		[{ to: TO, message: 'Hello', text: 'x' }, 'The body has no field "text".'],
		[
			{ to: TO, message: 'Hello', beta_features: { imessage: 'true' } },
			'beta_features.imessage is not a boolean.',
		],
		[
			{ to: TO, message: 'Hello', beta_features: { sms: true } },
			'beta_features has no field "sms".',
		],
		[
			{ to: TO, message: 'Hello', beta_features: { from: '2125550111' } },
			'beta_features.from is not in E.164: a plus, country code and digits, without punctuation.',
		],
		[[], 'The body is not an object.'],
	])('%j', async (body, message) => {
		const reply = await post('/send/text', body);
		expect([reply.status, told(reply.body)]).toEqual([400, message]);
	});

	it.each([
		['supports=fax', 'supports cannot be "fax": use sms, mms, voice, imessage, or whatsapp.'],
		[
			'supports=sms&supports=fax',
			'supports cannot be ["sms","fax"]: use sms, mms, voice, imessage, or whatsapp.',
		],
		['country=DE', 'country cannot be "DE": use US, CA, UK, or FR.'],
		['state=NY', 'The query has no field "state".'],
	])('%s', async (query, message) => {
		const { status, body } = await get(`/enterprise/lease/purchasable?${query}`);
		expect([status, told(body)]).toEqual([400, message]);
	});

	it('of a number in a path', async () => {
		const { body } = await get('/enterprise/lease/status/2125550111');
		expect(told(body)).toBe(
			'number is not in E.164: a plus, country code and digits, without punctuation.',
		);
	});
});
