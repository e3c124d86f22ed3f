import { type INodeProperties, tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import { shown } from '../errors/quote';
import { ItemParameters } from '../parameters/itemParameters';
import type { Option } from '../parameters/options';
import { unusable } from '../parameters/values';
import { inValues } from './form/panel';
import { dateOf } from './form/parse';

/** What the panel asks of the limit, as n8n's own send-and-wait nodes do. */
const FIELDS: INodeProperties[] = [
	{
		displayName: 'Limit Type',
		name: 'limitType',
		type: 'options',
		default: 'afterTimeInterval',
		description: 'When the execution continues without an answer',
		options: [
			{
				name: 'After Time Interval',
				value: 'afterTimeInterval',
				description: 'Waits for a certain amount of time',
			},
			{
				name: 'At Specified Time',
				value: 'atSpecifiedTime',
				description: 'Waits until the set date and time',
			},
		],
	},
	{
		displayName: 'Amount',
		name: 'resumeAmount',
		type: 'number',
		typeOptions: { minValue: 0, numberPrecision: 2 },
		default: 1,
		description: 'Number of minutes, hours or days',
		displayOptions: { show: { limitType: ['afterTimeInterval'] } },
	},
	{
		displayName: 'Unit',
		name: 'resumeUnit',
		type: 'options',
		default: 'hours',
		description: 'Unit of the time to wait',
		displayOptions: { show: { limitType: ['afterTimeInterval'] } },
		options: [
			{ name: 'Minutes', value: 'minutes' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Days', value: 'days' },
		],
	},
	{
		displayName: 'Max Date and Time',
		name: 'maxDateAndTime',
		type: 'dateTime',
		default: '',
		description: 'Date and time in the time zone of the workflow',
		displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
	},
];

/** The option that ends the waiting; undefined where no limit is set. */
export const LIMIT_WAIT_TIME: Option<Record<string, unknown> | undefined> = {
	field: {
		displayName: 'Limit Wait Time',
		name: 'limitWaitTime',
		type: 'fixedCollection',
		description: 'How long to wait for the answer before the execution continues without it',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
		options: inValues(FIELDS),
	},
	read: (value) => (value as { values?: Record<string, unknown> } | undefined)?.values,
};

/** In ms. */
const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** The fields, as errors name them. */
const NAMED = FIELDS.map((field) => ({
	...field,
	displayName: `${field.displayName} of Limit Wait Time`,
}));

/**
 * Reads until when to wait for the answer; for ever, where no limit is set.
 * @param timezone in which a date without one is read
 * @throws InputError when it cannot be read, or is in the past
 */
export function readWaitLimit(parameters: ItemParameters, timezone: string): Date {
	const values = parameters.option(LIMIT_WAIT_TIME);
	if (!values) return WAIT_INDEFINITELY;
	// n8n fills in the defaults: what is missing here comes from an expression that gives nothing.
	const limit = new ItemParameters((name) => values[name] ?? null, NAMED);
	const type = limit.choice<'afterTimeInterval' | 'atSpecifiedTime'>('limitType');
	const until = type === 'atSpecifiedTime' ? atTime(limit, timezone) : afterInterval(limit);
	return until < LATEST_LIMIT ? until : WAIT_INDEFINITELY;
}

/** n8n stores years of five digits as the year 0, so that the wait would end at once. A Date ends later. */
const LATEST_LIMIT = new Date('9000-01-01T00:00:00Z');

function afterInterval(limit: ItemParameters): Date {
	const amount = limit.value('resumeAmount', null);
	const count = typeof amount === 'string' && amount.trim() ? Number(amount) : amount;
	if (typeof count !== 'number' || !(count > 0)) {
		throw unusable(limit.displayName('resumeAmount'), amount, 'Use a number greater than 0.');
	}
	return new Date(Date.now() + count * UNITS[limit.choice<keyof typeof UNITS>('resumeUnit')]);
}

/** A date as n8n's field gives it, with or without time and zone. Of others, nobody can tell day from month. */
const YEAR_FIRST = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.]\d{1,9})?)?( ?(Z|[+-]\d\d:?\d\d))?)?$/i;

function atTime(limit: ItemParameters, timezone: string): Date {
	const value = limit.value('maxDateAndTime', null);
	const until = parseDate(value, timezone);
	if (!until) {
		const remedy = 'Use a date and time such as 2030-01-31T18:00:00, the year first.';
		throw unusable(limit.displayName('maxDateAndTime'), value, remedy);
	}
	if (until > new Date()) return until;
	throw new InputError(
		`'Max Date and Time' "${shown(value)}" is in the past`,
		'Use a date and time in the future, so that the recipient has time to answer.',
	);
}

function parseDate(value: unknown, timezone: string): Date | undefined {
	const text = typeof value === 'string' ? value.trim() : undefined;
	if (text !== undefined && !(YEAR_FIRST.test(text) && dateOf(text.slice(0, 10)))) return undefined;
	try {
		return tryToParseDateTime(value, timezone).toJSDate();
	} catch {
		// It only says that it is not a valid date; the caller names the field.
		return undefined;
	}
}
