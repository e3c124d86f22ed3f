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

it('one subscriber in two spellings uses one key', async () => {
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
