import { DateTime } from 'luxon';
import { type IDataObject, type IExecuteFunctions, WAIT_INDEFINITELY } from 'n8n-workflow';

import { InputError } from '../errors';
import { isObject, memberOf } from '../util/members';
import { choice, fieldGroup, option, type Parameter, type Read } from '../fields/parameter';
import { asNumber, unusable } from '../fields/readValues';

// The names are those of n8n's own send-and-wait nodes.
const LIMIT_TYPE = choice({
	displayName: 'Limit Type',
	name: 'limitType',
	default: 'afterTimeInterval',
	description: 'When the execution continues without a response',
	options: [
		{ name: 'After Time Interval', value: 'afterTimeInterval' },
		{ name: 'At Specified Time', value: 'atSpecifiedTime' },
	],
});

const AMOUNT: Parameter<number> = {
	field: {
		displayName: 'Amount',
		name: 'resumeAmount',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 1,
		description: 'Number of minutes, hours or days',
		displayOptions: { show: { limitType: ['afterTimeInterval'] } },
	},
	read(value = 1, displayName) {
		const amount = asNumber(value);
		if (amount > 0) return amount;

		throw unusable(value, displayName, 'Use a number greater than 0.');
	},
};

const UNIT = choice({
	displayName: 'Unit',
	name: 'resumeUnit',
	default: 'hours',
	description: 'Unit of the time to wait',
	displayOptions: { show: { limitType: ['afterTimeInterval'] } },
	options: [
		{ name: 'Minutes', value: 'minutes' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Days', value: 'days' },
	],
});

const MAX_DATE_AND_TIME: Parameter<unknown> = {
	field: {
		displayName: 'Max Date and Time',
		name: 'maxDateAndTime',
		type: 'dateTime',
		default: '',
		description:
			"Date and time in the time zone of the workflow (Settings), e.g. {{ $today.plus(1, 'days').set({ hour: 18 }) }} for tomorrow 18:00",
		displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
	},
	read: (value) => value,
};

const LIMIT = fieldGroup(
	{
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		description: 'Continue without a response after this time',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
	},
	{ type: LIMIT_TYPE, amount: AMOUNT, unit: UNIT, time: MAX_DATE_AND_TIME },
);

/** The option that ends the waiting; undefined where it was not added. */
export const LIMIT_WAIT_TIME = option({
	...LIMIT,
	read(value, displayName, read) {
		if (!isObject(value) || Object.keys(value).length > 0)
			return LIMIT.read(value, displayName, read);

		// n8n drops an expression in place of the whole group.
		throw new InputError(
			`'${displayName}' is empty, or its expression returned nothing`,
			'Fill in its fields, or remove it to wait without a limit.',
		);
	},
});

const MS_PER_UNIT = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/**
 * Reads until when to wait for the answer; for ever, where no limit is set.
 * @throws InputError where it is no time or in the past, and where the input item is an earlier answer
 */
export function readWaitLimit(
	read: Read,
	context: Pick<IExecuteFunctions, 'getInputData' | 'getTimezone'>,
): Date {
	const limit = read(LIMIT_WAIT_TIME);
	if (!limit) return WAIT_INDEFINITELY;

	refuseEarlierAnswer(context.getInputData()[0].json);
	const until =
		limit.type === 'atSpecifiedTime'
			? timeOf(limit.time, context.getTimezone())
			: Date.now() + limit.amount * MS_PER_UNIT[limit.unit];
	// n8n waits for ever until its own last date, and stores much later ones as long past.
	return new Date(Math.min(until, WAIT_INDEFINITELY.getTime()));
}

/** Refuses an input item that is an answer: where nobody answers, n8n lets it out again, as if it were the new answer. */
function refuseEarlierAnswer({ data }: IDataObject): void {
	if (memberOf(data, 'respondedAt') === undefined) return;

	throw new InputError(
		'The input item is the answer to an earlier question. If nobody answers this one in time, it would count as the answer',
		"The message was not sent. Put an 'Edit Fields' node between the two questions that keeps what you need under another name than 'data'.",
	);
}

/** Returns the time of a value, in ms since 1970. @throws InputError where it is none, or in the past */
function timeOf(value: unknown, zone: string): number {
	const until = dateTimeOf(value, zone).toMillis();
	if (until > Date.now()) return until;

	throw unusable(
		value,
		MAX_DATE_AND_TIME.field.displayName,
		"Use a date and time in the future such as 2030-01-31T18:00:00, or {{ $today.plus(1, 'days').set({ hour: 18 }) }} for tomorrow 18:00.",
	);
}

/** A text that may begin with a day: luxon also reads a year, a month or an hour alone. */
const DAY = /^\d{4}.{4,60}$/;

/** Reads a date and time in the ISO or the SQL format, or a date object; not valid for all else. */
function dateTimeOf(value: unknown, zone: string): DateTime {
	if (DateTime.isDateTime(value)) return value;
	// Whatever is no date is not valid.
	if (typeof value !== 'string') return DateTime.fromJSDate(value as Date);

	const text = DAY.exec(value.trim())?.[0] ?? '';
	const iso = DateTime.fromISO(text, { zone });
	return iso.isValid ? iso : DateTime.fromSQL(text, { zone });
}
