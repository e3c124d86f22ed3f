import { type Description, parameter, type Parameter, type Read } from '../fields/parameter';
import { InputError, quoteValue } from '../errors';
import { holdsExpression } from '../fields/expressions';
import { DEFAULT_COUNTRY, notANumberError } from '../fields/phoneNumber';
import { asEntries, isBlank, listIn } from '../fields/readValues';
import { pauses } from '../n8n/waiting';
import {
	type CountryCode,
	countryIn,
	type PhoneProblem,
	plainDigits,
	recipientIdOf,
	toE164,
} from '../phone';

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
		},
		{ type: 'string', default: '' },
		(value, { displayName, raw }) => {
			if (value === undefined) return undefined;
			const isTyped = typeof raw === 'string' && !holdsExpression(raw);
			if (isTyped || isList(value)) return shortEntries(value, displayName);

			const given = isBlank(value) ? 'nothing' : `"${quoteValue(value)}", which is no list`;
			throw new InputError(`The expression of '${displayName}' returned ${given}`, listAdvice(raw));
		},
	);

/** Most characters of a list, and of one entry of a list by expression. */
const MAX_LENGTH = 1_000_000;
const MAX_ENTRY = 10_000;

/** Returns the entries of a list that is not too long to be read. @throws InputError */
function shortEntries(value: unknown, displayName: string): unknown[] {
	const lengths = (listIn(value) ?? []).map((one) => (typeof one === 'string' ? one.length : 0));
	const total = lengths.reduce((sum, length) => sum + length, 0);
	if (total <= MAX_LENGTH && lengths.every((length) => length <= MAX_ENTRY))
		return asEntries(value);

	throw new InputError(
		`'${displayName}' has more than ${MAX_LENGTH} characters, or an entry of more than ${MAX_ENTRY}`,
		'Shorten the list, with a number in each entry.',
	);
}

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
 * Reads the lists of a run, once for all of its items: the values are those of the first item.
 * @param rules those that the operation has
 * @param isSecret whether errors tell no entry, since a model reads them
 * @throws InputError for an entry that cannot be read
 */
export async function readRecipientLists(
	rules: Array<Parameter<unknown>>,
	readers: Read[],
	isSecret: boolean,
): Promise<RecipientLists> {
	const countries = countriesOf(readers);
	const pause = pauses();

	const readList = async (rule: typeof ONLY_SEND_TO, readings: (entry: unknown) => Reading[]) => {
		const entries = rules.includes(rule) ? readers[0](rule) : undefined;
		if (!entries) return undefined;

		const recipientIds = new Set<string>();
		for (const entry of entries) {
			await pause();
			const found = readings(entry);
			const numbers = found.filter((one) => typeof one === 'string');
			for (const number of numbers) recipientIds.add(recipientIdOf(number));
			const [problem] = found.filter((one) => typeof one !== 'string');
			if (numbers.length === 0) throw entryError(rule.field.displayName, entry, problem, isSecret);
		}
		return recipientIds;
	};

	return {
		doNotSendTo: await readList(DO_NOT_SEND_TO, (entry) => readingsOf(entry, countries)),
		onlySendTo: await readList(ONLY_SEND_TO, (entry) =>
			countries.areByItem ? [withPlus(entry)] : readingsOf(entry, countries),
		),
	};
}

/** A number in E.164, or why there is none. */
type Reading = string | PhoneProblem;

/** Returns the error for an entry that is no number. */
const entryError = (
	displayName: string,
	entry: unknown,
	problem: PhoneProblem,
	isSecret: boolean,
) =>
	isSecret
		? new InputError(
				`'${displayName}' has an entry that is not a valid phone number`,
				'Correct the list in the node.',
				problem.code,
			)
		: notANumberError(entry, displayName, problem);

/** The Default Countries of all items, each once. One that cannot be read is a mistake of its item, and counts as none. */
function countriesOf(readers: Read[]) {
	const countries = new Set<CountryCode | undefined>();
	let areByItem = false;
	for (const read of readers) {
		try {
			const { country, isByExpression } = read(DEFAULT_COUNTRY);
			countries.add(countryIn(country));
			areByItem ||= isByExpression;
		} catch {
			countries.add(undefined);
			areByItem = true;
		}
	}
	return { all: [...countries], areByItem };
}

/** Reads an entry by the Default Country of every item; one with a plus once. */
function readingsOf(entry: unknown, { all }: { all: Array<CountryCode | undefined> }): Reading[] {
	const hasPlus = typeof entry === 'string' && entry.includes('+');
	const countries = hasPlus ? all.slice(0, 1) : all;
	return countries.map((defaultCountry) => toE164(entry, { defaultCountry }));
}

/** What an entry needs where each item may bring a country: else an item would decide who is meant. */
const NEEDS_PLUS: PhoneProblem = {
	code: 'noCountryCode',
	reason: "has no + and country code, and 'Default Country' is an expression",
	nextStep: "Write each number of 'Only Send To' with + and country code, e.g. +12025550123.",
};

/** Reads an entry that needs its plus; 00 is none. */
function withPlus(entry: unknown): Reading {
	if (/^\D*00/.test(plainDigits(String(entry)))) return NEEDS_PLUS;
	const reading = toE164(entry);
	const isLocal = typeof reading !== 'string' && reading.code === NEEDS_PLUS.code;
	return isLocal ? NEEDS_PLUS : reading;
}
