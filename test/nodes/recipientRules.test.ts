import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { SENDING } from '../support/operations';
import { at, recipient, REFUSED, row, rows } from '../support/rows';
import type { Sending } from '../support/send';
import { CONTINUE, ONE_BY_ONE, outcomes, refusedItem, RETRY, send } from '../support/send';
import { bodyOf, simulated } from '../support/simulated';

const service = simulated();

const LONDON = '+442079460018';
const WASHINGTON = '+12025550143';
const people = (...numbers: unknown[]) => numbers.map((to) => ({ to })) as IDataObject[];

/** The recipients of all that was asked for, oldest first. */
const asked = () =>
	service
		.asked()
		.filter(({ path }) => !path.includes('generate'))
		.map((request) => bodyOf(request).to);

/** Sends with a list of numbers: a text as typed by hand, all else by an expression that reads it from the first item. */
async function sendWithList(rule: string, list: unknown, sending: Sending = {}) {
	const { items = people('+44 20 7946 0018', WASHINGTON), options, rules, ...more } = sending;
	const [first, ...others] = items;
	const ofItem = more.asTool ? "$('Source').first().json.list" : '$json.list';
	return await send(service, {
		items: [{ ...first, list: list as string }, ...others],
		rules: { [rule]: typeof list === 'string' ? list : `={{ ${ofItem} }}`, ...rules },
		options: { ...ONE_BY_ONE, ...options },
		node: CONTINUE,
		...more,
	});
}

