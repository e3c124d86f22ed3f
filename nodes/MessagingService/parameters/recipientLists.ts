import type { IExecuteFunctions } from 'n8n-workflow';

import { isAgentTool } from '../agentTool';
import { InputError } from '../errors/inputError';
import { type CountryCode, countryName, emailIn, toE164 } from '../phone';
import { inTurns } from '../waiting';
import { listUpTo } from '../wording';
import { isExpression, option, type Parameter, type Read } from './parameter';
import { DEFAULT_COUNTRY, notANumber } from './phoneNumber';
import { itemReader } from './source';
import { asList, isBlank, SEPARATORS, unusable } from './values';

/** Who is in a list, by their identities. */
export type RecipientList = ReadonlySet<string>;

/** The lists of a run, as far as they were added. */
export interface RecipientLists {
	/** Whoever is in it gets no message. */
	doNotSendTo?: RecipientList;
	/** Nobody else gets a message. */
	onlySendTo?: RecipientList;
	/** Warns of a list that leaves nobody out, although it was meant to. */
	warning?: string;
}

/** Returns the one spelling of a recipient by which recipients are compared: an e-mail address in small letters. */
export function identityOf(recipient: string): string {
	return recipient.toLowerCase();
}

/** The recipients who get no message: the entries as given; undefined for an option that was not added. */
export const DO_NOT_SEND_TO = option<unknown[] | undefined>({
	field: {
		displayName: 'Do Not Send To',
		name: 'doNotSendTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $("Opt-outs").all().map((row) => row.json.phone) }}',
		description:
			'Numbers that get no message: a list, or a text with commas or line breaks. Their items are skipped. The list of the first item holds for all items.',
	},
	read(value, name) {
		// If this were an empty list, everybody in the broken one would get a message.
		if (value === null) {
			throw unusable(value, name, 'Let its expression return a list; an empty list is [].');
		}
		return value === undefined ? undefined : entriesOf(value);
	},
});

/** The only recipients who may get a message: the entries as given; undefined for an option that was not added. */
export const ONLY_SEND_TO = option<unknown[] | undefined>({
	field: {
		displayName: 'Only Send To',
		name: 'onlySendTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. +12025550123, +12025550124',
		description:
			'Numbers that may get a message: a list, or a text with commas or line breaks. Any other recipient is refused; an empty list allows nobody. The list of the first item holds for all items.',
		builderHint: {
			propertyHint:
				'Set it where a model or a visitor chooses the recipient, as fixed text: never let the model fill it in.',
		},
	},
	// An expression that returns nothing allows nobody.
	read: (value) => (value === undefined ? undefined : entriesOf(value)),
});

/** Returns the entries of a list, or of a text, which has none between two separators. */
function entriesOf(value: unknown): unknown[] {
	return typeof value === 'string' ? value.split(SEPARATORS).filter(isFilled) : asList(value);
}

const isFilled = (entry: unknown) => !isBlank(entry);

/**
 * Returns a warning of a list with nothing but empty entries: most likely, its expression names a column that is not
 * there. A single one is what an empty table returns.
 */
function warningOf(entries: unknown[]): string | undefined {
	if (entries.length < 2 || entries.some(isFilled)) return undefined;

	return `All ${entries.length} entries of 'Do Not Send To' are empty, so nobody is left out. Check the column's name in its expression.`;
}

/**
 * Reads the lists of a run, once for all of its items: the values are those of the first item, and each entry is read by
 * the Default Country of every item.
 * @param shown the parameters of the operation: another one, which has the options, may have left them
 * @param signal ends the reading; what it has read then means nothing
 * @throws InputError that names an entry which none of the countries reads
 */
