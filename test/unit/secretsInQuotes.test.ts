import { randomBytes } from 'node:crypto';

import fc from 'fast-check';

import { quote } from '../../nodes/MessagingService/errors/quote';
import { Secrets } from '../../nodes/MessagingService/errors/secrets';
import { readErrorBody } from '../../nodes/MessagingService/transport/failures/errorBody';
import { casesOf } from '../support/cases';

/** A way to write a token, and how somebody who sees a part of it reads it back. */
interface Writing {
	write: (token: string) => string;
	/** All that may be read in a text: whoever reads it may start anywhere. */
	read: (shown: string) => string[];
}

const pretty = (value: unknown) => JSON.stringify(value, undefined, 4);
const bytesOf = (text: string) => [...Buffer.from(text)];
const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const inLines = (text: string, length: number, between: string) =>
	text.replace(new RegExp(`.{${length}}`, 'g'), `$&${between}`);
const fromNumbers = (numbers: number[]) => String.fromCharCode(...numbers);
const numbersIn = (text: string, base: number, pattern: RegExp) =>
	fromNumbers((text.match(pattern) ?? []).map((digits) => parseInt(digits, base)));

const readDecimals = (shown: string) => [numbersIn(shown, 10, /\b\d{2,3}\b/g)];
const readHex = (shown: string) =>
	[0, 1].map((start) =>
		Buffer.from(shown.replace(/[^\da-f]/gi, '').slice(start), 'hex').toString('latin1'),
	);
const readBase64 = (shown: string) =>
	[0, 1, 2, 3].map((start) =>
		Buffer.from(shown.replace(/[^\w+/]/g, '').slice(start), 'base64').toString('latin1'),
	);
const readCharacters = (shown: string) => [
	[...shown.matchAll(/"(\\?.)"/g)].map(([, character]) => character.slice(-1)).join(''),
];
/** Reads what stands behind each of the numbers that count it. */
const readCounted = (shown: string) => [
	[...shown.matchAll(/\d+"?[:,]"?([^"])"?(?=[\]},\s]|$)/g)]
		.map(([, character]) => character)
		.join(''),
];
const withoutSpaces = (shown: string) => [shown.replace(/\s/g, '')];
const nestedEntity = (depth: number) => (character: string) =>
	`&${'#38;'.repeat(depth)}#${character.charCodeAt(0)};`;
const each = (spell: (character: string) => string) => (token: string) =>
	[...token].map(spell).join('');

