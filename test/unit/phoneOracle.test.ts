import type { PhoneNumber } from 'google-libphonenumber';
import { PhoneNumberFormat, PhoneNumberType, PhoneNumberUtil } from 'google-libphonenumber';

import type { CountryCode } from '../../nodes/MessagingService/phone';
import { lineTypeOf, toE164 } from '../../nodes/MessagingService/phone';
import { partOf } from '../support/cases';

const google = PhoneNumberUtil.getInstance();

const write = (number: PhoneNumber, format: keyof typeof PhoneNumberFormat) =>
	google.format(number, PhoneNumberFormat[format]);

/** Google's example of every kind of line of every country, and how it is written. */
const SAMPLES = google.getSupportedRegions().flatMap((region) =>
	Object.entries(PhoneNumberType).flatMap(([kind, type]) => {
		const number = google.getExampleNumberForType(region, type);
		if (!number || type < 0 || google.getNumberType(number) !== type) return [];
		const e164 = write(number, 'E164');
		const international = write(number, 'INTERNATIONAL');
		const national = write(number, 'NATIONAL');
		const [code] = international.slice(1).split(' ');
		return {
			country: region as CountryCode,
			kind,
			e164,
			withCode: [
				international,
				international.replace(/[ -]/g, '.'),
				write(number, 'RFC3966'),
				`00${e164.slice(1)}`,
				`(+${code})${international.slice(1 + code.length)}`,
			],
			atHome: [
				national,
				national.replace(/ /g, '-'),
				national.replace(/\D/g, ''),
				international.slice(1),
				e164.slice(1),
			],
		};
	}),
);

const isMobile = (kind: string) => kind.includes('MOBILE');

/** Returns what is read as another number, and how many are refused. */
function readAll(samples: Array<{ e164: string; text: string; defaultCountry?: CountryCode }>) {
	const wrong: string[] = [];
	let refused = 0;
	for (const { e164, text, defaultCountry } of samples) {
		const read = toE164(text, { defaultCountry });
		if (typeof read !== 'string') refused += 1;
		else if (read !== e164) wrong.push(`${text} with ${defaultCountry}: ${read}, not ${e164}`);
	}
	return { wrong, refused, count: samples.length };
}

describe("Google's example numbers", () => {
	it('are at least 1,000, of all countries', () => {
		expect(SAMPLES.length).toBeGreaterThanOrEqual(1000);
		expect(new Set(SAMPLES.map(({ country }) => country)).size).toBe(245);
	});

	it('are read by their country code, with any Default Country', () => {
		const results = [undefined, 'DE' as const, 'RU' as const].map((defaultCountry, start) =>
			readAll(
				partOf(SAMPLES, start).flatMap(({ e164, withCode }) =>
					withCode.map((text) => ({ e164, text, defaultCountry })),
				),
			),
		);
		expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
		for (const { refused, count } of results) expect(refused / count).toBeLessThan(0.02);
	});

	it('are read as they are written at home, with their Default Country', () => {
		const { wrong, refused, count } = readAll(
			SAMPLES.flatMap(({ country, e164, atHome }) =>
				atHome.map((text) => ({ e164, text, defaultCountry: country })),
			),
		);
		// Vietnam has a mobile number with the same digits.
		expect(wrong.filter((line) => !line.includes('+841992000'))).toEqual([]);
		expect(refused / count).toBeLessThan(0.01);
	});

	it('that are mobile or fixed are all read as they are written at home', () => {
		const lines = SAMPLES.filter(({ kind }) => /MOBILE|FIXED_LINE/.test(kind));
		const refused = lines.flatMap(({ country, e164, atHome: [national, dashed, digits] }) =>
			[national, dashed, digits].filter(
				(text) => toE164(text, { defaultCountry: country }) !== e164,
			),
		);
		expect(lines.length).toBeGreaterThan(400);
		// The newer tables of the library no longer have this landline in Zimbabwe.
		expect(refused).toEqual(['013 12345', '013-12345', '01312345']);
	});

	it('that are mobile are never a landline elsewhere, where their plus is missing', () => {
		const homes = ['DE', 'AT', 'IT', 'GB', 'FI', 'ID', 'BR', 'CN'] as const;
		const mobile = SAMPLES.filter(({ kind }) => kind === 'MOBILE');
		const landlines = mobile.flatMap(({ e164 }) =>
			homes.flatMap((defaultCountry) => {
				const read = toE164(e164.slice(1), { defaultCountry });
				const isElsewhere = typeof read === 'string' && read !== e164;
				return isElsewhere && !isMobile(lineTypeOf(read) ?? '') ? `${e164} as ${read}` : [];
			}),
		);
		expect(landlines).toEqual([]);
	});

	it('have the kind of line that Google tells', () => {
		const others = SAMPLES.filter(({ e164, kind }) => lineTypeOf(e164) !== kind);
		// Their tables are not of the same month.
		expect(others.map(({ country, kind }) => `${country} ${kind}`)).toEqual([
			'BJ VOIP',
			'BJ UAN',
			'BW VOIP',
			'TA FIXED_LINE',
			'ZW FIXED_LINE',
		]);
	});
});
