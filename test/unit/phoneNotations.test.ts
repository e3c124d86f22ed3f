/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on Node.js itself, never inside n8n */
import process from 'node:process';

import type { CountryCode } from '../../nodes/MessagingService/phone';
import { toE164 } from '../../nodes/MessagingService/phone';
import { NOTATIONS } from '../support/notations';

/** Reads all of the table; those that are not read as meant, and how many are refused. */
function readTable(by: (country: CountryCode) => CountryCode | undefined) {
	const wrong: string[] = [];
	const refused: string[] = [];
	for (const { country, number, written } of NOTATIONS) {
		for (const text of written) {
			const read = toE164(text, { defaultCountry: by(country) });
			if (typeof read !== 'string') refused.push(`${text} (${country})`);
			else if (read !== number) wrong.push(`${text} as ${read}, not ${number}`);
		}
	}
	return { wrong, refused };
}

const all = NOTATIONS.flatMap(({ written }) => written).length;

function print(what: string, refused: string[]) {
	const share = ((100 * refused.length) / all).toFixed(1);
	process.stdout.write(
		`${all} notations of ${NOTATIONS.length} countries, ${what}: ${share} % refused\n`,
	);
}

describe('the usual notations of a country', () => {
	it('are at least 300, of at least 60 countries', () => {
		expect(new Set(NOTATIONS.map(({ country }) => country)).size).toBeGreaterThanOrEqual(60);
		expect(all).toBeGreaterThanOrEqual(300);
	});

	it('are read as meant, with that country as the default one', () => {
		const { wrong, refused } = readTable((country) => country);
		print('with their Default Country', refused);
		expect(wrong).toEqual([]);
		expect(refused).toEqual([]);
	});

	it('are read as meant or refused without one, where groups tell them from a country code', () => {
		const { wrong, refused } = readTable(() => undefined);
		print('without one', refused);
		expect(wrong).toEqual([
			'15123456789 as +15123456789, not +4915123456789',
			'13123456789 as +13123456789, not +8613123456789',
		]);
	});
});
