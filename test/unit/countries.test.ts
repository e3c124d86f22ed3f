import type { CountryCode } from 'libphonenumber-js';
import { getCountries } from 'libphonenumber-js';

import { COUNTRIES, countriesOf } from '../../nodes/MessagingService/phone';
import { EXAMPLES } from '../support/numbers';

describe('the list of countries', () => {
	it('holds every country by its English name, sorted, once', () => {
		expect(COUNTRIES).toContainEqual({ name: 'United Kingdom', value: 'GB' });
		const codes = COUNTRIES.map(({ value }) => value as CountryCode);
		expect(new Set(codes)).toEqual(new Set(getCountries()));
		const names = COUNTRIES.map(({ name }) => name);
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	});
});

/** Territories that share the numbering plan of a larger country. */
const SHARED_PLANS: Record<string, string> = {
	AX: 'FI',
	BL: 'GP',
	CC: 'AU',
	CX: 'AU',
	EH: 'MA',
	MF: 'GP',
	SJ: 'NO',
	VA: 'IT',
};

describe('the country of a number', () => {
	it('is told for the mobile numbers of every country', () => {
		for (const { country, number } of EXAMPLES) {
			const expected = SHARED_PLANS[country] ?? country;
			// The ranges of the Isle of Man lie within those of Britain.
			const others = country === 'IM' ? ['GB'] : [];
			expect([number.number, countriesOf(number.number)]).toEqual([
				number.number,
				[...others, expected],
			]);
		}
	});

	it.each([
		['+18762101234', 'JM', 'Jamaica, not the United States'],
		['+12462501234', 'BB', 'Barbados, not the United States'],
		['+15062345678', 'CA', 'Canada, not the United States'],
		['+447797712345', 'JE', 'Jersey, not the United Kingdom'],
		['+447781123456', 'GG', 'Guernsey, not the United Kingdom'],
		['+77710009998', 'KZ', 'Kazakhstan, not Russia'],
		['+79123456789', 'RU', 'Russia, not Kazakhstan'],
		['+262639012345', 'YT', 'Mayotte, not Réunion'],
		['+262692123456', 'RE', 'Réunion, not Mayotte'],
		['+590690001234', 'GP', 'Guadeloupe'],
		['+590590271234', 'GP', 'Guadeloupe, which St. Barthélemy shares its numbers with'],
		['+59995181234', 'CW', 'Curaçao, not Bonaire'],
		['+5993181234', 'BQ', 'Bonaire, not Curaçao'],
		['+390669812345', 'IT', 'Italy, as which the Vatican counts'],
		['+35818123456', 'FI', 'Finland, as which Åland counts'],
		['+4779021234', 'NO', 'Norway, as which Svalbard counts'],
		['+4915550000000', 'DE', 'Germany, though its range is not given out'],
	])('of %s is %s: %s', (number, country) => {
		expect(countriesOf(number)).toEqual([country]);
	});

	it.each([
		['+447924123456', ['GB', 'IM'], 'a range that both have'],
		['+78001234567', ['KZ', 'RU'], 'toll-free in both'],
		['+447012345678', ['GB', 'GG', 'IM'], 'a personal number of all three'],
		['+15551234567', [], 'a range that no country of +1 has'],
		['+80012345678', [], 'toll-free in the whole world'],
		['+870773111632', [], 'a satellite phone'],
		['call me', [], 'no number'],
	])('of %s cannot be told: %p, %s', (number, countries) => {
		expect(countriesOf(number)).toEqual(countries);
	});

	it.each(['+18005550123', '+19002345678', '+15002345678'])(
		'of %s cannot be told, since all of North America has such numbers',
		(number) => {
			expect(countriesOf(number).length).toBeGreaterThan(20);
		},
	);
});
