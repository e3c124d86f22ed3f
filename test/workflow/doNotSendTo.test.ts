import type { IDataObject } from 'n8n-workflow';

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

const LONDON = '+442079460018';
const rows = (...numbers: unknown[]) => numbers.map((to) => ({ to })) as IDataObject[];

const runWith = runnerWithList(service, 'doNotSendTo', rows('+44 20 7946 0018', '+12025550143'));
const recipients = recipientsAskedOf(service);

describe('a recipient in Do Not Send To', () => {
	it.each([
		['Message → Send', MESSAGE],
		['One-Time Password → Send', OTP],
		['Message Intent → Generate and Send', INTENT],
	])('of %s gets nothing, and the others do, in order', async (_, parameters) => {
		const { json, items, hints } = await runWith(['+44 20 7946 0018'], { parameters });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
		expect(json[1]).not.toHaveProperty('skipped');
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(recipients()).toEqual(['+12025550143']);
		expect(hints.join()).toContain("2 items: 1 sent, 1 on 'Do Not Send To'");
	});

	it.each<[unknown, string]>([
		[['020 7946 0018'], 'a national number'],
		[[442079460018], 'a number'],
		[442079460018, 'a single number'],
		[['(+44) 20 7946 0018', '+12025550199'], 'one of several'],
		['+12025550199, 020 7946 0018;+12025550198', 'a text with commas and semicolons'],
		['+12025550199\r\n020 7946 0018\n', 'a text with line breaks'],
		[['', null, ' ', '020 7946 0018'], 'a list with gaps'],
	])('is met in any notation: %p, %s', async (list) => {
		const { json } = await runWith(list, { options: { defaultCountry: 'GB' } });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
		expect(recipients()).toEqual(['+12025550143']);
	});

	it('is refused where it is a number that nobody has, so that nobody gets a message in spite of it', async () => {
		const options = { defaultCountry: 'BR' };
		const { error } = await runWith(['96123-4567'], { options });
		expect(error?.message).toContain(`'Do Not Send To' "96123-4567" is not a valid phone number`);
		expect(error?.description).toContain('Write the number with + and country code');
		expect(service.asked()).toEqual([]);
	});

	it.each([
		['a set', '={{ new Set($json.list) }}'],
		['a set within a list', '={{ [...new Set($json.list)] }}'],
	])('is met in whatever JavaScript returns: %s', async (_, doNotSendTo) => {
		const list = ['(020) 7946-0018', '(020) 7946-0018'];
		const options = { doNotSendTo, defaultCountry: 'GB' };
		const { json } = await runWith(list, { options });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
		expect(recipients()).toEqual(['+12025550143']);
	});

	it('is met where the Default Country of any item reads it so', async () => {
		const input = [
			{ to: '0664 1234567', country: 'AT' },
			{ to: '0151 12345678', country: 'DE' },
			{ to: '020 7946 0018', country: 'GB' },
			{ to: '+12025550143', country: '' },
		];
		const { json } = await runWith(['0151 12345678', '020 7946 0018', 12025550143], {
			input,
			options: { defaultCountry: '={{ $json.country }}' },
		});

		expect(json.slice(1)).toEqual([
			{ skipped: true, doNotSendTo: '+4915112345678' },
			{ skipped: true, doNotSendTo: LONDON },
			{ skipped: true, doNotSendTo: '+12025550143' },
		]);
		expect(recipients()).toEqual(['+436641234567']);
	});

	it('is met where items have a Default Country that cannot be read', async () => {
		const input = [
			{ to: LONDON, country: 'England' },
			{ to: LONDON, country: 'GB' },
		];
		const { json } = await runWith('020 7946 0018', {
			input,
			options: { defaultCountry: '={{ $json.country }}' },
			node: CONTINUE,
		});

		expect(json).toEqual([
			expect.objectContaining({ error: `'Default Country' cannot be "England"` }),
			{ skipped: true, doNotSendTo: LONDON },
		]);
	});

	it('may be an e-mail address beside numbers, whatever the channel', async () => {
		const list = ['someone@example.com', '+44 20 7946 0018'];
		for (const parameters of [MESSAGE, OTP, INTENT]) {
			service.simulator.reset();
			const { json } = await runWith(list, { parameters });
			expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
			expect(recipients()).toEqual(['+12025550143']);
		}
	});

	it('may be an e-mail address where the channel is an expression, and the first item an SMS', async () => {
		const { json } = await runWith(['someone@example.com'], {
			parameters: { ...MESSAGE, channel: '={{ $json.channel }}' },
			input: [
				{ to: '+12025550143', channel: 'sms' },
				{ to: 'Someone@example.com', channel: 'imessage' },
			],
		});
		expect(json[1]).toEqual({ skipped: true, doNotSendTo: 'Someone@example.com' });
		expect(recipients()).toEqual(['+12025550143']);
	});

	it('may be an e-mail address over iMessage, in small letters or capitals', async () => {
		const input = rows('Some.One@Example.com', '+12025550143');
		const parameters = { ...MESSAGE, channel: 'imessage' };
		const { json } = await runWith('some.one@example.COM', { parameters, input });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: 'Some.One@Example.com' });
		expect(recipients()).toEqual(['+12025550143']);
	});

	it('uses no key, so its key stays for later', async () => {
		const options = { sendOnceKey: '={{ $json.to }} once' };
		const { json } = await runWith([LONDON], { options });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
		const again = await runWith([], { options });
		expect(again.json[0]).not.toHaveProperty('skipped');
	});

	it('goes before a key that was used, and before Allowed Countries', async () => {
		const options = { sendOnceKey: 'the same', allowedCountries: ['US'] };
		const { json, error } = await runWith([LONDON], { options });
		expect(error).toBeUndefined();
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
		const again = await runWith([LONDON], { options });
		expect(again.json).toEqual([
			{ skipped: true, doNotSendTo: LONDON },
			{ skipped: true, sendOnceKey: 'the same' },
		]);
	});

	it('is said to be skipped for that where it is the only item', async () => {
		const { hints } = await runWith([LONDON], { input: rows(LONDON) });
		expect(hints).toEqual(["Skipped: the recipient is in 'Do Not Send To'."]);
	});

	it('is shown by a Dry Run, with its reason', async () => {
		const { json, hints } = await runWith([LONDON], {
			options: { dryRun: true, sendOnceKey: 'the same' },
		});
		expect(json).toMatchObject([
			{ dryRun: true, to: LONDON, skipped: true, doNotSendTo: LONDON },
			{ dryRun: true, to: '+12025550143' },
		]);
		expect(json[1]).not.toHaveProperty('skipped');
		expect(hints.join()).toContain(
			"1 item would be skipped, because the recipient is in 'Do Not Send To'",
		);
		expect(hints.join()).not.toContain('same key');
		expect(service.asked()).toEqual([]);
	});

	it('gets nothing in any try of Retry On Fail', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { json } = await runWith([LONDON], { node, options: { maxRetries: 0 } });
		expect(json[0]).toEqual({ skipped: true, doNotSendTo: LONDON });
		expect(recipients()).toEqual(['+12025550143', '+12025550143']);
	});
});

