import type { IDataObject } from 'n8n-workflow';

import { RECIPIENT as WASHINGTON, SENDING } from '../support/operations';
import { CONTINUE, ONE_BY_ONE, outcomes, refusedItem, send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

/** A column of a spreadsheet, as people fill it; and whom each cell reaches with Default Country US, if anybody. */
const MIXED: Array<[cell: unknown, to?: string]> = [
	['+1 202-555-0143', '+12025550143'],
	['(202) 555-0144', '+12025550144'],
	[2025550145, '+12025550145'],
	[12025550146, '+12025550146'],
	["'+4917612345678", '+4917612345678'],
	['+44 (0)7400 123456', '+447400123456'],
	['011 33 6 12 34 56 78', '+33612345678'],
	['0033 6 12 34 56 79', '+33612345679'],
	[4917612345678],
	['614-555-12345'],
	['(876) 210-1234', '+18762101234'],
	['202 555 014'],
	[447911000000],
	['4.91512E+12'],
	['202-555-0143 / 202-555-0144'],
	['202-555-0143 ext. 7'],
	['#N/A'],
];

describe('a mixed list', () => {
	const items = MIXED.map(([to]) => ({ to: to as string }));
	const options = { ...ONE_BY_ONE, defaultCountry: 'US' };

	it('is sent to those who are certain, and every other item names its value', async () => {
		const { json } = await send(service, { items, options, node: CONTINUE });
		expect(service.sent()).toEqual(MIXED.flatMap(([, to]) => to ?? []));
		MIXED.forEach(([cell, to], index) => {
			if (to) return;
			expect(json[index]).toEqual(refusedItem());
			expect(json[index].error).toMatch(/^'To' /);
			expect(json[index].error).toContain(`"${String(cell)}"`);
		});
	});

	it('is sent to nobody where the node stops on an error', async () => {
		const { error, requests } = await send(service, { fails: true, items, options });
		expect(error.message).toMatch(/^8 of 17 items cannot be sent\. Item 8: 'To'/);
		expect(requests).toEqual([]);
	});

	it('can have a Default Country for each item', async () => {
		const people = [
			{ to: '202-555-0143', country: 'US' },
			{ to: '0176 12345678', country: 'DE' },
		];
		const byItem = { ...ONE_BY_ONE, defaultCountry: '={{ $json.country }}' };
		await send(service, { items: people, options: byItem });
		expect(service.sent()).toEqual(['+12025550143', '+4917612345678']);
	});
});

/** What people and programs write, with the Default Country; the number that gets the message, or those that the error names. */
const WRITTEN: Array<[value: unknown, country: string, to: string | string[]]> = [
	['+516-555-0123', 'US', ['+15165550123', '+5165550123']],
	['+2025550123', '', ['+12025550123']],
	['+202-555-0123', '', ['+12025550123']],
	['+646 555 0123', '', ['+16465550123']],
	['0082-010-1234-5678', 'KR', '+821012345678'],
	['+56 09 8765 2232', 'CL', '+56987652232'],
	['+49 0711 2842222', '', '+497112842222'],
	['+62 0812 3456 7890', 'US', '+6281234567890'],
	['+234 0803 123 4567', 'DE', '+2348031234567'],
	['+61 (0)412 345 678', '', '+61412345678'],
	['00812 3456 7890', 'ID', ['+6281234567890']],
	['04915123456789', 'DE', '+4915123456789'],
	['062812345678', 'ID', '+62812345678'],
	['0919876543210', 'IN', '+919876543210'],
	['1 (512) 345-6789', 'DE', ['+15123456789', '+4915123456789']],
	['8 612 34567', 'LT', '+37061234567'],
	['0615123456', 'SO', '+252615123456'],
	['0343 15-555-1212', 'AR', '+5493435551212'],
	['(67) 9986-1500', 'BR', ['+5567999861500']],
	['(351) 512-3456', 'AR', ['+543515123456']],
	['(202) 555-0123', 'DE', []],
	['+1 000 000 0000', 'US', []],
	['+1 202 155 0123', '', []],
	['++12025550123', '', '+12025550123'],
	['+ +1 202 555 0123', 'DE', '+12025550123'],
	['https://api.whatsapp.com/send?phone=12025550123', '', '+12025550123'],
	['whatsapp://send?phone=12025550123', 'DE', '+12025550123'],
	['www.wa.me/12025550123', '', '+12025550123'],
	['Phone: +12025550123', '', '+12025550123'],
	[['+12025550123'], '', '+12025550123'],
	['020 7946 0018', 'UK', '+442079460018'],
	['(202) 555-0123', 'USA', '+12025550123'],
	['0151 23456789', 'Germany', '+4915123456789'],
	['0151 23456789', 'germany', '+4915123456789'],
	// What n8n's WhatsApp Trigger gives.
	['12025550123', '', ['+12025550123']],
	['+1212555\u202e2010\u202c', '', []],
	['+1٢٠٢5550123', '', []],
	['#N/A', 'US', []],
];

describe('a number as it is written', () => {
	const items = WRITTEN.map(([to, country]) => ({ to, country })) as IDataObject[];
	const options = { ...ONE_BY_ONE, defaultCountry: '={{ $json.country }}' };
	const read = WRITTEN.flatMap(([, , to]) => (typeof to === 'string' ? to : []));

	it('reaches the one person that it can mean, or nobody, and the error names whom it could mean', async () => {
		const { json } = await send(service, { items, options, node: CONTINUE });
		expect(service.sent()).toEqual(read);
		WRITTEN.forEach(([, , to], index) => {
			if (typeof to === 'string') return;
			expect(json[index]).toEqual(refusedItem());
			for (const number of to) expect(json[index].error).toContain(number);
			if (to.length === 0) expect(json[index].error).not.toMatch(/probably \+(?!49)/);
		});
	});

	it.each(WRITTEN)('is read in Do Not Send To in the same way: %p with %p', async (...row) => {
		const [written, defaultCountry, to] = row;
		const { json } = await send(service, {
			items: [{ to: typeof to === 'string' ? to : '+16465550123', written }] as IDataObject[],
			options: { ...ONE_BY_ONE, defaultCountry },
			rules: { doNotSendTo: '={{ [$json.written].flat() }}' },
			node: CONTINUE,
		});
		expect(json).toEqual([
			typeof to === 'string' ? { skipped: true, doNotSendTo: to } : refusedItem(),
		]);
		expect(service.sent()).toEqual([]);
	});
});

describe.each([...SENDING, 'message.sendAndWait'])('a recipient of %s', (operation) => {
	it.each([
		...['(202) 555-0143', '020 7946 0018', '312 345 6789', '72727', '1234567890123456'],
		...['2025550123, 2025550124', '22.11.2025', 'call me', 'someone@example.com'],
		...[2025550143, 6592801168, 447911000000],
	])('is refused before any request where it could be somebody else, or nobody: %p', async (to) => {
		const { error, requests } = await send(service, { fails: true, operation, items: [{ to }] });
		expect(error.message).toMatch(/^'To(?: Number)?' "/);
		expect(error.message).toContain(String(to));
		expect(requests).toEqual([]);
	});
});

describe('Default Country', () => {
	const sendBy = async (defaultCountry: string, to: string) =>
		await send(service, { items: [{ to }], options: { defaultCountry }, node: CONTINUE });

	it.each([
		'UK',
		'={{ "Germany" }}',
		'={{ true }}',
		'={{ "" }}',
		'={{ $json.typo }}',
		'={{ null }}',
	])('%p refuses no number with a plus', async (country) => {
		await sendBy(country, WASHINGTON);
		expect(service.sent()).toEqual([WASHINGTON]);
	});

	it.each(['GB', 'gb', '={{ " Gb " }}'])('%p reads numbers without one', async (country) => {
		await sendBy(country, '020 7946 0018');
		expect(service.sent()).toEqual(['+442079460018']);
	});

	it('that is none is refused where a number needs it; a blank one is none', async () => {
		const wrong = await sendBy('={{ "Germani" }}', '020 7946 0018');
		expect(wrong.json).toEqual([refusedItem()]);
		expect(wrong.json[0].error).toContain(`'Default Country' cannot be "Germani"`);
		const blank = await sendBy('={{ " " }}', '020 7946 0018');
		expect(blank.json[0].error).toContain('has no country code');
	});
});

it('one recipient in two spellings uses one key', async () => {
	const items = [
		{ to: '+54 9 11 2345 6789' },
		{ to: '+54 11 2345 6789' },
		{ to: '+5511961234567' },
		{ to: '+551161234567' },
	];
	const { json } = await send(service, { items, options: { ...ONE_BY_ONE, sendOnceKey: 'sale' } });
	expect(outcomes(json)).toEqual(['done', 'skipped', 'done', 'skipped']);
	expect(service.sent()).toEqual(['+5491123456789', '+5511961234567']);
});

it('an error of a list of numbers in one text says how to get an item of each', async () => {
	const { error } = await send(service, {
		items: [{ to: '+12025550143 ::: +12025550144' }],
		fails: true,
	});
	expect(error.context).toMatchObject({ code: 'notOneNumber' });
	expect(error.description).toContain('Split Out');
	expect(error.description).toContain("{{ $json.phone.split(':::')[0] }}");
});
