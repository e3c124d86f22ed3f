import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import { smsParts } from '../../nodes/MessagingService/smsText';

describe('the parts of an SMS', () => {
	it.each([
		['nothing', '', 1],
		['160 characters of GSM 03.38', 'a'.repeat(160), 1],
		['161 of them', 'a'.repeat(161), 2],
		['306 of them', 'a'.repeat(306), 2],
		['307 of them', 'a'.repeat(307), 3],
		['159 of them and a euro sign, which takes two places', `${'a'.repeat(159)}€`, 2],
		['158 of them and a euro sign', `${'a'.repeat(158)}€`, 1],
		['a pair of places that two parts would share', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
		['70 characters of any script', 'я'.repeat(70), 1],
		['71 of them', 'я'.repeat(71), 2],
		['134 of them', 'я'.repeat(134), 2],
		['135 of them', 'я'.repeat(135), 3],
		['35 emoji, of two places each', '😀'.repeat(35), 1],
		['36 emoji', '😀'.repeat(36), 2],
		['66 emoji, of which 33 fit into a part', '😀'.repeat(66), 2],
		['67 emoji', '😀'.repeat(67), 3],
	])('of %s are counted', (_, text, count) => {
		expect(smsParts(text).count).toBe(count);
	});

	it('are counted as those do who charge for them', () => {
		// It keeps together what is one sign for the eye, and so no combining signs are compared.
		const signs = fc.constantFrom(...'aZ0 @£éñ€[]{}~|^\\\f\n\'"ΔΩçáя中あ한”–…😀');
		fc.assert(
			fc.property(fc.array(signs, { maxLength: 500 }), (list) => {
				const text = list.join('');
				const theirs = new SegmentedMessage(text);
				const ours = smsParts(text);
				expect(ours.count).toBe(Math.max(1, theirs.segmentsCount));
				expect(ours.encoding).toBe(theirs.encodingName);
				if (ours.encoding === 'UCS-2') {
					expect(ours.costly).toEqual([...new Set(theirs.getNonGsmCharacters())]);
				}
			}),
		);
	});

	it('name each character that costs room, once', () => {
		const text = `“Olá” – ${'a'.repeat(100)} “”`;
		const outside = ['“', 'á', '”', '–'];
		expect(smsParts(text)).toEqual({ count: 2, encoding: 'UCS-2', costly: outside });
		const twice = `${'a'.repeat(158)}€[€]`;
		expect(smsParts(twice)).toEqual({ count: 2, encoding: 'GSM-7', costly: ['€', '[', ']'] });
	});
});