const WRITINGS: Record<string, Writing> = {
	'bytes as JSON in lines with 4 spaces': {
		write: (token) => pretty(bytesOf(token)),
		read: readDecimals,
	},
	'bytes as JSON in lines, in an object': {
		write: (token) => pretty({ type: 'Buffer', data: bytesOf(token) }),
		read: readDecimals,
	},
	'bytes as JSON, each with its index': {
		write: (token) => JSON.stringify(new Uint8Array(bytesOf(token))),
		read: (shown) => [numbersIn(shown, 10, /(?<=:)\d{2,3}(?=[,}])/g)],
	},
	'bytes in decimal, with other words between': {
		write: (token) => bytesOf(token).join(' then '),
		read: readDecimals,
	},
	'hexadecimal with 8 spaces': {
		write: (token) => bytesOf(token).map(hex).join('        '),
		read: readHex,
	},
	'hexadecimal in lines': {
		write: (token) => inLines(bytesOf(token).map(hex).join(''), 6, '\r\n\t'),
		read: readHex,
	},
	'hexadecimal of UTF-16': {
		write: (token) => Buffer.from(token, 'utf16le').toString('hex'),
		read: (shown) => readHex(shown).map((text) => text.replaceAll('\0', '')),
	},
	'base64 in short lines': {
		write: (token) => inLines(Buffer.from(token).toString('base64'), 5, '\n'),
		read: readBase64,
	},
	'base64 in lines of 8 with spaces before them': {
		write: (token) => inLines(Buffer.from(token).toString('base64'), 8, '\n        '),
		read: readBase64,
	},
	'base64 as a JSON list of lines': {
		write: (token) =>
			pretty(
				Buffer.from(token)
					.toString('base64')
					.match(/.{1,8}/g),
			),
		read: readBase64,
	},
	'a JSON list of characters': {
		write: (token) => JSON.stringify([...token]),
		read: readCharacters,
	},
	'a JSON list of characters in lines': {
		write: (token) => pretty([...token]),
		read: readCharacters,
	},
	'an object of characters, as {...header} is one': {
		write: (token) => JSON.stringify({ ...[...`Bearer ${token}`] }),
		read: readCounted,
	},
	'a list of pairs, each character with its index': {
		write: (token) => JSON.stringify(Object.entries(token)),
		read: readCounted,
	},
	'characters with their numbers, which begin anywhere': {
		write: (token) =>
			`3 errors, 4: ${[...token].map((one, index) => `${index + 4}:${one}`).join(' ')}`,
		read: readCounted,
	},
	'hexadecimal bytes, each with its index': {
		write: (token) => JSON.stringify({ ...bytesOf(token).map(hex) }),
		read: (shown) => [numbersIn(shown, 16, /(?<=:")[\da-f]{2}(?=")/g)],
	},
	'characters with spaces between': {
		write: (token) => [...token].join(' '),
		read: withoutSpaces,
	},
	'characters in lines': {
		write: (token) => [...token].join('\n'),
		read: withoutSpaces,
	},
	'groups of four': {
		write: (token) => inLines(token, 4, '  '),
		read: withoutSpaces,
	},
	'characters with invisible marks between': {
		write: (token) => [...token].join('\u200b'),
		read: withoutSpaces,
	},
	'HTML entities of entities': {
		write: each(nestedEntity(3)),
		read: (shown) => [numbersIn(shown, 10, /(?<=#)(?!38;)\d{2,3}(?=;)/g)],
	},
	'HTML entities with many zeros': {
		write: each((character) => `&#${'0'.repeat(12)}${character.charCodeAt(0)};`),
		read: (shown) => [numbersIn(shown, 10, /(?<=#0{12})\d{2,3}(?=;)/g)],
	},
	'an address in an address, four times': {
		write: each((character) => `%252525${hex(character.charCodeAt(0))}`),
		read: (shown) => [numbersIn(shown, 16, /(?<=%252525)[\da-f]{2}/g)],
	},
	'JSON with braces': {
		write: each((character) => `\\u{${hex(character.charCodeAt(0))}}`),
		read: (shown) => [numbersIn(shown, 16, /(?<=\{)[\da-f]{2}(?=\})/g)],
	},
	'octal digits of a program': {
		write: each((character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`),
		read: (shown) => [numbersIn(shown, 8, /(?<=\\)[0-7]{3}/g)],
	},
	'a quoted-printable e-mail': {
		write: each((character) => `=${hex(character.charCodeAt(0)).toUpperCase()}`),
		read: readHex,
	},
};

const anyToken = fc.stringMatching(/^[a-zA-Z0-9_.-]{20,60}$/);
const jwt = fc
	.tuple(fc.stringMatching(/^[\w-]{40}$/), fc.stringMatching(/^[\w-]{800}$/))
	.map(([head, rest]) => `ey${head}.ey${rest}.${head}`);

const partsOf = (token: string) =>
	Array.from({ length: token.length - 7 }, (_, start) => token.slice(start, start + 8));

/** Words of others before the token: however many there are, the text is cut somewhere. */
const wordsBefore = fc.stringMatching(/^[G-Z .:]{0,190}$/);

const secretsOf = (...tokens: string[]) => {
	const secrets = new Secrets();
	for (const token of tokens) secrets.add(token);
	return secrets;
};

describe.each(Object.entries(WRITINGS))('a token written as %s', (_, { write, read }) => {
	it('is shown to nobody, wherever the text is cut', () => {
		fc.assert(
			fc.property(fc.oneof(anyToken, jwt), wordsBefore, (token, before) => {
				const shown = quote(`${before}: ${write(token)}`, secretsOf(token).hide);
				const readable = read(shown).join('\n');
				expect(partsOf(token).filter((part) => readable.includes(part))).toEqual([]);
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it('is readable where nothing hides it, or this would test nothing', () => {
		fc.assert(
			fc.property(anyToken, (token) => {
				const readable = read(quote(write(token))).join('\n');
				expect(partsOf(token).some((part) => readable.includes(part))).toBe(true);
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it('is hidden in the message of a refusal, also as one of many', () => {
		fc.assert(
			fc.property(anyToken, fc.array(anyToken, { maxLength: 5 }), (token, others) => {
				const body = JSON.stringify({ message: `Bad token ${write(token)}` });
				const { reason } = readErrorBody(body, secretsOf(...others, token).hide);
				expect(reason).toBe('(not shown: it contains the API token)');
			}),
			{ numRuns: casesOf(100) },
		);
	});
});

/** What makes a text shorter or longer where it is shown, in any order. */
const anyParts = fc.array(
	fc.constantFrom(
		'word ',
		' \n',
		'\u200b',
		'<b>',
		'&#38;#38;',
		'%25',
		'\\',
		'\ud83d\ude00',
		'\0',
		'"',
	),
);

describe('the words of the service', () => {
	it.each([
		'The number +12025550143 is already taken by another account (code 409-17, see 2026-11-23T12:00:00Z)',
		'Request 7f3a61e0-5b1c-4d2e-9f00-aa12bb34cc56 was refused: name is too long, max 11 characters',
		'{"errors":[{"loc":["body","to"],"msg":"field required","input":[1,2,3,100,200]}]}',
		'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9',
		'VGhlIG51bWJlciBpcyB0YWtlbiBieSBzb21lYm9keSBlbHNl',
	])('stay as they are where no token is in them: %s', (text) => {
		fc.assert(
			fc.property(anyToken, jwt, (token, other) => {
				expect(quote(text, secretsOf(token, other).hide)).toBe(text);
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it('are looked through as they are shown, and no longer', () => {
		fc.assert(
			fc.property(anyParts, fc.integer({ min: 1, max: 99 }), (parts, times) => {
				const lookedAt: string[] = [];
				const shown = quote(parts.join('').repeat(times), (final) => {
					lookedAt.push(final);
					return final;
				});
				expect(lookedAt).toEqual([shown]);
				expect(shown.length).toBeLessThanOrEqual(200);
			}),
			{ numRuns: casesOf(100) },
		);
	});

	it('are not shown if they are too long to be looked through', () => {
		const { hide } = secretsOf('mS4-Zt8kQ2vL0xW9rB6nJ3hY7');
		expect(hide('word '.repeat(1_000))).toContain('word');
		expect(hide('word '.repeat(1_001))).toBe('(not shown: it may contain the API token)');
	});

	it('are shown also where each of 2,000 items has a long token of its own', () => {
		const tokens = Array.from({ length: 2_000 }, () => randomBytes(675).toString('base64url'));
		const { hide } = secretsOf(...tokens);
		expect(hide('The number is taken')).toBe('The number is taken');
		expect(hide(`Not with ${tokens[1_999].slice(500, 520)}`)).toBe(
			'(not shown: it contains the API token)',
		);
	});

	it('are not shown if there are more tokens than can be kept', () => {
		const tokens = Array.from({ length: 6_000 }, (_, index) => `${index}-`.repeat(200));
		const { hide } = secretsOf(...tokens);
		expect(hide('The number is taken')).toBe('(not shown: it may contain the API token)');
	});
});
