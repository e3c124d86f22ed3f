import { type Description, parameter, type Parameter, type Read } from '../fields/parameter';
import { InputError } from '../errors';
import { holdsExpression } from '../fields/expressions';
import { DEFAULT_COUNTRY, notANumberError } from '../fields/phoneNumber';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { type CountryCode, countryIn, recipientIdOf, toE164 } from '../phone';

/** The lists of a run, by the IDs of the recipients in them; undefined for one that was not added. */
export interface RecipientLists {
	/** Whoever is in it gets no message. */
	doNotSendTo?: Set<string>;
	/** Nobody else gets a message. */
	onlySendTo?: Set<string>;
}

/** Makes a rule for a list of recipients: the entries as given, undefined where it was not added. */
const list = (description: Description) =>
	parameter<unknown[] | undefined>(
		{
			placeholder: 'e.g. +12025550123, +12025550124',
			typeOptions: { rows: 2 },
			// An empty list by expression is a value: it means nobody.
			whenEmpty: 'parse',
			maxLength: MAX_LENGTH,
			advice: listAdvice,
			...description,
			type: 'string',
			default: '',
		},
		(value, { displayName, raw }) => {
			if (value === undefined) return undefined;
			const entries = asEntries(value);
			if (entries.join().length > MAX_LENGTH) {
				throw new InputError(
					`'${displayName}' has more than ${MAX_LENGTH} characters`,
					'Use a shorter list.',
				);
			}
			const isTyped = typeof raw === 'string' && !holdsExpression(raw);
			if (isTyped || isList(value)) return entries;

			// An agent's model reads it too, so it does not tell the value.
			const ofSeveral = listIn(value) ? 'a list without values' : 'one value, not a list';
			const given = isBlank(value) ? 'nothing' : ofSeveral;
			throw new InputError(`The expression of '${displayName}' returned ${given}`, listAdvice(raw));
		},
	);

/** Most characters of a list: of one that is typed, and of all entries together. */
const MAX_LENGTH = 1_000_000;

/** Says how to write a list, from the node that the expression names: what drag and drop writes is one row of many. */
function listAdvice(raw: unknown): string {
	const node = /\$\('([^']{1,100})'\)/.exec(String(raw))?.[1] ?? 'Opt-outs';
	return `Enter the numbers yourself, or put the node with the list before this one, in one line, and write one list for the whole run: {{ $('${node}').all().map((row) => row.json.phone) }}.`;
}

/** Says how to write the entries. To take one of two numbers, as an item may, would leave somebody out of the list. */
const WRITE_ENTRIES =
	"Write each number with + and country code, e.g. +12025550123, and put commas or line breaks between them. An expression must return the numbers alone: {{ $('Opt-outs').all().map((row) => row.json.phone) }}.";

/** True for a list, also one without entries. One of undefined and null alone comes from a column that has another name. */
function isList(value: unknown): boolean {
	const entries = listIn(value);
	return entries !== undefined && (entries.length === 0 || entries.some((one) => one != null));
}

/** The recipients who get no message. */
export const DO_NOT_SEND_TO = list({
	displayName: 'Do Not Send To',
	path: 'recipientRules.doNotSendTo',
	description:
		"Numbers to skip, separated by commas or line breaks. An expression must return a list. The first item's list applies to all items.",
});

/** The only recipients who may get a message. */
export const ONLY_SEND_TO = list({
	displayName: 'Only Send To',
	path: 'recipientRules.onlySendTo',
	description:
		'The only numbers that may get a message, separated by commas or line breaks. An expression must return a list. Empty allows nobody.',
	builderHint: {
		propertyHint:
			'By expression it must be a list. An empty list refuses all. A model may not choose it.',
	},
});

/**
 * Reads the lists of a run, once for all of its items: the values are those of the first item. An entry without a plus is
 * read by the Default Country of every item. But where an item may bring a country, entries of Only Send To need their plus
 * (00 is none): else an item would decide who is meant.
 * @param rules those that the operation has
 * @param isSecret whether errors tell no entry, since a model reads them
 * @param pause is awaited at each step
 * @throws InputError for an entry that none of the countries reads
 */
export async function readRecipientLists(
	rules: Array<Parameter<unknown>>,
	readers: Read[],
	isSecret: boolean,
	pause: () => Promise<void>,
): Promise<RecipientLists> {
	const defaults: Array<ReturnType<typeof defaultCountryOf>> = [];
	for (const read of readers) {
		await pause();
		defaults.push(defaultCountryOf(read));
	}
	const countries = [...new Set(defaults.map(({ country }) => countryIn(country)))];
	const mayDiffer = defaults.some(({ isByExpression }) => isByExpression);

	const readList = async (rule: typeof ONLY_SEND_TO) => {
		const entries = rules.includes(rule) ? readers[0](rule) : undefined;
		if (!entries) return undefined;

		const needsPlus = rule === ONLY_SEND_TO && mayDiffer;
		const recipientIds = new Set<string>();
		for (const entry of new Set(entries)) {
			await pause();
			const readings = needsPlus ? [toE164(withoutZeros(entry))] : readingsOf(entry, countries);
			const numbers = readings.filter((one) => typeof one === 'string');
			const [problem] = readings.filter((one) => typeof one !== 'string');
			if (numbers.length === 0) {
				const { displayName } = rule.field;
				throw isSecret
					? new InputError(
							`'${displayName}' has an entry that is not a valid phone number`,
							'Correct the list in the node.',
							problem.code,
						)
					: notANumberError(entry, displayName, problem, WRITE_ENTRIES);
			}
			for (const number of numbers) recipientIds.add(recipientIdOf(number));
		}
		return recipientIds;
	};
	return { doNotSendTo: await readList(DO_NOT_SEND_TO), onlySendTo: await readList(ONLY_SEND_TO) };
}

/** Returns the Default Country of an item. One that cannot be read is a mistake of its item, and counts as none here. */
function defaultCountryOf(read: Read): { country?: string; isByExpression: boolean } {
	try {
		return read(DEFAULT_COUNTRY);
	} catch {
		return { isByExpression: true };
	}
}

/** Reads an entry by each of the countries, and by one alone where it has a plus: it is the same by all. */
const readingsOf = (entry: unknown, countries: Array<CountryCode | undefined>) =>
	(String(entry).includes('+') ? countries.slice(0, 1) : countries).map((defaultCountry) =>
		toE164(entry, { defaultCountry }),
	);

/** Returns an entry without the 00 that would stand for a plus. */
const withoutZeros = (entry: unknown) =>
	typeof entry === 'string' ? entry.replace(/^\D*00/, '') : entry;
