import { InputError, quoteValue } from '../errors';
import { type Read, recipientRule } from '../fields/parameter';
import { countryField } from '../fields/phoneNumber';
import { asEntries, asText, notACountry } from '../fields/readValues';
import { type CountryCode, countryIn, countryName, countryOf, lineTypeOf } from '../phone';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where all are. */
export const ALLOWED_COUNTRIES = recipientRule<CountryCode[]>({
	field: countryField({
		displayName: 'Allowed Countries',
		name: 'allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Only numbers of these countries get messages, except premium-rate ones. Leave empty for all countries.',
	}),
	read: (value, displayName) =>
		asEntries(value).map((entry) => {
			const code = asText(entry, displayName);
			const country = countryIn(code);
			if (country) return country;
			throw notACountry(String(code), displayName);
		}),
});

/** Lines whose owners earn from calls and messages, as libphonenumber names them. */
const COSTLY_LINES = new Map([
	['PREMIUM_RATE', 'premium-rate'],
	['SHARED_COST', 'shared-cost'],
]);

/** Checks that a recipient belongs to a country that is allowed for its item. @throws InputError */
export function checkCountry(recipient: string, displayName: string, read: Read): void {
	const allowed = read(ALLOWED_COUNTRIES);
	if (allowed.length === 0) return;

	const country = countryOf(recipient);
	const costly = COSTLY_LINES.get(lineTypeOf(recipient) ?? '');
	if (country && allowed.includes(country) && !costly) return;

	const kind = costly ? `${costly} number` : 'number';
	const place = country ? countryName(country) : 'no country';
	throw new InputError(
		`'${displayName}' "${quoteValue(recipient)}" is a ${kind} of ${place}, which 'Allowed Countries' does not allow`,
		"If you want to send there, change 'Allowed Countries' in the recipient rules.",
	);
}
