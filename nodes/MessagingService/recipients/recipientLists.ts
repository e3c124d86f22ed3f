import { type Description, parameter, type Parameter, type Read } from '../fields/parameter';
import { InputError, quoteValue } from '../errors';
import { holdsExpression } from '../fields/expressions';
import { DEFAULT_COUNTRY, notANumber } from '../fields/phoneNumber';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { emailIn, subscriberOf, toE164 } from '../phone';

/** The lists of a run, by the subscribers who are in them; undefined for one that was not added. */
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
		},
		{ type: 'string', default: '' },
		(value, { displayName, raw }) => {
			if (value === undefined) return undefined;
			const isTyped = typeof raw === 'string' && !holdsExpression(raw);
			if (isTyped || isList(value)) return asEntries(value);

			const given = isBlank(value) ? 'nothing' : `"${quoteValue(value)}", which is no list`;
			throw new InputError(`The expression of '${displayName}' returned ${given}`, listAdvice(raw));
		},
	);

/** Most characters of a list that is typed. */
const MAX_LENGTH = 1_000_000;

/** Says how to write a list, from the node that the expression names: what drag and drop writes is one row of many. */
function listAdvice(raw: unknown): string {
	const node = /\$\('([^']{1,100})'\)/.exec(String(raw))?.[1] ?? 'Opt-outs';
	return `Put the node with the list before this one, in one line, and write one list for the whole run: {{ $('${node}').all().map((row) => row.json.phone) }}. For a yes/no column, put a Filter before this node.`;
}

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
		"Numbers to skip, separated by commas or line breaks, or a list by expression. The first item's list applies to all items.",
});

/** The only recipients who may get a message. */
export const ONLY_SEND_TO = list({
	displayName: 'Only Send To',
	path: 'recipientRules.onlySendTo',
	description:
		'All other numbers are refused. Separate with commas or line breaks, or use a list by expression. An empty list refuses all.',
	builderHint: {
		propertyHint:
			'By expression it must be a list. An empty list refuses all. A model may not choose it.',
	},
});

/**
 * Reads the lists of a run, once for all of its items: the values are those of the first item, and each entry is read by
 * the Default Country of every item.
 * @param rules those that the operation has
 * @param acceptsEmail whether the message of an item may go to an e-mail address
 * @throws InputError that names an entry which none of the countries reads
 */
export function readRecipientLists(
	rules: Array<Parameter<unknown>>,
	readers: Read[],
	acceptsEmail: (read: Read) => boolean = () => false,
): RecipientLists {
	const listOf = (rule: typeof ONLY_SEND_TO) => {
		const entries = rules.includes(rule) ? readers[0](rule) : undefined;
		if (!entries) return undefined;

		const { displayName } = rule.field;
		const countries = valuesOf((read) => read(DEFAULT_COUNTRY), readers);
		const hasEmail = valuesOf(acceptsEmail, readers).has(true);
		return new Set(entries.flatMap((one) => readEntry(one, displayName, countries, hasEmail)));
	};
	return { doNotSendTo: listOf(DO_NOT_SEND_TO), onlySendTo: listOf(ONLY_SEND_TO) };
}

/** Returns what all items have. What cannot be read is a mistake of its item, and counts as nothing here. */
function valuesOf<Value>(valueOf: (read: Read) => Value, readers: Read[]): Set<Value | undefined> {
	const values = new Set<Value | undefined>();
	for (const read of readers) {
		try {
			values.add(valueOf(read));
		} catch {
			values.add(undefined);
		}
	}
	return values;
}

/** Returns the recipients that an entry may mean: one for each country that reads it in another way. @throws InputError */
function readEntry(
	given: unknown,
	displayName: string,
	countries: Set<string | undefined>,
	hasEmail: boolean,
): string[] {
	const email = hasEmail ? emailIn(given) : undefined;
	const readings = [...countries].map(
		(defaultCountry) => email ?? toE164(given, { defaultCountry }),
	);
	const recipients = readings.filter((reading) => typeof reading === 'string');
	if (recipients.length > 0) return recipients.map(subscriberOf);

	const [problem] = readings.filter((reading) => typeof reading !== 'string');
	throw notANumber(given, displayName, problem);
}
