import type { INode } from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { holdsExpression } from '../fields/expressions';
import { type Description, parameter, type Parameter, type Read } from '../fields/parameter';
import { DEFAULT_COUNTRY } from '../fields/phoneNumber';
import { rawAt } from '../fields/reader';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { isAgentTool } from '../n8n/undocumented';
import { type CountryCode, countryIn, type PhoneProblem, recipientIdOf, toE164 } from '../phone';
import { attempt } from '../util/attempt';

/** Makes a rule for a list of recipients: the entries as given, undefined where it was not added. */
const list = (description: Description) =>
	parameter(
		{
			placeholder: 'e.g. +12025550123, +12025550124',
			typeOptions: { rows: 2 },
			// An empty list by expression is a value: it means nobody.
			whenEmpty: 'parse',
			maxLength: 1_000_000,
			advice: listAdvice,
			...description,
		},
		(value, { displayName, raw }) => {
			if (raw === undefined) return undefined;

			// A list of undefined and null alone comes from a column that has another name.
			const given = listIn(value);
			const isList = given && (given.length === 0 || given.some((one) => one != null));
			if (isList || !holdsExpression(raw)) return asEntries(value);

			// An agent's model reads it too, so it does not tell the value.
			const what = given || isBlank(value) ? 'nothing' : 'one value, not a list';
			throw new InputError(`The expression of '${displayName}' returned ${what}`, listAdvice(raw));
		},
	);

/** Says how to write a list, from the node that the expression names: what drag and drop writes is one row of many. */
function listAdvice(raw: unknown) {
	const node = /\$\('([^']{1,100})'\)/.exec(String(raw))?.[1] ?? 'Opt-outs';
	return `Enter the numbers yourself, or write {{ $('${node}').all().map((row) => row.json.phone) }}. Put that node before this one, in one line, and set 'Execute Once' in the node that reads your rows, or everybody gets one message for each entry.`;
}

/** Says how to write the entries. To take one of two numbers, as an item may, would leave somebody out of the list. */
const WRITE_ENTRIES =
	"Write each number with + and country code, e.g. +12025550123, and put commas or line breaks between them. An expression must return the numbers alone: {{ $('Opt-outs').all().map((row) => row.json.phone) }}.";

/** The recipients who get no message. */
export const DO_NOT_SEND_TO = list({
	displayName: 'Do Not Send To',
	path: 'recipientRules.doNotSendTo',
	description:
		"Numbers to skip, separated by commas or line breaks. An expression must return a list: then set 'Execute Once' in the node that reads your rows.",
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

/** The lists of a run, by the IDs of the recipients in them; undefined for one that was not added. */
export type RecipientLists = Awaited<ReturnType<typeof readRecipientLists>>;

/**
 * Reads the lists of a run, once for all of its items: the values are those of the first item. An entry without a plus is
 * read by the Default Country of every item. But where an item may bring a country, entries of Only Send To need their plus
 * (00 is none): else an item would decide who is meant.
 * @param rules those that the operation has
 * @param readers those of all items
 * @param pause is awaited at each step
 * @throws InputError for an entry that none of the countries reads
 */
export async function readRecipientLists(
	rules: Parameter[],
	readers: Read[],
	node: INode,
	pause: () => Promise<void>,
) {
	const countries = new Set<CountryCode | undefined>();
	for (const read of readers) {
		await pause();
		// One that cannot be read is a mistake of its item, and counts as none here.
		countries.add(attempt(() => countryIn(read(DEFAULT_COUNTRY))));
	}

	const isByExpression = holdsExpression(rawAt(node.parameters, DEFAULT_COUNTRY.path));

	const readList = async (rule: typeof ONLY_SEND_TO) => {
		const entries = rules.includes(rule) && readers[0](rule);
		if (!entries) return undefined;

		const { displayName } = rule.field;
		const needsPlus = rule === ONLY_SEND_TO && isByExpression;
		const recipientIds = new Set<string>();
		const unread: Array<[entry: unknown, PhoneProblem]> = [];
		for (const entry of new Set(entries)) {
			await pause();
			const text = needsPlus ? String(entry).replace(/^\D*00/, '') : entry;
			// A number with a plus is the same by all countries.
			const most = String(entry).includes('+') ? 1 : countries.size;
			const ways = needsPlus ? [undefined] : [...countries].slice(0, most);
			const readings = ways.map((defaultCountry) => toE164(text, { defaultCountry }));

			// To leave out both numbers that an entry could be harms less than to send nothing, which a stranger's opt-out could do.
			const numbers = readings.flatMap((one) => {
				if (typeof one === 'string') return one;
				return rule === DO_NOT_SEND_TO ? one.readings : [];
			});
			for (const number of numbers) recipientIds.add(recipientIdOf(number));
			const [problem] = readings.filter((one) => typeof one !== 'string');
			if (numbers.length === 0) unread.push([entry, problem]);
		}
		if (unread.length === 0) return recipientIds;

		// Of ten, the reason. A model reads this too, so it tells no entry.
		const named = isAgentTool(node) ? [] : unread.slice(0, 10);
		const reasons = named.map(([entry, { reason }]) => `"${quoteValue(entry)}" ${reason}`);
		throw new InputError(
			[
				`'${displayName}' has entries that are no phone numbers (${unread.length})`,
				...reasons,
			].join('; '),
			WRITE_ENTRIES,
			unread[0][1].code,
		);
	};
	return { doNotSendTo: await readList(DO_NOT_SEND_TO), onlySendTo: await readList(ONLY_SEND_TO) };
}
