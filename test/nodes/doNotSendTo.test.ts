import type { IDataObject } from 'n8n-workflow';

import { SENDING } from '../support/operations';
import { askedFor, LONDON, sendWithList, WASHINGTON } from '../support/recipientList';
import type { Sending } from '../support/send';
import { CONTINUE, outcomes, refusedItem, RETRY, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const SKIPPED = { skipped: true, doNotSendTo: LONDON };
const people = (...numbers: unknown[]) => numbers.map((to) => ({ to })) as IDataObject[];

/** Sends with a list of opt-outs. */
const sendWithout = async (list: unknown, sending: Sending = {}) =>
	await sendWithList(service, 'doNotSendTo', list, {
		items: people('+44 20 7946 0018', WASHINGTON),
		...sending,
	});

const asked = () => askedFor(service);

describe('a recipient in Do Not Send To', () => {
	it.each(SENDING)('of %s is skipped, and the others get theirs, in order', async (operation) => {
		const { json, items } = await sendWithout(['+44 20 7946 0018'], { operation });
		expect(json[0]).toEqual(SKIPPED);
		expect(outcomes(json)).toEqual(['skipped', 'done']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(asked()).toEqual([WASHINGTON]);
	});

	it.each<[unknown]>([
		[['020 7946 0018']],
		[[442079460018]],
		[['(+44) 20 7946 0018', '+12025550199']],
		['+12025550199, 020 7946 0018;+12025550198'],
		['+12025550199\r\n020 7946 0018\n'],
		[['', null, ' ', '020 7946 0018']],
	])('is met in any notation: %p', async (list) => {
		const { json } = await sendWithout(list, { options: { defaultCountry: 'GB' } });
		expect(json[0]).toEqual(SKIPPED);
		expect(asked()).toEqual([WASHINGTON]);
	});

	it('is met in a set', async () => {
		const rules = { doNotSendTo: '={{ new Set($json.list) }}' };
		const { json } = await sendWithout([LONDON, LONDON], { rules });
		expect(json[0]).toEqual(SKIPPED);
	});

	it('is met where the Default Country of any item reads it so', async () => {
		const items = [
			{ to: '0664 1234567', country: 'AT' },
			{ to: '0151 12345678', country: 'DE' },
			{ to: '020 7946 0018', country: 'GB' },
		];
		const { json } = await sendWithout(['0151 12345678', '020 7946 0018'], {
			items,
			options: { defaultCountry: '={{ $json.country }}' },
		});
		expect(json.slice(1)).toEqual([{ skipped: true, doNotSendTo: '+4915112345678' }, SKIPPED]);
		expect(asked()).toEqual(['+436641234567']);
	});

	it('may be an e-mail address over iMessage', async () => {
		const { json } = await sendWithout('Some.One@example.com, +12025550199', {
			items: people('some.one@example.COM', WASHINGTON),
			parameters: { channel: 'imessage' },
		});
		expect(outcomes(json)).toEqual(['skipped', 'done']);
	});

	it('is skipped before anything else is asked of its item: its key, its text, its country', async () => {
		const items = [
			{ to: LONDON, key: 'null' },
			{ to: LONDON, text: '', key: 'of the first' },
			{ to: LONDON, key: 'shared' },
			{ to: WASHINGTON, key: 'shared' },
		];
		const { json } = await sendWithout([LONDON], {
			items,
			options: { sendOnceKey: '={{ $json.key }}' },
			rules: { allowedCountries: ['US'] },
		});
		expect(json.slice(0, 3)).toEqual([SKIPPED, SKIPPED, SKIPPED]);
		expect(asked()).toEqual([WASHINGTON]);
	});

	it('uses no key', async () => {
		const options = { sendOnceKey: 'the same' };
		await sendWithout([LONDON], { items: people(LONDON), options });
		const { json } = await sendWithout([], { items: people(LONDON), options });
		expect(outcomes(json)).toEqual(['done']);
	});

	it('gets nothing in any try of Retry On Fail', async () => {
		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		const { json } = await sendWithout([LONDON], { node: RETRY });
		expect(outcomes(json)).toEqual(['skipped', 'done']);
		expect(asked()).toEqual([WASHINGTON, WASHINGTON]);
	});
});

describe('Do Not Send To', () => {
	it.each([[[]], [' , ;\n'], [['', null]]])('may be empty: %p', async (list) => {
		await sendWithout(list);
		expect(asked()).toEqual([LONDON, WASHINGTON]);
	});

	it('may be left empty by hand', async () => {
		await sendWithout([], { rules: { doNotSendTo: '' } });
		expect(asked()).toEqual([LONDON, WASHINGTON]);
	});

	it.each([
		[['+12025550199', '12'], '"12"'],
		['+12025550199, call me', '"call me"'],
		[[{ phone: LONDON }], "'Do Not Send To'"],
		[['+12025550199 +12025550198'], "'Do Not Send To'"],
		[['someone@example'], '"someone@example"'],
		[[['+12025550199']], "'Do Not Send To'"],
	])('refuses the run for %p, and names what it cannot read', async (list, named) => {
		const { error } = await sendWithout(list);
		expect(error?.message).toContain("'Do Not Send To'");
		expect(error?.message).toContain(named);
		const { json } = await sendWithout(list, { node: CONTINUE });
		expect(json).toEqual([refusedItem(), refusedItem()]);
		expect(asked()).toEqual([]);
	});

	it.each([
		...[
			"={{ $('Rows').item.json.phone }}",
			'={{ $json.list[0] }}',
			'=+12025550199, {{ $json.list[0] }}',
		],
		...['={{ 442079460018 }}', '={{ true }}', '={{ new Map([["a", $json.list]]) }}'],
		...['={{ ({ has: () => false }) }}', '={{ $json.list.map((row) => row.phnoe) }}'],
		...[
			'={{ [undefined, null] }}',
			'={{ new Set([undefined]) }}',
			'={{ $json.typo }}',
			'={{ " " }}',
		],
	])('refuses the run for %s, which is no list, and says how to write one', async (doNotSendTo) => {
		const { error } = await sendWithout([LONDON, WASHINGTON], { rules: { doNotSendTo } });
		expect(error?.message).toContain("'Do Not Send To'");
		if (!doNotSendTo.includes('$(')) expect(error?.description).toContain('.all().map(');
		expect(error?.description).not.toContain('remove');
		expect(asked()).toEqual([]);
	});

	it('knows one subscriber in two spellings, and sends to the number as given', async () => {
		const items = people(
			'+54 9 11 2345 6789',
			'+55 11 96123-4567',
			'+52 1 55 1234 5678',
			'+54 9 11 2345 6780',
		);
		const list = '+54 11 2345 6789, +55 11 6123-4567, +52 55 1234 5678';
		const { json } = await sendWithout(list, { items });
		expect(json.slice(0, 3)).toEqual([
			{ skipped: true, doNotSendTo: '+5491123456789' },
			{ skipped: true, doNotSendTo: '+5511961234567' },
			{ skipped: true, doNotSendTo: '+525512345678' },
		]);
		expect(asked()).toEqual(['+5491123456780']);
	});

	it('takes IDs and links of WhatsApp as numbers, over iMessage too', async () => {
		const items = people('442079460018@c.us', WASHINGTON);
		const list = [`12025550199@s.whatsapp.net`, 'https://wa.me/442079460018/?text=Hi'];
		const { json } = await sendWithout(list, { items, parameters: { channel: 'imessage' } });
		expect(json[0]).toEqual(SKIPPED);
		expect(asked()).toEqual([WASHINGTON]);
	});

	it('reads 50,000 numbers, and finds the last of them', async () => {
		const number = (index: number) => `+1202${String(2_000_000 + index)}`;
		const list = Array.from({ length: 50_000 }, (_, index) => number(index));
		const { json } = await sendWithout(list, { items: people(number(49_999), LONDON) });
		expect(outcomes(json)).toEqual(['skipped', 'done']);
	});

	it('is read from the first item, in each round of a loop', async () => {
		const rounds = [
			[{ to: WASHINGTON, list: [LONDON] }, { to: LONDON }],
			[{ to: LONDON, list: [LONDON] }],
		];
		await send(service, { rounds, rules: { doNotSendTo: '={{ $json.list }}' } });
		expect(asked()).toEqual([WASHINGTON]);
	});

	it('does not count for an operation that does not have it', async () => {
		const { requests } = await send(service, {
			operation: 'intent.generate',
			rules: { doNotSendTo: WASHINGTON },
		});
		expect(requests).toHaveLength(1);
	});
});