describe.each([
	{ rule: 'doNotSendTo', displayName: 'Do Not Send To', ofListed: 'skipped', ofOthers: 'done' },
	{ rule: 'onlySendTo', displayName: 'Only Send To', ofListed: 'done', ofOthers: 'failed' },
])('$displayName', ({ rule, displayName, ofListed, ofOthers }) => {
	/** Sends to London, which is in the list, and to Washington, and expects that. */
	async function expectMet(list: unknown, sending: Sending = {}) {
		const { json, items } = await sendWithList(rule, list, sending);
		expect(outcomes(json)).toEqual([ofListed, ofOthers]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(asked()).toEqual([ofListed === 'done' ? LONDON : WASHINGTON]);
	}

	it.each(SENDING)('of %s tells the recipients of the list from others', async (operation) => {
		await expectMet(['+44 20 7946 0018'], { operation });
	});

	it.each<[unknown]>([
		[['', null, 442079460018]],
		[['+12025550199, 020 7946 0018']],
		['+12025550199,(+44) 20 7946 0018;+12025550198'],
		['+12025550199\r\n020 7946 0018\n'],
		[['12025550199@s.whatsapp.net', 'https://wa.me/442079460018/?text=Hi']],
	])('is met in any notation: %p', async (list) => {
		await expectMet(list, { options: { defaultCountry: 'GB' } });
	});

	it('may be a set', async () => {
		await expectMet([LONDON, LONDON], { rules: { [rule]: '={{ new Set($json.list) }}' } });
	});

	it.each([
		['+12025550199, call me', '"call me"'],
		// All of them, so that a long list is corrected once.
		['100, +12025550199, call me', '(2); "100"; "call me"'],
		[[{ phone: LONDON }], ''],
		[['+12025550199 +12025550198'], ''],
		[['someone@example.com'], '"someone@example.com"'],
	])('refuses the run for %p, and names what it cannot read', async (list, named) => {
		const { json } = await sendWithList(rule, list);
		expect(json).toEqual([refusedItem(), refusedItem()]);
		expect(json[0].error).toContain(`'${displayName}'`);
		expect(json[0].error).toContain(named);
		// To take the first of two would leave the second out of the list.
		const { description } = json[0].errorDetails as IDataObject;
		expect(description).toMatch(/commas or line breaks.*\.map\(/);
		expect(description).not.toMatch(/split/i);
		expect(asked()).toEqual([]);
	});

	it.each([
		...['=+12025550199, {{ $json.list[0] }}', '={{ true }}'],
		...['={{ new Map([["a", $json.list]]) }}', '={{ $json.list.map((row) => row.phnoe) }}'],
		...['={{ new Set([undefined]) }}', '={{ $json.typo }}', '={{ " " }}'],
	])('refuses the run for %s, which is no list, and says how to write one', async (list) => {
		const rules = { [rule]: list };
		const { error } = await sendWithList(rule, [LONDON, WASHINGTON], {
			fails: true,
			rules,
			node: {},
		});
		expect(error.message).toContain(`'${displayName}'`);
		const isNothing = /phnoe|undefined|typo|" "/.test(list);
		expect(error.message).toContain(isNothing ? 'returned nothing' : 'one value, not a list');
		expect(error.description).toContain("{{ $('Opt-outs').all().map(");
		// Otherwise, n8n reads the rows once for each entry, and each person gets as many messages.
		expect(error.description).toContain("set 'Execute Once' in the node that reads your rows");
		expect(error.description).not.toContain('remove');
		expect(asked()).toEqual([]);
	});

	it('knows one recipient in two spellings', async () => {
		const numbers = ['+54 9 11 2345 6789', '+55 11 96123-4567', '+52 1 55 1234 5678'];
		const others = ['+54 9 11 2345 6780', '+55 11 3234-5678'];
		const list = '+54 11 2345 6789, +55 11 6123-4567, +52 55 1234 5678, +55 11 93234-5678';
		const { json } = await sendWithList(rule, list, { items: people(...numbers, ...others) });
		expect(outcomes(json)).toEqual([ofListed, ofListed, ofListed, ofOthers, ofOthers]);
	});

	const LONG = Array.from({ length: 200_000 }, () => '+1202');
	it.each([['1'.repeat(1_000_001)], [LONG], [[LONG]]])(
		'of more than 1,000,000 characters is not read',
		async (list) => {
			const { json } = await sendWithList(rule, list);
			expect(json).toEqual([refusedItem(), refusedItem()]);
			expect(json[0].error).toBe(`'${displayName}' has more than 1000000 characters`);
		},
	);

	it('tells a model no entry that cannot be read', async () => {
		const rules = { [rule]: "={{ $('Source').first().json.list }}" };
		const items = [{ to: WASHINGTON, list: ['+999 4915123456'] }];
		const { error } = await send(service, { items, rules, asTool: true, fails: true });
		expect(error.message).toContain('no phone numbers (1)');
		expect(JSON.stringify([error.message, error.description])).not.toContain('4915');
	});

	it('is read from the first item of each round of a loop', async () => {
		const rounds = [
			[{ to: WASHINGTON, list: [LONDON] }, { to: LONDON }],
			[{ to: WASHINGTON, list: [WASHINGTON] }],
		];
		const rules = { [rule]: '={{ $json.list }}' };
		const { json } = await send(service, { rounds, rules, node: CONTINUE });
		expect(outcomes(json)).toEqual([ofOthers, ofListed, ofListed]);
	});
});

describe('a recipient in Do Not Send To', () => {
	const sendWithout = async (list: unknown, sending: Sending = {}) =>
		await sendWithList('doNotSendTo', list, sending);
	const SKIPPED = { skipped: true, doNotSendTo: LONDON };

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

	it('is met by each number that an entry could be, since strangers may write into the list', async () => {
		// A form without a Default Country takes +32 3 555 01 34, and keeps it so.
		const numbers = ['+32 3 555 01 34', '(323) 555-0134', '030 1234567', WASHINGTON];
		const options = { defaultCountry: 'US' };
		const sending = { items: people(...numbers), options };
		const { json } = await sendWithout(['+3235550134', '+49 30 1234567'], sending);
		expect(outcomes(json)).toEqual(['skipped', 'skipped', 'failed', 'done']);
	});

	it('is met where the Default Country of any item reads it so', async () => {
		const items = [
			{ to: '0664 1234567', country: 'AT' },
			{ to: '0151 12345678', country: 'DE' },
			{ to: '020 7946 0018', country: 'GB' },
		];
		const options = { defaultCountry: '={{ $json.country }}' };
		const { json } = await sendWithout(['0151 12345678', '020 7946 0018'], { items, options });
		expect(outcomes(json)).toEqual(['done', 'skipped', 'skipped']);
	});

	it('uses no key', async () => {
		const options = { sendOnceKey: 'the same' };
		await sendWithout([LONDON], { items: people(LONDON), options });
		const { json } = await sendWithout([], { items: people(LONDON), options });
		expect(outcomes(json)).toEqual(['done']);
	});

	it.each([[[]], [' , ;\n']])('may be nobody: %p', async (list) => {
		await sendWithout(list);
		expect(asked()).toEqual([LONDON, WASHINGTON]);
	});
});

describe('Only Send To', () => {
	const sendOnly = async (list: unknown, sending: Sending = {}) =>
		await sendWithList('onlySendTo', list, { items: people(WASHINGTON), node: {}, ...sending });

	it.each([...SENDING, 'message.sendAndWait'])(
		'of %s refuses all others before any request, and does not tell the list, to a model either',
		async (operation) => {
			for (const asTool of [false, true]) {
				const { error } = await sendOnly([LONDON], { fails: true, operation, asTool });
				expect(error.message).toContain(`"${WASHINGTON}"`);
				expect(error.message).toContain("'Only Send To'");
				expect(JSON.stringify([error.message, error.description])).not.toContain('7946');
			}
			expect(service.asked()).toEqual([]);
			await sendOnly([WASHINGTON], { operation });
			expect(asked()).toEqual([WASHINGTON]);
		},
	);

	it('refuses an entry that could be two numbers', async () => {
		const { json } = await sendWithList('onlySendTo', ['+646-555-0123', LONDON]);
		expect(json).toEqual([refusedItem(), refusedItem()]);
		expect(json[0].error).toContain('"+646-555-0123"');
	});

	it.each([[[]], [' , ;\n'], ['']])('allows nobody where it is: %p', async (list) => {
		for (const operation of ['message.send', 'message.sendAndWait']) {
			const { error } = await sendOnly(list, { fails: true, operation });
			expect(error.message).toContain("'Only Send To'");
		}
		expect(service.asked()).toEqual([]);
	});

	it.each(['06 12 34 56 78', '0031 6 12345678'])(
		'needs a plus where each item may bring a Default Country: %s',
		async (entry) => {
			const options = { defaultCountry: '={{ $json.country }}' };
			const items = [{ to: '+31612345678', country: 'NL' }];
			const { error } = await sendOnly([entry], { items, options, fails: true });
			expect(error.message).toContain('no phone numbers (1)');
			expect(service.asked()).toEqual([]);
			await sendOnly(['+31 6 12345678'], { items, options });
			expect(asked()).toEqual(['+31612345678']);
		},
	);

	it('comes after Do Not Send To, and holds beside Allowed Countries and in a Dry Run', async () => {
		const items = people(WASHINGTON, LONDON, '+12025550144');
		const outcomesWith = async (sending: Sending) =>
			outcomes((await sendOnly([LONDON], { items, node: CONTINUE, ...sending })).json);
		const rules = { doNotSendTo: `${LONDON}, ${WASHINGTON}` };
		expect(await outcomesWith({ rules })).toEqual(['skipped', 'skipped', 'failed']);
		const abroad = { allowedCountries: ['US'] };
		expect(await outcomesWith({ rules: abroad })).toEqual(['failed', 'failed', 'failed']);
		const options = { dryRun: true };
		expect(await outcomesWith({ options })).toEqual(['failed', 'done', 'failed']);
		expect(service.asked()).toEqual([]);
	});
});

describe('Allowed Countries', () => {
	const sendTo = async (to: string, allowedCountries: string | string[], more: Sending = {}) =>
		await send(service, { items: [{ to }], rules: { allowedCountries }, node: CONTINUE, ...more });

	it.each([...SENDING, 'message.sendAndWait'])(
		'of %s stop before any request',
		async (operation) => {
			const refused = await sendTo('+4917612345678', ['US', 'CA'], { operation });
			expect(refused.json).toEqual([refusedItem()]);
			expect(service.asked()).toEqual([]);
			await sendTo(WASHINGTON, ['US', 'CA'], { operation });
			expect(asked()).toEqual([WASHINGTON]);
		},
	);

	it.each([
		['+18762101234', ['US', 'JM']],
		[WASHINGTON, []],
		['+4915550000000', ['DE']],
		// Of the internet (VoIP).
		['+445612345678', ['GB']],
		['+15551234567', ['US']],
		[WASHINGTON, '={{ "GB, United States" }}'],
	])('let %s through for %p', async (number, allowed) => {
		await sendTo(number, allowed);
		expect(service.sent()).toEqual([number]);
	});

	it.each([
		['+18762101234', ['US', 'CA'], 'Jamaica'],
		['+447797712345', ['GB'], 'Jersey'],
		['+262639012345', ['RE'], 'Mayotte'],
		['+80012345678', ['US'], "'Allowed Countries'"],
		['+499001234567', ['DE'], 'premium-rate'],
		['+491806123456', ['DE'], 'shared-cost'],
		['+34905123456', ['ES'], 'unknown'],
		['+18005550123', ['US'], 'toll-free'],
		[WASHINGTON, ['CA'], 'is a fixed-line-or-mobile number of United States'],
	])('refuse %s for %p, and say why: %s', async (number, allowed, why) => {
		const { json } = await sendTo(number, allowed);
		expect(json).toEqual([refusedItem()]);
		expect(json[0].error).toContain(number);
		expect(json[0].error).toContain(why);
		expect(service.asked()).toEqual([]);
	});

	it.each<[string | string[], string]>([
		[['US', 'XX'], '"XX"'],
		['={{ "," }}', 'returned nothing'],
		['={{ ["", null] }}', 'returned nothing'],
		['={{ " ; " }}', 'returned nothing'],
	])('let nobody through where they are %j', async (allowedCountries, why) => {
		const { json, requests } = await sendTo(WASHINGTON, allowedCountries);
		expect(json).toEqual([refusedItem()]);
		expect(json[0].error).toContain(why);
		expect(requests).toEqual([]);
	});

	it('that were not added let premium-rate numbers through', async () => {
		await send(service, { items: people('+499001234567') });
		expect(service.sent()).toEqual(['+499001234567']);
	});
});

describe('Max Messages', () => {
	const sendAtMost = async (maxMessages: number | string, sending: Sending) =>
		await send(service, {
			...sending,
			rules: { maxMessages, ...sending.rules },
			options: { ...ONE_BY_ONE, ...sending.options },
		});
	const sent = () => service.sent().length;

	it.each(SENDING)('of %s refuses a run of more before its first request', async (operation) => {
		const { error } = await sendAtMost(3, { fails: true, items: rows(4), operation });
		expect(error.message).toBe(
			"'Max Messages' is 3, but this execution has 4 items to send (0 of 4 items were sent)",
		);
		expect(service.asked()).toEqual([]);
		await sendAtMost(3, { items: rows(3), operation });
		expect(asked()).toEqual(rows(3).map(({ to }) => to));
	});

	it('holds over all rounds of a loop, and each execution counts anew', async () => {
		const rounds = [0, 2, 4].map((from) => [row(from), row(from + 1)]);
		const { error } = await sendAtMost(5, { fails: true, rounds });
		expect(error.message).toContain("'Max Messages' is 5, but this execution has 6 items to send");
		expect(sent()).toBe(4);
		await sendAtMost(5, { items: rows(5) });
		expect(sent()).toBe(9);
	});

	it('holds over calls of an agent that run side by side', async () => {
		const memory = {};
		const beforeExecute = (context: IExecuteFunctions) => {
			context.getContext = () => memory;
		};
		const gate = service.simulator.hold();
		const calling = { items: rows(1), asTool: true, node: CONTINUE, beforeExecute };
		const first = sendAtMost(1, calling);
		await gate.holds(1);
		expect(outcomes((await sendAtMost(1, calling)).json)).toEqual(['failed']);
		gate.open();
		expect(outcomes((await first).json)).toEqual(['done']);
	});

	it('counts an item once, however often n8n tries, also one whose key was used', async () => {
		const options = { sendOnceKey: '={{ $json.to }}' };
		// 0 is no limit.
		await sendAtMost(0, { items: rows(3), options });
		service.simulator.fault(at(3, REFUSED));
		const fits = await sendAtMost(5, { items: rows(5), options, node: RETRY });
		expect(outcomes(fits.json)).toEqual(['skipped', 'skipped', 'skipped', 'done', 'done']);
		const { error } = await sendAtMost(4, { fails: true, items: rows(5), options });
		expect(error.message).toContain('this execution has 5 items to send');
	});

	it('does not count items with mistakes and those of Do Not Send To, which are skipped', async () => {
		const items = [{ to: 'nobody' }, ...rows(3)];
		const sending = { items, rules: { doNotSendTo: recipient(0) }, node: CONTINUE };
		const fits = await sendAtMost(2, sending);
		expect(outcomes(fits.json)).toEqual(['failed', 'skipped', 'done', 'done']);
		const refused = await sendAtMost(1, sending);
		expect(outcomes(refused.json)).toEqual(['failed', 'skipped', 'failed', 'failed']);
		expect(refused.json[2]).toEqual(refusedItem());
	});

	it('is no limit where it was not added', async () => {
		await send(service, { items: rows(101) });
		expect(sent()).toBe(101);
	});

	it('refuses no Dry Run', async () => {
		const { json } = await sendAtMost(3, { items: rows(4), options: { dryRun: true } });
		expect(json).toHaveLength(4);
	});
});
