/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { smsParts, withPlainCharacters } from '../../nodes/MessagingService/smsText';
import { anyCharacter } from '../support/anyCharacter';

/** What the docs say: the plain twin of each character, by its code. */
const documented = new Map<string, string>();
const TWINS: Record<string, string> = { space: ' ', 'line break': '\n', nothing: '' };
const page = readFileSync('docs/operations.md', 'utf8');
for (const [, cell, codes] of page.matchAll(/^\| (\S+|line break) +\| (.*U\+.*) \|$/gm)) {
	const twin = TWINS[cell] ?? cell.replace(/`/g, '');
	for (const [, first, last = first] of codes.matchAll(
		/U\+([0-9A-F]{4})(?: to U\+([0-9A-F]{4}))?/g,
	)) {
		for (let code = parseInt(first, 16); code <= parseInt(last, 16); code++) {
			documented.set(String.fromCodePoint(code), twin);
		}
	}
}

const plain = fc.constantFrom(...'aZ0 @£éñ€[]{}~|^\\\f\n\'"-.Δà');
const typographic = fc.constantFrom(...documented.keys());
const textOf = (...kinds: Array<fc.Arbitrary<string>>) =>
	fc.array(fc.oneof(...kinds), { maxLength: 200 }).map((list) => list.join(''));

describe('Smart Encoding', () => {
	it('replaces the characters that the docs list, each as they say', () => {
		expect(documented.size).toBeGreaterThan(40);
		for (const [character, twin] of documented) {
			expect([character, withPlainCharacters(character)]).toEqual([character, twin]);
		}
	});

	it('gives GSM-7 where nothing else was in the way', () => {
		fc.assert(
			fc.property(textOf(plain, typographic), (text) => {
				expect(smsParts(withPlainCharacters(text)).encoding).toBe('GSM-7');
			}),
		);
	});

	it('changes nothing else', () => {
		fc.assert(
			fc.property(textOf(plain, typographic, anyCharacter), (text) => {
				const expected = Array.from(text, (character) => documented.get(character) ?? character);
				expect(withPlainCharacters(text)).toBe(expected.join(''));
			}),
		);
		const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
		const changed = all.filter((character) => withPlainCharacters(character) !== character);
		expect(changed).toEqual([...documented.keys()].sort());
	});

	it('gives a text that stays as it is', () => {
		fc.assert(
			fc.property(textOf(typographic, anyCharacter), (text) => {
				const once = withPlainCharacters(text);
				expect(withPlainCharacters(once)).toBe(once);
			}),
		);
	});
});
