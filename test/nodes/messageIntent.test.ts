import { RECIPIENT, SENDER } from '../support/operations';
import { LOST } from '../support/rows';
import { CONTINUE, outcomes, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

const GENERATE = '/enterprise/message/generate';
const BOTH = 'intent.generateAndSend';

const parameters = {
	to: RECIPIENT,
	from: '+1 202-555-0100',
	embedText: 'Talk to us',
	imageUrl: 'https://example.com/logo.png',
	companyName: 'Acme',
	intentOption: 'support',
};
const body = {
	toNumber: RECIPIENT,
	fromNumber: SENDER,
	embedText: 'Talk to us',
	imageURL: 'https://example.com/logo.png',
	companyName: 'Acme',
	option: 'support',
};
const generated = { method: 'POST', path: GENERATE, query: '', body };

it('Generate gives the answer unchanged, and sends nothing', async () => {
	const { json, requests } = await send(service, { operation: 'intent.generate', parameters });
	expect(requests).toEqual([generated]);
	expect(json).toEqual([
		{
			code: 200,
			message: expect.any(String),
			url: expect.stringContaining('/enterprise/message/intent?'),
			options: {
				name: 'Acme',
				to: expect.any(String),
				from: expect.any(String),
				id: expect.any(String),
				option: 'support',
			},
		},
	]);
	expect(service.sent()).toEqual([]);
});

it('what is empty is left out', async () => {
	const empty = {
		from: ' ',
		embedText: ' ',
		imageUrl: '',
		companyName: '\u200b',
		intentOption: '',
	};
	const { requests } = await send(service, { operation: 'intent.generate', parameters: empty });
	expect(requests.map(bodyOf)).toEqual([{ toNumber: RECIPIENT }]);
});

it('Generate and Send sends the link, and gives both answers', async () => {
	const { json, requests } = await send(service, { operation: BOTH, parameters });
	const [{ intent }] = json as Array<{ intent: { url: string } }>;
	const beta_features = { from: SENDER, intent: true };
	expect(requests).toEqual([
		generated,
		{
			method: 'POST',
			path: '/send/text',
			query: '',
			body: { to: RECIPIENT, message: intent.url, beta_features },
		},
	]);
	expect(json).toEqual([
		{
			intent: expect.objectContaining({ code: 200 }),
			message: { message: expect.any(String), crumbs: expect.any(Object) },
		},
	]);
});

it.each(['to', 'from'])('a %s that is no phone number is refused', async (name) => {
	const { error, requests } = await send(service, {
		fails: true,
		operation: 'intent.generate',
		parameters: { ...parameters, [name]: '555' },
	});
	expect(error.message).toMatch(/^'(?:To|From)' "555"/);
	expect(requests).toEqual([]);
});

describe('Generate and Send is what became of its message', () => {
	const once = async () =>
		await send(service, {
			operation: BOTH,
			options: { sendOnceKey: 'one', maxRetries: 0 },
			node: CONTINUE,
		});

	it.each([
		['generate fails', { kind: 'answer', status: 500, body: {}, when: 'after' }],
		['generate is not answered', LOST],
		['generate gives no link', { kind: 'answer', body: {}, when: 'after' }],
	] as const)('%s: not sent, and its key can be used again', async (_, fault) => {
		service.simulator.fault({ ...fault, path: GENERATE });
		const { json } = await once();
		expect(outcomes(json)).toEqual(['failed']);
		expect(JSON.stringify(json)).toContain('This message was not sent.');
		expect(service.paths()).toEqual([GENERATE]);
		expect(outcomes((await once()).json)).toEqual(['done']);
		expect(service.sent()).toEqual([RECIPIENT]);
	});

	it('the send is not answered: possibly sent, and its key stays used', async () => {
		service.simulator.fault({ ...LOST, path: '/send/text' });
		expect(outcomes((await once()).json)).toEqual(['possibly sent']);
		expect(outcomes((await once()).json)).toEqual(['skipped, possibly sent']);
	});
});
