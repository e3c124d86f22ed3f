import * as phone from '../../nodes/MessagingService/phone';
import { loadModule } from '../support/built';
import { EXAMPLES } from '../support/numbers';

/** As it is published: with only that part of the library's tables by which numbers are read. */
const packed = loadModule<typeof phone>('nodes/MessagingService/phone/index.js');

/** What comes of a number in the ways in which it is written. */
function readings({ toE164, countryOf }: typeof phone) {
	return EXAMPLES.map(({ country, number }) => {
		const texts = [number.number, number.number.slice(1), number.formatNational()];
		const read = (text: string, defaultCountry?: phone.CountryCode) =>
			toE164(text, { defaultCountry });
		return {
			told: countryOf(number.number),
			read: texts.flatMap((text) => [read(text), read(text, country), read(text, 'DE')]),
		};
	});
}

describe('the package', () => {
	it('reads every number as the library does with all of its tables', () => {
		expect(packed.COUNTRIES).toEqual(phone.COUNTRIES);
		expect(readings(packed)).toEqual(readings(phone));
	});
});
