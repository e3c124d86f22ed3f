import fc from 'fast-check';

import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { casesOf } from '../support/cases';

const hideToken = (token: string) => {
	const secrets = new Secrets();
	secrets.add(token);
	return secrets.hide;
};

type Spell = (text: string) => string;

const hexOf = (character: string) => character.charCodeAt(0).toString(16);
const each = (spell: Spell) => (text: string) => text.replace(/./g, spell);
const signs = (spell: Spell) => (text: string) => text.replace(/\W/g, spell);
const small = (text: string) => text.replace(/%../g, (code) => code.toLowerCase());
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const html = signs((sign) => `&#x${hexOf(sign)};`);
const NAMES: Record<string, string> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
	'-': 'hyphen',
	'.': 'period',
	'=': 'equals',
	'@': 'commat',
	'[': 'lbrack',
};

/** How a service or a proxy may spell the characters of what it was sent. */
const SPELLINGS: Record<string, Spell> = {
	'as it is': (text) => text,
	'in capitals': (text) => text.toUpperCase(),
	'in small letters': (text) => text.toLowerCase(),
	'in an address': encodeURIComponent,
	'in an address, in small letters': (text) => small(encodeURIComponent(text)),
	'in an address, every character': each((character) => `%${hexOf(character)}`),
	'in an address, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
	'in JSON': json,
	'in JSON, with slashes': (text) => json(text).replaceAll('/', '\\/'),
	'in JSON, every character': each((character) => `\\u00${hexOf(character)}`),
	'in JSON, in capitals': each((character) => `\\u00${hexOf(character).toUpperCase()}`),
	'in JSON, twice': (text) => json(json(text)),
	'in a program': each((character) => `\\x${hexOf(character)}`),
	'in HTML, by name': signs((sign) => (NAMES[sign] ? `&${NAMES[sign]};` : sign)),
	'in HTML, hexadecimal': html,
	'in HTML, with zeros': each((character) => `&#x00${hexOf(character).toUpperCase()};`),
	'in HTML, decimal': each((character) => `&#${character.charCodeAt(0)};`),
	'in HTML, without semicolons': each((character) => `&#${character.charCodeAt(0)}`),
	'in an address in HTML': (text) => html(encodeURIComponent(text)),
	'in JSON in HTML': (text) => html(json(text)),
	'in hexadecimal, with colons': (text) => [...text].map(hexOf).join(':'),
	'in hexadecimal, as a program lists bytes': (text) =>
		[...text].map((character) => `0x${hexOf(character)}`).join(', '),
	'as bytes in JSON': (text) => JSON.stringify([...Buffer.from(text)]),
};

const encode = (encoding: BufferEncoding) => (text: string) => Buffer.from(text).toString(encoding);

/** How it may encode all of it. */
const ENCODINGS: Record<string, { encode: Spell; encoding: BufferEncoding; written?: Spell }> = {
	base64: { encode: encode('base64'), encoding: 'base64' },
	'base64 of addresses': { encode: encode('base64url'), encoding: 'base64url' },
	'base64 in an address': {
		encode: (text) => encodeURIComponent(encode('base64')(text)),
		encoding: 'base64',
		written: decodeURIComponent,
	},
	hexadecimal: { encode: encode('hex'), encoding: 'hex' },
	'hexadecimal, in capitals': {
		encode: (text) => encode('hex')(text).toUpperCase(),
		encoding: 'hex',
	},
};

const anyToken = fc.oneof(
	fc.stringMatching(/^[\w.~+/=-]{8,60}$/),
	// With what looks as if it were spelt otherwise.
	fc.stringMatching(/^[\x21-\x7e]{20,60}$/),
);
const shortToken = fc.stringMatching(/^[a-zA-Z0-9]{4,7}$/);
const words = fc.stringMatching(/^[A-Z ]{0,9}$/).map((text) => ` ${text} `);

const partsOf = (token: string) =>
	Array.from({ length: token.length - 7 }, (_, start) => token.slice(start, start + 8));

describe('what an error quotes', () => {
	it.each(Object.entries(SPELLINGS))('has no part of the API token in it, spelt %s', (_, spell) => {
		fc.assert(
			fc.property(anyToken, words, words, (token, before, after) => {
				const hidden = hideToken(token)(`${before}${spell(token)}${after}`);
				const given = partsOf(token).filter(
					(part) => hidden.includes(part) || hidden.includes(spell(part)),
				);
				expect({ hidden, given }).toEqual({ hidden, given: [] });
				expect(hidden).toContain('API token');
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it.each(Object.entries(ENCODINGS))(
		'has no part of the API token in it, read back from %s',
		(_, { encode: spell, encoding, written = (text: string) => text }) => {
			fc.assert(
				fc.property(anyToken, words, words, (token, before, after) => {
					const hidden = hideToken(token)(spell(`${before}${token}${after}`));
					// Whoever reads it may start anywhere.
					const read = written(hidden)
						.split('API token')
						.flatMap((piece) =>
							[0, 1, 2, 3].map((start) =>
								Buffer.from(piece.slice(start), encoding).toString('latin1'),
							),
						);
					const given = partsOf(token).filter((part) => read.some((text) => text.includes(part)));
					expect({ hidden, given }).toEqual({ hidden, given: [] });
				}),
				{ numRuns: casesOf(100) },
			);
		},
	);

	it.each([2, 3])('has no API token in it, encoded in base64 %s times', (times) => {
		fc.assert(
			fc.property(anyToken, (token) => {
				let spelt = token;
				for (let time = 0; time < times; time++) spelt = Buffer.from(spelt).toString('base64');
				expect(hideToken(token)(`an answer: ${spelt} `)).toContain('API token');
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it.each(Object.entries({ ...SPELLINGS, hexadecimal: encode('hex') }))(
		'has no short API token in it, %s',
		(_, spell) => {
			fc.assert(
				fc.property(shortToken, words, words, (token, before, after) => {
					const hidden = hideToken(token)(`${before}${spell(token)}${after}`);
					expect(hidden).not.toContain(spell(token));
					expect(hidden).toContain('API token');
				}),
				{ numRuns: casesOf(100) },
			);
		},
	);

	it('has no short API token in it behind a line break of JSON', () => {
		const hidden = hideToken('abc1234')('{"debug":"Token:\\nabc1234 \\tabc1234"}');
		expect(hidden).not.toContain('abc1234');
	});

	it.each(['Jejp', 'Jizp'])(
		'keeps words in which a short API token stands encoded: %s',
		(token) => {
			const text = 'This happened: it is not on your plan';
			expect(hideToken(token)(text)).toBe(text);
		},
	);

	it.each([
		'A \\"name\\" is 100%25 too long &amp; odd',
		'Number +12025550143 is taken: 61616161-5f3a',
		'{"message":"\\u00fc is no letter"}',
	])('stays as it is where the API token is not in it: %s', (text) => {
		expect(hideToken('mS4-Zt8kQ2vL0xW9rB6nJ3hY7')(text)).toBe(text);
		expect(hideToken('demo')(text)).toBe(text);
	});
});
