import { TRIAL_NUMBERS } from '../../simulator/settings/trialNumbers';
import { useSimulator } from './caller';

const numberThat = (trouble: string) =>
	TRIAL_NUMBERS.find((trial) => trial.trouble === trouble)?.e164 ?? '';

const FRIEND = '+12125550111';

/** Every endpoint that has a recipient. */
const SENDS: Array<[path: string, body: (to: string) => object]> = [
	['/send/text', (to) => ({ to, message: 'Hello' })],
	['/otp/new', (to) => ({ to })],
	['/enterprise/message/generate', (toNumber) => ({ toNumber })],
];

describe.each(SENDS)('%s', (path, body) => {
	const { simulator, post } = useSimulator();

	it.each([
		['refused', 422],
		['limited', 429],
		['failing', 503],
	])('to the number that is %s gets %i, and sends nothing', async (trouble, status) => {
		const reply = await post(path, body(numberThat(trouble)));
		expect(reply.status).toBe(status);
		expect(reply.body).toMatchObject({ error: { message: expect.stringMatching(/^[A-Z].*\.$/) } });
		expect(simulator().messages).toEqual([]);
		expect(simulator().requests.map(({ acted }) => acted)).toEqual([false]);
	});

	it('to the number that is limited says when to try again', async () => {
		const { headers } = await post(path, body(numberThat('limited')));
		expect(headers.get('retry-after')).toBe('1');
	});

	it('to the number that never answers is left waiting, while others are answered', async () => {
		const leaving = new AbortController();
		const waiting = post(path, body(numberThat('silent')), { signal: leaving.signal });
		const outcome = waiting.then(
			() => 'answered',
			() => 'left',
		);
		expect((await post(path, body(FRIEND))).status).toBe(200);
		leaving.abort();
		expect(await outcome).toBe('left');
	});

	it('with a wrong token hears of the token first', async () => {
		const authorization = 'Bearer wrong';
		const { status } = await post(path, body(numberThat('failing')), { authorization });
		expect(status).toBe(401);
	});
});

describe('a trial number', () => {
	const { simulator, post } = useSimulator();

	it('without WhatsApp refuses that channel alone', async () => {
		const body = { to: numberThat('noWhatsApp'), message: 'Hello' };
		const over = async (channel: string) =>
			(await post('/send/text', { ...body, beta_features: { [channel]: true } })).status;

		expect([await over('whatsapp'), await over('imessage')]).toEqual([422, 200]);
		expect((await post('/send/text', body)).status).toBe(200);
		expect(simulator().messages.map(({ channel }) => channel)).toEqual(['imessage', 'sms']);
	});

	it('is known in national notation as well', async () => {
		const { status } = await post('/send/text', { to: '(808) 555-0122', message: 'Hello' });
		expect(status).toBe(422);
	});
});