describe('Do Not Send To', () => {
	it.each([[[]], [''], [' , ;\n'], [['', null]]])('may be empty: %p', async (list) => {
		await runWith(list);
		expect(recipients()).toEqual([LONDON, '+12025550143']);
	});

	it.each([
		[['+12025550199', '12'], '"12"'],
		['+12025550199, call me', '"call me"'],
		[[{ phone: LONDON }], 'has other characters than digits'],
		[['+12025550199, +12025550198'], 'has other characters than digits'],
		[['someone@example'], '"someone@example"'],
		[true, '"true"'],
		[null, "'Do Not Send To' cannot be"],
		[undefined, "'Do Not Send To' cannot be"],
	])('refuses the run for %p, and names what it cannot read', async (list, named) => {
		const { error } = await runWith(list);
		expect(error?.message).toContain("'Do Not Send To'");
		expect(error?.message).toContain(named);
		const { json } = await runWith(list, { node: CONTINUE });
		expect(json).toHaveLength(2);
		for (const item of json) {
			expect(item.error).toBe(error?.message);
			expect(item.errorDetails).toMatchObject({ about: 'input', mayHaveBeenSent: false });
		}
		expect(service.asked()).toEqual([]);
	});

	it.each([
		['a map', '={{ new Map([["a", $json.list]]) }}'],
		['an iterator, which may be at its end', '={{ $json.list.values() }}'],
		['an object', '={{ ({ has: () => false }) }}'],
	])('refuses the run for %s, which it cannot read', async (_, doNotSendTo) => {
		const { error } = await runWith([LONDON], { options: { doNotSendTo } });
		expect(error?.message).toContain("'Do Not Send To'");
		expect(service.asked()).toEqual([]);
	});

	it('refuses the run for an entry that no Default Country of its items reads, and names these', async () => {
		const input = [
			{ to: '0664 1234567', country: 'AT' },
			{ to: '0151 12345678', country: 'DE' },
		];
		const { error } = await runWith('0151 12345678, 0151', {
			input,
			options: { defaultCountry: '={{ $json.country }}' },
		});

		expect(error?.message).toBe(
			`'Do Not Send To' "0151" is not a valid phone number: it is not a number of the 'Default Country' of any item (Austria, Germany)`,
		);
		expect(service.asked()).toEqual([]);
	});

	it.each([
		[
			'leaves nobody out, and the panel says so, where an expression names a wrong column',
			[null, null],
		],
		['leaves nobody out, and the panel says so, where its texts are empty', ['', ' ', null]],
	])('%s', async (_, list) => {
		const { json, hints } = await runWith(list);

		expect(json).not.toContainEqual(expect.objectContaining({ skipped: true }));
		expect(hints).toContain(
			`All ${list.length} entries of 'Do Not Send To' are empty, so nobody is left out. Check the column's name in its expression.`,
		);
	});

	it.each([
		['an empty table has one empty row', [null]],
		['the list is empty', []],
		['the text is empty', ' , '],
		['an entry is filled in', [null, null, '+12025550199']],
	])('warns of nothing where %s', async (_, list) => {
		const { hints } = await runWith(list);
		expect(hints.join()).not.toContain('entries');
	});

	it('counts above the items how many failed where it is wrong, as where single items are', async () => {
		const { json, hints } = await runWith(['nobody'], { node: CONTINUE });

		expect(json.map(({ error }) => Boolean(error))).toEqual([true, true]);
		expect(hints).toEqual(['2 items: 2 failed']);
		expect(service.asked()).toEqual([]);
	});

	it('refuses the call of an AI agent for an entry that it cannot read, by the name of this list', async () => {
		const { error } = await service.run(
			{ ...MESSAGE, to: LONDON, options: { doNotSendTo: 'nobody' } },
			{ type: TOOL_TYPE },
		);
		expect(error?.message).toContain(`'Do Not Send To' "nobody" is not a valid phone number`);
		expect(service.asked()).toEqual([]);
	});

	it('is read from the first item, in each round of a loop', async () => {
		const again = loop(2, () => [{ json: { to: LONDON, list: [LONDON] } }]);
		await service.run(
			{ ...MESSAGE, options: { doNotSendTo: '={{ $json.list }}' } },
			{ input: [{ to: '+12025550143', list: [LONDON] }, { to: LONDON }], ...again },
		);
		expect(recipients()).toEqual(['+12025550143']);
	});

	it('does not count for an operation that has it no more', async () => {
		const parameters = { ...MESSAGE, operation: 'sendAndWait' };
		const options = { doNotSendTo: LONDON, allowedCountries: ['US'] };
		const { error } = await service.run({ ...parameters, to: LONDON, options });
		expect(error?.message).toContain("not one of the 'Allowed Countries'");
		expect(service.asked()).toEqual([]);
	});
});
