import { tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { quoteValue } from '../errors/quote';
import { memberOf } from '../object';
import {
	choice,
	inValues,
	makeRead,
	option,
	type Parameter,
	type Read,
} from '../parameters/parameter';
import { asNumber, unusable } from '../parameters/values';
import { dateOf } from './form/notations';

// The panel asks of the limit what n8n's own send-and-wait nodes ask.
const LIMIT_TYPE = choice({
	displayName: 'Limit Type',
	name: 'limitType',
	default: 'afterTimeInterval',
	description: 'When the execution continues without an answer',
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
	read(value, name) {
		const amount = asNumber(value);
		if (amount > 0) return amount;

		throw unusable(value, name, 'Use a number greater than 0.');
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

/** As n8n's field gives it: a text, or an object of its own that says no time zone. */
const MAX_DATE_AND_TIME: Parameter<unknown> = {
	field: {
		displayName: 'Max Date and Time',
		name: 'maxDateAndTime',
		type: 'dateTime',
		default: '',
		description: 'Date and time in the time zone of the workflow',
		displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
	},
	read: (value) => value,
};

/** The option that ends the waiting: what reads its entries, undefined where no limit is set. */
export const LIMIT_WAIT_TIME = option<Read | undefined>({
	field: {
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'fixedCollection',
		description:
			'How long to wait for the answer before the execution continues without it. The output is then the input item: it has no data.respondedAt.',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		options: inValues([LIMIT_TYPE, AMOUNT, UNIT, MAX_DATE_AND_TIME].map(({ field }) => field)),
	},
	read(value, name) {
		const values = memberOf(value, 'values');
		if (!values) return undefined;

		// n8n fills in the defaults: what is missing here comes from an expression that gives nothing.
		return makeRead({
			valueOf: ({ field }) => memberOf(values, field.name) ?? null,
			nameOf: (entry) => `${entry} of ${name}`,
		});
	},
});

const MS_PER_UNIT = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/**
 * Reads until when to wait for the answer; for ever, where no limit is set.
 * @param timezone in which a date without one is read
 * @throws InputError when it cannot be read, or is in the past
 */
export function readWaitLimit(read: Read, timezone: string): Date {
	const limit = read(LIMIT_WAIT_TIME);
	if (!limit) return WAIT_INDEFINITELY;

	const isAtTime = limit(LIMIT_TYPE) === 'atSpecifiedTime';
	const until = isAtTime ? atTime(limit, timezone) : afterInterval(limit);
	return until < LATEST_LIMIT ? until : WAIT_INDEFINITELY;
}

/** n8n stores years of five digits as the year 0, so that the wait would end at once. A Date ends later. */
const LATEST_LIMIT = new Date('9000-01-01T00:00:00Z');

function afterInterval(limit: Read): Date {
	return new Date(Date.now() + limit(AMOUNT) * MS_PER_UNIT[limit(UNIT)]);
}

/** A date as n8n's field gives it, with or without time and zone. Of others, nobody can tell day from month. */
const YEAR_FIRST = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.]\d{1,9})?)?( ?(Z|[+-]\d\d:?\d\d))?)?$/i;

function atTime(limit: Read, timezone: string): Date {
	const value = limit(MAX_DATE_AND_TIME);
	const until = parseDate(value, timezone);
	const { displayName } = MAX_DATE_AND_TIME.field;

	if (!until) {
		const nextStep = 'Use a date and time such as 2030-01-31T18:00:00, the year first.';
		throw unusable(value, `${displayName} of Limit Wait Time`, nextStep);
	}
	if (until > new Date()) return until;

	throw new InputError(
		`'${displayName}' "${quoteValue(value)}" is in the past`,
		'Use a date and time in the future, so that the recipient has time to answer.',
	);
}

function parseDate(value: unknown, timezone: string): Date | undefined {
	const text = typeof value === 'string' ? value.trim() : undefined;
	const isDate = text !== undefined && YEAR_FIRST.test(text) && dateOf(text.slice(0, 10));
	if (text !== undefined && !isDate) return undefined;

	try {
		return tryToParseDateTime(value, timezone).toJSDate();
	} catch {
		// It only says that it is not a valid date; the caller names the field.
		return undefined;
	}
}
