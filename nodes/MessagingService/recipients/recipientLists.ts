import { entry, type Field, type Parameter, type Read, text } from '../fields/parameter';
import { DEFAULT_COUNTRY, notANumber } from '../fields/phoneNumber';
import { asEntries } from '../fields/readValues';
import { emailIn, subscriberOf, toE164 } from '../phone';

/** The lists of a run, by the subscribers who are in them; undefined for one that was not added. */
export interface RecipientLists {
	/** Whoever is in it gets no message. */
	doNotSendTo?: Set<string>;
	/** Nobody else gets a message. */
	onlySendTo?: Set<string>;
}

/** Makes a rule for a list of recipients: the entries as given, undefined where it was not added. */
const list = (field: Field) =>
	entry<unknown[] | undefined>(
		'recipientRules',
		{
			...text({
				placeholder: 'e.g. +12025550123, +12025550124',
				typeOptions: { rows: 2 },
				...field,
			}),
			read: (value) => (value === undefined ? undefined : asEntries(value)),
		},
		'list',
	);

/** The recipients who get no message. */
export const DO_NOT_SEND_TO = list({
	displayName: 'Do Not Send To',
	name: 'doNotSendTo',
	description:
		"Numbers to skip, separated by commas or line breaks, or a list by expression. The first item's list applies to all items.",
});

/** The only recipients who may get a message. */
export const ONLY_SEND_TO = list({
	displayName: 'Only Send To',
	name: 'onlySendTo',
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
