import { KeyStore } from '../support/keyStore';
import { loop } from '../support/loop';
import { TOOL_TYPE } from '../support/n8nCore';
import { simulated } from '../support/simulated';
import {
	CONTINUE,
	INTENT,
	MESSAGE,
	OTP,
	recipientsAskedOf,
	runnerWithList,
} from './support/sending';

const service = simulated();
beforeAll(async () => await new KeyStore().register());

const SENDING = [
	['Message → Send', MESSAGE],
	['Message → Send and Wait for Response', { ...MESSAGE, operation: 'sendAndWait' }],
	['One-Time Password → Send', OTP],
	['Message Intent → Generate and Send', INTENT],
] as const;

const LONDON = '+442079460018';
const OTHER = '+12025550143';

const runWith = runnerWithList(service, 'onlySendTo', [{ to: LONDON }]);
const recipients = recipientsAskedOf(service);

describe.each(SENDING)('Only Send To of %s', (_, parameters) => {
	it('lets the recipients of the list through', async () => {
		const { error } = await runWith([LONDON], { parameters });
		expect(error).toBeUndefined();
		expect(recipients()).toEqual([LONDON]);
	});

	it('refuses any other one before any request, and does not tell the list', async () => {
		const { error } = await runWith([LONDON], { parameters, input: [{ to: OTHER }] });
		expect(error?.message).toMatch(
			/^'To( Number)?' "\+12025550143" is not one of the recipients in 'Only Send To'$/,
		);
		expect(error?.description).toContain('use one that you were given, or ask which one is meant');
		expect(JSON.stringify([error?.message, error?.description])).not.toContain('7946');
		expect(service.asked()).toEqual([]);
	});

	it.each([[[]], [''], [' , ;\n'], [['', null]], [null], [undefined]])(
		'allows nobody where it is empty: %p',
		async (list) => {
			const { error } = await runWith(list, { parameters });
			expect(error?.message).toContain(
				"is not allowed: 'Only Send To' is empty, so nobody may get a message",
			);
			expect(service.asked()).toEqual([]);
		},
	);

	it('allows nobody where it was added and left empty', async () => {
		const { error } = await runWith(undefined, { parameters, options: { onlySendTo: '' } });
		expect(error?.message).toContain("'Only Send To' is empty");
		expect(service.asked()).toEqual([]);
	});

	it.each([
		[[LONDON, '12'], '"12"'],
		[`${LONDON}, call me`, '"call me"'],
		[[{ phone: LONDON }], 'has other characters than digits'],
		[false, '"false"'],
	])('refuses the run for %p, and names the entry that it cannot read', async (list, named) => {
		const { error } = await runWith(list, { parameters });
		expect(error?.message).toContain("'Only Send To'");
		expect(error?.message).toContain(named);
		expect(service.asked()).toEqual([]);
	});
});

describe('Only Send To', () => {
	it.each<[unknown, string]>([
		[['020 7946 0018'], 'a national number'],
		[442079460018, 'a single number'],
		['+12025550199, 020 7946 0018;+12025550198', 'a text with commas and semicolons'],
		['+12025550199\r\n020 7946 0018\n', 'a text with line breaks'],
	])('is met in any notation: %p, %s', async (list) => {
		await runWith(list, { options: { defaultCountry: 'GB' } });
		expect(recipients()).toEqual([LONDON]);
	});

	it('may be a set', async () => {
		const options = { onlySendTo: '={{ new Set([$json.list]) }}' };
		await runWith('(+44) 20 7946 0018', { options });
		expect(recipients()).toEqual([LONDON]);
	});

	it('is met where the Default Country of any item reads it so', async () => {
		const input = [
			{ to: '0664 1234567', country: 'AT' },
			{ to: '0151 12345678', country: 'DE' },
		];
		await runWith(['0664 1234567', '0151 12345678'], {
			input,
			options: { defaultCountry: '={{ $json.country }}' },
		});
		expect(recipients()).toEqual(['+436641234567', '+4915112345678']);
	});

	it('may name an e-mail address over iMessage, in small letters or capitals', async () => {
		const parameters = { ...MESSAGE, channel: 'imessage' };
		const input = [{ to: 'Some.One@Example.com' }, { to: 'other@example.com' }];
		const node = CONTINUE;
		const { json } = await runWith('some.one@example.COM', { parameters, input, node });
		expect(recipients()).toEqual(['Some.One@Example.com']);
		expect(json[1].error).toContain("is not one of the recipients in 'Only Send To'");
	});

	it('fails one item, and the others are sent, where the node continues', async () => {
		const input = [{ to: OTHER }, { to: LONDON }];
		const { json } = await runWith([LONDON], { input, node: CONTINUE });
		expect(json[0]).toMatchObject({
			error: expect.stringContaining("'Only Send To'") as unknown,
			errorDetails: { about: 'input', mayHaveBeenSent: false },
		});
		expect(recipients()).toEqual([LONDON]);
	});

	it('comes after Do Not Send To, which leaves out who is in neither list', async () => {
		const options = { doNotSendTo: [LONDON, OTHER].join(), sendOnceKey: '={{ $json.to }} only' };
		const input = [{ to: OTHER }, { to: LONDON }, { to: '+12025550144' }];
		const { json } = await runWith([LONDON], { input, options, node: CONTINUE });
		expect(json).toEqual([
			{ skipped: true, doNotSendTo: OTHER },
			{ skipped: true, doNotSendTo: LONDON },
			expect.objectContaining({ error: expect.stringContaining("'Only Send To'") as unknown }),
		]);
		expect(service.asked()).toEqual([]);
	});

	it('holds beside Allowed Countries', async () => {
		const { error } = await runWith([LONDON], { options: { allowedCountries: ['US'] } });
		expect(error?.message).toContain("not one of the 'Allowed Countries'");
		expect(service.asked()).toEqual([]);
	});

	it('holds in a Dry Run', async () => {
		const { error } = await runWith([LONDON], {
			input: [{ to: OTHER }],
			options: { dryRun: true },
		});
		expect(error?.message).toContain("'Only Send To'");
	});

	it('is read from the first item of each round of a loop', async () => {
		const again = loop(2, () => [{ json: { to: OTHER, list: [OTHER] } }]);
		await service.run(
			{ ...MESSAGE, options: { onlySendTo: '={{ $json.list }}' } },
			{ input: [{ to: LONDON, list: [LONDON] }], ...again },
		);
		expect(recipients()).toEqual([LONDON, OTHER]);
	});

	it('does not count for an operation that has it no more', async () => {
		await service.run({
			...INTENT,
			operation: 'generate',
			toNumber: OTHER,
			options: { onlySendTo: LONDON },
		});
		expect(service.asked()).toHaveLength(1);
	});

	it('tells a model what it may do, in the message, which is all that it gets', async () => {
		const { error } = await service.run(
			{ ...MESSAGE, to: OTHER, options: { onlySendTo: LONDON } },
			{ type: TOOL_TYPE },
		);
		expect(error?.message).toContain('use one that you were given, or ask which one is meant');
	});
});