export async function readRecipientLists(
	context: IExecuteFunctions,
	shown: Array<Parameter<unknown>>,
	signal: AbortSignal,
): Promise<RecipientLists> {
	const read = itemReader(context)(0);
	const isAdded = (list: Parameter<unknown>) =>
		shown.includes(list) && read.raw(list) !== undefined;
	if (!isAdded(DO_NOT_SEND_TO) && !isAdded(ONLY_SEND_TO)) return {};

	const hides = isAgentTool(context.getNode());
	const by = { countries: await defaultCountries(context, signal), signal, hides };
	return {
		doNotSendTo: isAdded(DO_NOT_SEND_TO) ? await readList(DO_NOT_SEND_TO, read, by) : undefined,
		onlySendTo: isAdded(ONLY_SEND_TO) ? await readList(ONLY_SEND_TO, read, by) : undefined,
		warning: isAdded(DO_NOT_SEND_TO) ? warningOf(read(DO_NOT_SEND_TO) ?? []) : undefined,
	};
}

/** Most countries that an error names. */
const MAX_NAMED = 4;

/** A Default Country, undefined for an item without one. */
type DefaultCountry = CountryCode | undefined;

/** Returns the Default Countries of all items. @throws InputError where that of no item can be read */
async function defaultCountries(
	context: IExecuteFunctions,
	signal: AbortSignal,
): Promise<DefaultCountry[]> {
	const readerAt = itemReader(context);
	const first = readerAt(0);
	if (!isExpression(first.raw(DEFAULT_COUNTRY))) return [first(DEFAULT_COUNTRY)];

	const countries = new Set<DefaultCountry>();
	const failures: unknown[] = [];
	for await (const itemIndex of inTurns(context.getInputData().keys(), signal)) {
		try {
			countries.add(readerAt(itemIndex)(DEFAULT_COUNTRY));
		} catch (error) {
			// It is a mistake of this item, found when all of it is read.
			failures.push(error);
		}
	}

	if (countries.size === 0 && failures.length > 0) throw failures[0];
	return [...countries];
}

/** How a list is read. */
interface ListReading {
	countries: DefaultCountry[];
	/** Ends the reading. */
	signal: AbortSignal;
	/** Whether errors tell a model nothing of whom it may text. */
	hides: boolean;
}

/** Reads a list by these countries. @throws InputError */
async function readList(
	parameter: Parameter<unknown[] | undefined>,
	read: Read,
	{ countries, signal, hides }: ListReading,
): Promise<RecipientList> {
	const { displayName } = parameter.field;
	const list = new Set<string>();

	const entries = [...new Set(read(parameter))].filter(isFilled);
	for await (const [index, entry] of inTurns(entries.entries(), signal, countries.length)) {
		try {
			const recipients = readEntry(entry, displayName, countries);
			for (const recipient of recipients) list.add(identityOf(recipient));
		} catch (error) {
			throw hides && parameter === ONLY_SEND_TO ? unreadableEntry(index + 1) : error;
		}
	}
	return list;
}

/** Returns the error for an entry of Only Send To. It does not quote it: a model could try whom the list names. */
function unreadableEntry(place: number): InputError {
	return new InputError(
		`Entry ${place} of 'Only Send To' is not a valid phone number`,
		'Write each entry as one number with + and country code, separated by commas or line breaks.',
	);
}

/** Says that several countries do not read an entry, each for a reason of its own. */
function ofNone(countries: DefaultCountry[]): string {
	const names = countries.map((country) => (country ? countryName(country) : 'none'));
	const named = listUpTo(MAX_NAMED, names, () => ' and others');
	return `is not a number of the 'Default Country' of any item (${named})`;
}

/** Returns the recipients that an entry may mean: one for each country that reads it in another way. @throws InputError */
function readEntry(entry: unknown, name: string, countries: DefaultCountry[]): string[] {
	const email = emailIn(entry);
	if (email) return [email];

	// A plus says the country code, whatever the country.
	const hasCode = typeof entry === 'string' && entry.startsWith('+');
	const readings = (hasCode ? countries.slice(0, 1) : countries).map((defaultCountry) =>
		toE164(entry, { defaultCountry }),
	);
	const numbers = readings.filter((reading) => typeof reading === 'string');
	if (numbers.length > 0) return numbers;

	const [problem, ...others] = readings.filter((reading) => typeof reading !== 'string');
	const isSame = others.every(({ reason }) => reason === problem.reason);
	throw notANumber(entry, name, isSame ? problem : { ...problem, reason: ofNone(countries) });
}
