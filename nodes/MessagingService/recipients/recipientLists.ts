import type { INode } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { holdsExpression } from '../fields/expressions';
import { type Description, parameter, type Parameter, type Read } from '../fields/parameter';
import { DEFAULT_COUNTRY } from '../fields/phoneNumber';
import { typedInto } from '../fields/reader';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { inTurns } from '../n8n/execution';
import { isAgentTool } from '../n8n/undocumented';
import { type CountryCode, countryIn, recipientIdOf, toE164 } from '../phone';
import { ifPossible } from '../util/ifPossible';

/** Says how to write a list: what drag and drop writes is one row of many, or the row of one item. */
const WRITE_LIST =
	"Write each number with + and country code, e.g. +12025550123, with commas or line breaks between them, or write {{ $('Opt-outs').all().map((row) => row.json.phone) }}. Put that node before this one, in one line, and set 'Execute Once' in the node that reads your rows, or everybody gets one message for each entry.";

/** Makes a rule for a list of recipients: the entries as given, undefined where it was not added. */
const recipientList = (description: Description) =>
	parameter(
		{
			placeholder: 'e.g. +12025550123, +12025550124',
			typeOptions: { rows: 2 },
			// An empty list by expression is a value: it means nobody.
			mayBeEmpty: true,
			takesList: true,
			maxLength: 1_000_000,
			...description,
		},
		(value, { displayName, typed }) => {
			if (typed === undefined) return undefined;

			// A list of undefined and null alone comes from a column that has another name.
			const given = listIn(value);
			const isList = given && (given.length === 0 || given.some((one) => one != null));
			if (isList || !holdsExpression(typed)) return asEntries(value);

			// An agent's model reads it too, so it does not tell the value.
			const what = given || isBlank(value) ? 'nothing' : 'one value, not a list';
			throw new InputError(`The expression of '${displayName}' returned ${what}`, WRITE_LIST);
		},
	);

/** The recipients who get no message. */
export const DO_NOT_SEND_TO = recipientList({
	displayName: 'Do Not Send To',
	path: 'recipientRules.doNotSendTo',
	description:
		"Numbers to skip, separated by commas or line breaks. An expression must return a list: then set 'Execute Once' in the node that reads your rows.",
});

/** The only recipients who may get a message. */
export const ONLY_SEND_TO = recipientList({
	displayName: 'Only Send To',
	path: 'recipientRules.onlySendTo',
	description:
		'The only numbers that may get a message, separated by commas or line breaks. An expression must return a list. Empty allows nobody.',
});

/** The lists of a run, by the IDs of the recipients in them; undefined for one that was not added. */
export type RecipientLists = Awaited<ReturnType<typeof readRecipientLists>>;

/**
 * Reads the lists of a run, once for all of its items: the values are those of the first item, and an entry without a plus is
 * read by the Default Country of every item.
 * @param rules those that the operation has
 * @param readers those of all items
 * @throws InputError for an entry that none of the countries reads
 */
export async function readRecipientLists(rules: Parameter[], readers: Read[], node: INode) {
	const countriesOfItems = new Set<CountryCode | undefined>();
	for await (const read of inTurns(readers)) {
		// One that cannot be read is a mistake of its item, and counts as none here.
		countriesOfItems.add(ifPossible(() => countryIn(read(DEFAULT_COUNTRY))));
	}

	const countries = [...countriesOfItems];

	const readList = async (rule: typeof ONLY_SEND_TO) => {
		const entries = rules.includes(rule) && readers[0](rule);
		if (!entries) return undefined;

		// An item that brings a country would decide who may get a message.
		const needsPlus =
			rule === ONLY_SEND_TO && holdsExpression(typedInto(node.parameters, DEFAULT_COUNTRY));

		const recipientIds = new Set<string>();
		const unread: unknown[] = [];
		for await (const entry of inTurns(new Set(entries))) {
			// One country will do for an entry with a plus: to read a list of 60,000 by 200 countries would take minutes.
			const tried = String(entry).includes('+') ? countries.slice(0, 1) : countries;
			// Behind 00, toE164 would read the number without a country too.
			const readings = needsPlus
				? [toE164(String(entry).replace(/^\D*00/, ''))]
				: tried.map((defaultCountry) => toE164(entry, { defaultCountry }));

			// An opt-out that could be two numbers leaves out both: a stranger who writes one must not stop the run.
			const numbers = readings.flatMap((one) => {
				if (typeof one === 'string') return one;
				return rule === DO_NOT_SEND_TO ? one.numbers : [];
			});
			for (const number of numbers) recipientIds.add(recipientIdOf(number));
			if (numbers.length === 0) unread.push(entry);
		}
		if (unread.length > 0) throw unreadError(rule, unread, node);
		return recipientIds;
	};
	return { doNotSendTo: await readList(DO_NOT_SEND_TO), onlySendTo: await readList(ONLY_SEND_TO) };
}

/** Returns the error for the entries of a list that are no phone numbers. */
function unreadError({ field }: Parameter, unread: unknown[], node: INode) {
	// A model reads this too, so to a tool it tells no entry.
	const named = unread
		.slice(0, isAgentTool(node) ? 0 : 10)
		.map((entry) => `; "${quoteValue(entry)}"`)
		.join('');
	return new InputError(
		`'${field.displayName}' has entries that are no phone numbers (${unread.length})${named}`,
		WRITE_LIST,
	);
}
