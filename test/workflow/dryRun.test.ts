import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { RunOptions } from '../support/n8nCore';
import { KeyStore } from '../support/keyStore';
import { RECIPIENT, simulated } from '../support/simulated';
import { CONTINUE, INTENT, MESSAGE, OTP } from './support/sending';

const service = simulated();

beforeAll(async () => await new KeyStore().register());

/** Runs it dry, and makes sure that nothing was asked of the service. */
async function dry(
	parameters: INodeParameters,
	input: IDataObject[],
	options: INodeParameters = {},
	more: Partial<RunOptions> = {},
) {
	const result = await service.run(
		{ ...parameters, options: { dryRun: true, ...options } },
		{ input, ...more },
	);
	expect(service.asked()).toEqual([]);
	return result;
}

describe('a Dry Run', () => {
	it('of Message → Send says to whom each item would go, and how, and sends nothing', async () => {
		const input = [
			{ to: '(202) 555-0143' },
			{ to: '+49 1512 3456789', text: `“${'я'.repeat(80)}”` },
			{ to: '+881 631 512 345' },
		];
		const { json, items } = await dry(MESSAGE, input, { defaultCountry: 'US' });

		const dryOne = { dryRun: true, channel: 'sms' };
		const hello = { message: 'Hello', parts: 1, encoding: 'GSM-7' };
		const long = { message: `“${'я'.repeat(80)}”`, parts: 2, encoding: 'UCS-2' };
		expect(json).toEqual([
			{ ...dryOne, ...hello, to: '+12025550143', country: 'US', type: 'FIXED_LINE_OR_MOBILE' },
			{ ...dryOne, ...long, to: '+4915123456789', country: 'DE', type: 'MOBILE' },
			{ ...dryOne, ...hello, to: '+881631512345', country: null, type: 'MOBILE' },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	it.each(['imessage', 'whatsapp', 'intent'])(
		'names the channel %s, without parts',
		async (channel) => {
			const { json } = await dry({ ...MESSAGE, channel }, [{ to: RECIPIENT }]);
			expect(json).toEqual([
				{
					dryRun: true,
					to: RECIPIENT,
					country: 'US',
					type: 'FIXED_LINE_OR_MOBILE',
					channel,
					message: 'Hello',
				},
			]);
		},
	);

	it('gives an e-mail address as it was typed, without a country and a kind of line', async () => {
		const input = [{ to: ' someone@example.com ' }];
		const { json } = await dry({ ...MESSAGE, channel: 'imessage' }, input);
		expect(json).toMatchObject([{ to: 'someone@example.com', country: null, type: null }]);
	});

	it.each([
		['+442079460018', 'FIXED_LINE'],
		['+447400123456', 'MOBILE'],
		['+12025550143', 'FIXED_LINE_OR_MOBILE'],
		['+18005550123', 'TOLL_FREE'],
		['+499001234567', 'PREMIUM_RATE'],
		['+491806123456', 'SHARED_COST'],
		['+445612345678', 'VOIP'],
		['+447012345678', 'PERSONAL_NUMBER'],
		['+15550001234', null],
	])('tells the kind of line of %s: %p', async (to, type) => {
		const { json } = await dry(MESSAGE, [{ to }]);
		expect(json).toMatchObject([{ to, type }]);
	});

	it('of a one-time password and of a message intent asks the service for none', async () => {
		const otp = await dry(OTP, [{ to: RECIPIENT }]);
		expect(otp.json).toEqual([
			{ dryRun: true, to: RECIPIENT, country: 'US', type: 'FIXED_LINE_OR_MOBILE', channel: 'sms' },
		]);

		const intent = await dry(INTENT, [{ to: RECIPIENT }]);
		expect(intent.json).toEqual([
			{
				dryRun: true,
				to: RECIPIENT,
				country: 'US',
				type: 'FIXED_LINE_OR_MOBILE',
				channel: 'intent',
			},
		]);
	});

	it('counts what would be sent: the parts after Smart Encoding', async () => {
		const { json } = await dry(MESSAGE, [{ to: RECIPIENT, text: `“${'a'.repeat(100)}”` }], {
			smartEncoding: true,
		});
		expect(json).toMatchObject([{ parts: 1, encoding: 'GSM-7' }]);
	});

	it('fails for what cannot be sent, as a real run does', async () => {
		const input = [{ to: RECIPIENT }, { to: 'unknown' }];
		const real = await service.run(MESSAGE, { input });
		const { error } = await dry(MESSAGE, input);
		expect(error?.message).toBe(real.error?.message);
		expect(error?.description).toBe(real.error?.description);
	});

	it('gives an error item for it where the node continues', async () => {
		const input = [
			{ to: '+18762101234' },
			{ to: RECIPIENT, text: 'a'.repeat(200) },
			{ to: RECIPIENT },
		];
		const options = { allowedCountries: ['US'], maxSmsParts: 1 };
		const { json, hints } = await dry(MESSAGE, input, options, { node: CONTINUE });

		expect(json).toMatchObject([
			{ error: expect.stringContaining('is a number of Jamaica') },
			{ error: expect.stringContaining('takes 2 SMS parts') },
			{ dryRun: true, to: RECIPIENT },
		]);
		expect(hints).toEqual([
			'Dry Run, not sent: 3 items; 1 different recipient; countries: US 1; 1 SMS part; 2 items cannot be sent.',
		]);
	});

	it('sums up in the output panel', async () => {
		const input = [
			{ to: RECIPIENT },
			{ to: '+1 202 555 0143', text: 'a'.repeat(161) },
			{ to: '+4915123456789' },
			{ to: '+881631512345' },
		];
		const { hints } = await dry(MESSAGE, input);
		expect(hints).toEqual([
			'Dry Run, not sent: 4 items; 3 different recipients; 1 recipient would get more than one message (+12025550143); countries: US 2, DE 1, unknown 1; 5 SMS parts.',
		]);
	});

	it('says so too where no item can be sent', async () => {
		const { hints } = await dry(MESSAGE, [{ to: 'x' }, { to: 'y' }], {}, { node: CONTINUE });
		expect(hints).toEqual(['Dry Run, not sent: 2 items; 2 items cannot be sent.']);
	});

	it('claims no Send Once Key, and says which item an earlier one would leave out', async () => {
		const input = [
			{ to: RECIPIENT, key: 'a' },
			{ to: RECIPIENT, key: ' a ' },
			{ to: '+12025550145', key: '' },
		];
		const options = { sendOnceKey: '={{ $json.key }}' };
		const { json, hints } = await dry(MESSAGE, input, options);

		expect(json).toMatchObject([
			{ to: RECIPIENT, sendOnceKey: 'a' },
			{ to: RECIPIENT, sendOnceKey: 'a', skipped: true },
			{ to: '+12025550145' },
		]);
		expect(json[0]).not.toHaveProperty('skipped');
		expect(json[2]).not.toHaveProperty('sendOnceKey');
		expect(hints).toEqual([
			'Dry Run, not sent: 3 items; 2 different recipients; countries: US 2; 2 SMS parts; 1 item would be skipped, because an earlier one has the same key. Keys that earlier runs used were not looked up.',
		]);

		const { json: sent } = await service.run({ ...MESSAGE, options }, { input });
		expect(sent.map(({ skipped }) => skipped)).toEqual([undefined, true, undefined]);
	});

	it('of a single item gives no counts of items', async () => {
		expect((await dry(MESSAGE, [{ to: RECIPIENT }])).hints).toEqual([
			'Dry Run, not sent: country US; 1 SMS part.',
		]);
		const { hints } = await dry(MESSAGE, [{ to: 'unknown' }], {}, { node: CONTINUE });
		expect(hints).toEqual(['Dry Run, not sent: the item cannot be sent.']);
	});

	it('of some items leaves the others to be sent', async () => {
		const input = [
			{ to: RECIPIENT, test: true },
			{ to: '+12025550144', test: false },
		];
		const { json } = await service.run(
			{ ...MESSAGE, options: { dryRun: '={{ $json.test }}' } },
			{ input },
		);
		expect(json).toMatchObject([{ dryRun: true }, { message: expect.any(String) }]);
		expect(service.asked().map(({ body }) => body)).toMatchObject([{ to: '+12025550144' }]);
	});

	it.each([['yes'], [null], [''], [undefined], [1]])(
		'sends nothing where it cannot be told whether it is one: %p',
		async (test) => {
			const { error } = await service.run(
				{ ...MESSAGE, options: { dryRun: '={{ $json.test }}' } },
				{ input: [{ to: RECIPIENT, test }] },
			);
			expect(error?.message).toMatch(/^'Dry Run' cannot be/);
			expect(service.asked()).toEqual([]);
		},
	);

	it('that is switched off sends', async () => {
		await service.run({ ...MESSAGE, options: { dryRun: false } }, { input: [{ to: RECIPIENT }] });
		expect(service.asked()).toHaveLength(1);
	});
});

it('an item that would be sent with the key of an earlier one that is sent says so', async () => {
	const { json } = await service.run(
		{ ...MESSAGE, options: { dryRun: '={{ $json.dry }}', sendOnceKey: 'one' } },
		{
			input: [
				{ to: RECIPIENT, dry: false },
				{ to: RECIPIENT, dry: true },
			],
		},
	);

	expect(service.simulator.messages).toHaveLength(1);
	expect(json[1]).toMatchObject({ dryRun: true, skipped: true });
});

it('an item whose key an earlier try of Retry On Fail has sent says so', async () => {
	service.simulator.fault({ kind: 'answer', status: 422, body: {}, match: { to: '+12025550144' } });
	const { json } = await service.run(
		{
			...MESSAGE,
			options: { dryRun: '={{ $json.dry }}', sendOnceKey: '={{ $json.key }}', concurrency: 1 },
		},
		{
			workflowId: 'retried',
			node: { retryOnFail: true, waitBetweenTries: 1 },
			input: [
				{ to: RECIPIENT, key: 'a', dry: false },
				{ to: '+12025550144', key: 'b', dry: false },
				{ to: RECIPIENT, key: 'a', dry: true },
			],
		},
	);

	expect(service.simulator.messages).toHaveLength(2);
	expect(json.map(({ skipped }) => skipped)).toEqual([undefined, undefined, true]);
});
