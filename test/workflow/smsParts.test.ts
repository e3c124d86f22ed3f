import type { INodeParameters } from 'n8n-workflow';

import { NODE_NAME } from '../support/n8nCore';
import { RECIPIENT, simulated } from '../support/simulated';

const service = simulated();

/** What the output panel says of the parts, after these texts were sent. */
async function said(texts: string[], more: INodeParameters = {}): Promise<string[]> {
	const { run } = await service.run(
		{
			resource: 'message',
			operation: 'send',
			to: RECIPIENT,
			message: '={{ $json.text }}',
			...more,
		},
		{ input: texts.map((text) => ({ text })), node: { onError: 'continueRegularOutput' } },
	);
	const { hints = [] } = run.data.resultData.runData[NODE_NAME]?.at(-1) ?? {};
	return hints.map(({ message }) => message).filter((message) => message.includes('SMS part'));
}

describe('the output panel, after texts were sent as SMS', () => {
	it('says nothing where each was one part', async () => {
		expect(await said(['a'.repeat(160), 'я'.repeat(70)])).toEqual([]);
	});

	it('says of one that took several parts how many', async () => {
		expect(await said(['a'.repeat(161)])).toEqual([
			'A text was sent as 2 SMS parts (item 0): most carriers charge for each part.',
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
			'Not in the alphabet of SMS (GSM 03.38): “ (U+201C), ” (U+201D), U+00A0, 😀 (U+1F600). A text with such a character has room for 70',
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
