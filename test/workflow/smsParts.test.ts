import type { INodeParameters } from 'n8n-workflow';

import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

/** What the output panel says of the parts, after these texts were sent. */
async function said(texts: string[], more: INodeParameters = {}): Promise<string[]> {
	const { hints } = await service.run(
		{
			resource: 'message',
			operation: 'send',
			to: RECIPIENT,
			message: '={{ $json.text }}',
			...more,
		},
		{ input: texts.map((text) => ({ text })), node: { onError: 'continueRegularOutput' } },
	);
	return hints.filter((message) => message.includes('SMS part'));
}

describe('the output panel, after texts were sent as SMS', () => {
	it('says nothing where each was one part', async () => {
		expect(await said(['a'.repeat(160), 'я'.repeat(70)])).toEqual([]);
	});

	it('says of one that took several parts how many', async () => {
		expect(await said(['a'.repeat(161)])).toEqual([
			'A text was sent as 2 SMS parts: most carriers charge for each part.',
		]);
	});

	it('says of several which, and how many parts in all', async () => {
		const long = 'a'.repeat(400);
		expect(await said([long, 'short', long, long])).toEqual([
			'3 texts were sent as 9 SMS parts (items 0, 2-3): most carriers charge for each part.',
		]);
	});

	it('names the characters that left less room', async () => {
		const [message] = await said([`“Hello”\u00a0😀${'a'.repeat(100)}`]);
		expect(message).toContain('2 SMS parts');
		expect(message).toContain(
			"Not in the SMS alphabet (GSM 03.38): “ (U+201C), ” (U+201D), U+00A0, 😀 (U+1F600). With such a character, one SMS holds 70 characters instead of 160, or 67 instead of 153 if the text takes several. 'Smart Encoding' in the options replaces 3 of them.",
		);
	});

	it('stays short where there are many of them', async () => {
		const letters = Array.from({ length: 80 }, (_, index) => String.fromCodePoint(0x4e00 + index));
		const [message] = await said([letters.join('')]);
		expect(message).toContain('丁 (U+4E01)');
		expect(message).toContain(' and 70 more.');
	});

	it('says nothing of what was not sent, or not as SMS', async () => {
		const long = 'a'.repeat(161);
		expect(await said([long], { channel: 'imessage' })).toEqual([]);
		service.simulator.fault({ kind: 'answer', status: 422, body: {} });
		expect(await said([long])).toEqual([]);
	});
});

const send = { resource: 'message', operation: 'send', to: RECIPIENT };
const ask = { ...send, operation: 'sendAndWait' };
const sent = () => service.simulator.messages.map(({ text }) => text);

describe.each([
	['Message → Send', send],
	['Send and Wait for Response', ask],
])('Max SMS Parts of %s', (_, operation) => {
	const long = 'a'.repeat(400);

	it('refuses a text that takes more parts, before any request', async () => {
		const { error } = await service.run({
			...operation,
			message: `€ ${long}`,
			options: { maxSmsParts: 2 },
		});

		expect(service.asked()).toEqual([]);
		expect(error?.message).toMatch(
			/^'Message' takes [34] SMS parts, and 'Max SMS Parts' allows 2$/,
		);
		expect(error?.description).toBe(
			"Shorten the text, or raise 'Max SMS Parts' in the options. Each of these counts as two characters: € (U+20AC).",
		);
	});

	it('names the characters that cost', async () => {
		const message = `“${'a'.repeat(140)}”`;
		const { error } = await service.run({ ...operation, message, options: { maxSmsParts: 1 } });
		expect(error?.description).toContain(
			'“ (U+201C), ” (U+201D). With such a character, one SMS holds 70',
		);
		expect(error?.description).toContain("'Smart Encoding' in the options replaces them.");
	});

	it('lets a text go that takes as many, and any text over another channel', async () => {
		const { error } = await service.run({
			...operation,
			message: long,
			options: { maxSmsParts: 5 },
		});
		expect(error).toBeUndefined();
		const other = { ...operation, message: long, channel: 'imessage' };
		await service.run({ ...other, options: { maxSmsParts: 1 } });
		expect(sent()).toHaveLength(2);
	});

	it('has no limit at 0, and refuses an invalid number', async () => {
		await service.run({ ...operation, message: long, options: { maxSmsParts: 0 } });
		expect(sent()).toHaveLength(1);
		const { error } = await service.run({
			...operation,
			message: 'short',
			options: { maxSmsParts: -1 },
		});
		expect(error?.message).toBe(`'Max SMS Parts' cannot be "-1"`);
	});

	it('is 10 where it was not added, so that a text of 39 parts is not sent by mistake', async () => {
		const ten = 'a'.repeat(9 * 153);
		await service.run({ ...operation, message: ten });
		expect(sent()).toHaveLength(1);

		const { error } = await service.run({ ...operation, message: '😀'.repeat(1300) });
		expect(sent()).toHaveLength(1);
		expect(error?.message).toMatch(
			/^'Message' takes (39|4\d) SMS parts, and 'Max SMS Parts' allows 10$/,
		);
		expect(error?.description).toContain(
			"Shorten the text, or add 'Max SMS Parts' to the options with a higher number, or 0 for no limit. Not in the SMS alphabet (GSM 03.38): 😀 (U+1F600).",
		);
	});

	it('of 0 sends a text of any length', async () => {
		await service.run({
			...operation,
			message: '😀'.repeat(1300),
			options: { maxSmsParts: 0 },
		});
		expect(sent()).toHaveLength(1);
	});

	it('counts the text after Smart Encoding, which is what is sent', async () => {
		const message = `“It’s here” – ${'a'.repeat(20)}…`;
		const { error } = await service.run({
			...operation,
			message: message.padEnd(320, 'b'),
			options: { maxSmsParts: 3, smartEncoding: true },
		});
		expect(error).toBeUndefined();
		expect(sent()[0]).toContain(`"It's here" - ${'a'.repeat(20)}...b`);
	});
});

describe('Smart Encoding', () => {
	const message = '“Tea” – 5 o’clock…';

	it('is off unless it is switched on', async () => {
		await service.run({ ...send, message });
		await service.run({ ...send, message, options: { smartEncoding: false } });
		expect(sent()).toEqual([message, message]);
	});

	it('replaces in an SMS alone', async () => {
		const options = { smartEncoding: true };
		await service.run({ ...send, message, options });
		await service.run({ ...send, message, options, channel: 'whatsapp' });
		expect(sent()).toEqual(['"Tea" - 5 o\'clock...', message]);
	});

	it('replaces in the label before the link too', async () => {
		const approvalOptions = { values: { approveLabel: 'C’est d’accord' } };
		await service.run({ ...ask, message, approvalOptions, options: { smartEncoding: true } });
		expect(sent()[0]).toContain("\n\nC'est d'accord: http");
	});
});

describe('Max SMS Parts of Send and Wait for Response', () => {
	it('counts the link', async () => {
		const { error } = await service.run({
			...ask,
			message: 'a'.repeat(100),
			options: { maxSmsParts: 1 },
		});
		expect(service.asked()).toEqual([]);
		expect(error?.message).toContain('takes 2 SMS parts');
	});
});
