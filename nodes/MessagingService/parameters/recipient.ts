import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import {
	COUNTRIES,
	countriesOf,
	type CountryCode,
	countryName,
	countsAs,
	lineTypeOf,
} from '../phone';
import { type Field, option, type Parameter, type Read, required, text } from './parameter';
import { asPhone, phone, type PhoneInput } from './phoneNumber';
import { asCountry, asList, asText, unusable } from './values';

/** The countries whose numbers may be sent to, by ISO 3166-1 alpha-2; none where nothing names one. */
export const ALLOWED_COUNTRIES = option<CountryCode[]>({
	field: {
		displayName: 'Allowed Countries',
		name: 'allowedCountries',
		type: 'multiOptions',
		default: [],
		description:
			'Countries to which messages may be sent. A recipient elsewhere is refused before anything is sent. Leave empty for all countries.',
		options: COUNTRIES,
	},
	read: (value, name) =>
		asList(value)
			// An expression may give them as one text.
			.flatMap((entry) => (asText(name, entry) ?? '').split(/[\s,;]+/))
			.filter(Boolean)
			.map((code) => asCountry(name, code)),
});

/** The channel of Message → Send; other operations have none. */
const CHANNEL = text({ displayName: 'Channel', name: 'channel' });

const OVER_IMESSAGE = { acceptsEmail: (read: Read) => read(CHANNEL) === 'imessage' };

/**
 * The recipients who get no message: numbers in E.164, and e-mail addresses in small letters. It is read once for all
 * items, from the first one.
 */
export const DO_NOT_SEND_TO = option<ReadonlySet<string>>({
	field: {
		displayName: 'Do Not Send To',
		name: 'doNotSendTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $("Opt-outs").all().map((row) => row.json.phone) }}',
		description:
			'Numbers that get no message: a list, or a text with commas or line breaks. Their items are skipped. It is read from the first item.',
	},
	read(value, name, read) {
		if (value instanceof Set) return value;
		// Nobody would be left out by accident.
		if (value === null) {
			throw unusable(name, value, 'Let its expression return a list; an empty list is [].');
		}
		const entries = typeof value === 'string' ? value.split(/[,;\r\n]/) : asList(value);
		const numbers = entries
			.filter((entry) => String(entry ?? '').trim() !== '')
			.map((entry) => asPhone(entry, name, read, OVER_IMESSAGE).toLowerCase());
		return new Set(numbers);
	},
});

/** Makes a parameter for the recipient of a message in E.164, who must be in a country that the user allows. */
export function recipient(field: Field, input?: PhoneInput): Parameter<string> {
	return {
		...phone({ required: true, ...field }),
		isRecipient: true,
		read(value, name, read) {
			required(asText(name, value), name);
			const number = asPhone(value, name, read, input);
			// Who gets no message may be anywhere.
			const isLeftOut = read(DO_NOT_SEND_TO).has(number.toLowerCase());
			return isLeftOut ? number : checkCountry(number, name, read);
		},
	};
}

/** The recipient of a message. */
export const TO_FIELD: Field = {
	displayName: 'To',
	name: 'to',
	description: 'Phone number of the recipient',
};

/** Lines whose owners earn from calls and messages, as libphonenumber names them, and as errors do. */
const COSTLY_LINES: Partial<Record<string, string>> = {
	PREMIUM_RATE: 'premium-rate',
	SHARED_COST: 'shared-cost',
};

/** Returns a number whose country is allowed. @throws InputError */
function checkCountry(number: string, name: string, read: Read): string {
	const allowed = read(ALLOWED_COUNTRIES).map(countsAs);
	// An empty list allows all. An expression that names no country allows nobody.
	const typed = read.typed(ALLOWED_COUNTRIES);
	const isEmptyList = Array.isArray(typed) && typed.length === 0;
	if (typed === undefined || isEmptyList) return number;
	const countries = countriesOf(number);
	const subject = `'${name}' "${quoteValue(number)}"`;
	if (countries.length > 0 && countries.every((country) => allowed.includes(country))) {
		const costly = COSTLY_LINES[lineTypeOf(number) ?? ''];
		if (!costly) return number;
		throw new InputError(
			`${subject} is a ${costly} number, which 'Allowed Countries' never allows`,
			"Remove 'Allowed Countries' from the options if you want to send there.",
		);
	}
	if (allowed.length === 0) {
		throw new InputError(
			`${subject} is not allowed: 'Allowed Countries' is empty for this item`,
			'Its expression returns no country. Correct the expression, or remove the option to allow all countries.',
		);
	}
	if (countries.length !== 1) {
		throw new InputError(
			`${subject} has no known country, so it is in none of the 'Allowed Countries'`,
			sharedBy(countries),
		);
	}
	const place = countryName(countries[0]);
	throw new InputError(
		`${subject} is a number of ${place}, which is not one of the 'Allowed Countries'`,
		`Add ${place} to 'Allowed Countries' in the options if you want to send there.`,
	);
}

/** Returns the country of a recipient and its kind of line, each null where it is unknown. */
export function lineOf(number: string) {
	const countries = countriesOf(number);
	return { country: countries.length === 1 ? countries[0] : null, type: lineTypeOf(number) };
}

/** Most countries that an error names. */
const MOST_NAMES = 4;

function sharedBy(countries: CountryCode[]): string {
	const names = countries.slice(0, MOST_NAMES).map(countryName);
	const more = countries.length > MOST_NAMES ? ' and others' : '';
	const why =
		names.length > 0
			? `Numbers like this one are shared by ${names.join(', ')}${more}, and not all of them are allowed.`
			: 'It belongs to no single country: it is a satellite phone, an unassigned range, or an e-mail address.';
	return `${why} Remove 'Allowed Countries' from the options if you want to send there.`;
}
