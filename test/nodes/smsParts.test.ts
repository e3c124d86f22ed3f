import type { INodeParameters } from 'n8n-workflow';

import type { Sending } from '../support/send';
import { send } from '../support/send';
import { simulated } from '../support/simulated';

const service = simulated();

const sendText = async (message: string, options: INodeParameters = {}, more: Sending = {}) =>
	await send(service, { options, ...more, parameters: { message, ...more.parameters } });

const long = 'a'.repeat(400);

describe.each(['message.send', 'message.sendAndWait'])('Max SMS Parts of %s', (operation) => {
	const sendWith = async (message: string, options: INodeParameters = {}, more: Sending = {}) =>
		await sendText(message, options, { operation, ...more });

	it('refuses a text that takes more parts, before any request', async () => {
		const { error, requests } = await sendWith(long, { maxSmsParts: 2 }, { fails: true });
		expect(error.message).toMatch(/^'Message' takes [34] SMS parts.*'Max SMS Parts'.* 2/);
		expect(requests).toEqual([]);
	});

	it('lets a text go that takes as many, and any text over another channel', async () => {
		await sendWith(long, { maxSmsParts: 4 });
		await sendWith(long, { maxSmsParts: 1 }, { parameters: { channel: 'imessage' } });
		expect(service.texts()).toHaveLength(2);
	});

	it('is 24 where it was not added, and no limit at 0', async () => {
		await sendWith('a'.repeat(23 * 153));
		const { error: ofLonger } = await sendWith('a'.repeat(24 * 153 + 1), {}, { fails: true });
		expect(ofLonger.message).toContain('25 SMS parts');
		expect(ofLonger.description).toContain("'Max SMS Parts'");
		await sendWith('😀'.repeat(1300), { maxSmsParts: 0 });
		expect(service.texts()).toHaveLength(2);
	});

	it('counts the text after Smart Encoding, which is what is sent', async () => {
		const message = `“It’s here” – ${'a'.repeat(20)}…`.padEnd(320, 'b');
		await sendWith(message, { maxSmsParts: 3, smartEncoding: true });
		expect(service.texts()[0]).toContain(`"It's here" - ${'a'.repeat(20)}...b`);
	});
});

it('Max SMS Parts of Send and Wait counts the link', async () => {
	const more = { fails: true, operation: 'message.sendAndWait' };
	const { error } = await sendText('a'.repeat(100), { maxSmsParts: 1 }, more);
	expect(error.message).toContain('2 SMS parts');
});

it.each([
	['a'.repeat(160), 1, 'GSM-7'],
	['a'.repeat(161), 2, 'GSM-7'],
	['a'.repeat(307), 3, 'GSM-7'],
	['€'.repeat(81), 2, 'GSM-7'],
	['я'.repeat(71), 2, 'UCS-2'],
	['😀'.repeat(35), 1, 'UCS-2'],
	// What a reader sees as one character is never split.
	[`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3, 'GSM-7'],
	['😀'.repeat(67), 3, 'UCS-2'],
	[`${'a'.repeat(60)}👨‍👩‍👧‍👦`.repeat(2), 3, 'UCS-2'],
	[`${'я'.repeat(66)}\r\n${'я'.repeat(66)}`, 2, 'UCS-2'],
	[`e${'\u0301'.repeat(133)}`, 2, 'UCS-2'],
])('%s takes %i parts in %s', async (message, parts, encoding) => {
	const { json } = await sendText(message, { dryRun: true });
	expect(json).toMatchObject([{ parts, encoding }]);
});

describe('Smart Encoding', () => {
	const message = '“Tea” – 5 o’clock…\u00a0!';
	const same = (text: string) => [text, text];

	it('is off unless it is switched on, and replaces in an SMS alone', async () => {
		await sendText(message);
		await sendText(message, { smartEncoding: false });
		await sendText(message, { smartEncoding: true }, { parameters: { channel: 'whatsapp' } });
		expect(service.texts()).toEqual([message, message, message]);
	});

	it.each([
		[`${message} ñ я 😀`, '"Tea" - 5 o\'clock... ! ñ я 😀'],
		// The twins of what then fits the GSM alphabet.
		['Jose\u0301, ﬁnd １００\u200c％ \u200eoﬀ', 'José, find 100% off'],
		['` ´ • ◦ ★', '` ´ - ◦ ★'],
		['` ´ • ◦ ✱ ⁄', "' ' - - * /"],
		['½ l, 1½ l, 2\u202f×\u202f3\t‼', '1/2 l, 1 1/2 l, 2 x 3 !!'],
		['ʜᴇʟʟᴏ 𝐖𝐨𝐫𝐥𝐝', 'HELLO World'],
		// Windows-1252 that was read as Latin-1.
		['It\u0092s\u0090 \u009320 \u0080\u0094\u0085', 'It\'s "20 €"...'],
		...['می\u200cخواهم، \u200fکتاب', 'क्\u200dष नमस्ते।', '👨‍👩‍👧‍👦 ‼️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣', 'ʻOkina мʼята'].map(same),
		...['你好，世界。　！', '10² m, x̂'].map(same),
	])(
		'replaces what is typographic alone, and loses nothing of a language: %s',
		async (text, sent) => {
			await sendText(text, { smartEncoding: true });
			expect(service.texts()).toEqual([sent]);
		},
	);
});
