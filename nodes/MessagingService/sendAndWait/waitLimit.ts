import { type INodeProperties, tryToParseDateTime, WAIT_INDEFINITELY } from 'n8n-workflow';

import { InputError } from '../errors/inputError';
import type { ItemParameters } from '../parameters/itemParameters';
import type { Option } from '../parameters/options';
import { unusable as cannotBe } from '../parameters/values';
import { shown } from '../errors/quote';
import { isDate } from './fieldValue';

/** The option that ends the waiting, as n8n's own send-and-wait nodes have it. */
const FIELD: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	description: 'How long to wait for the answer before the execution continues without it',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
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
			],
		},
	],
};

/** What is set of it; n8n fills in the defaults of the rest. */
type Limit = Record<'limitType' | 'resumeAmount' | 'resumeUnit' | 'maxDateAndTime', unknown>;

/** The option that ends the waiting; undefined where no limit is set. */
export const LIMIT_WAIT_TIME: Option<Limit | undefined> = {
	field: FIELD,
	read: (value) => (value as { values?: Limit } | undefined)?.values,
};

/** In ms. */
const UNITS = new Map<unknown, number>([
	['minutes', 60_000],
	['hours', 3_600_000],
	['days', 86_400_000],
]);

/**
 * Reads until when to wait for the answer; for ever, where no limit is set.
 * @param timezone in which a date without one is read
 * @throws InputError when it cannot be read, or is in the past
 */
export function readWaitLimit(parameters: ItemParameters, timezone: string): Date {
	const limit = parameters.option(LIMIT_WAIT_TIME);
	if (!limit) return WAIT_INDEFINITELY;
	const { limitType, resumeAmount, resumeUnit, maxDateAndTime } = limit;
	if (limitType === 'atSpecifiedTime') return atTime(maxDateAndTime, timezone);
	if (limitType === 'afterTimeInterval') return afterInterval(resumeAmount, resumeUnit);
	throw unusable('Limit Type', limitType, 'Use one of: afterTimeInterval, atSpecifiedTime.');
}

function afterInterval(amount: unknown, unit: unknown): Date {
	const count = typeof amount === 'string' && amount.trim() ? Number(amount) : amount;
	if (typeof count !== 'number' || !(count > 0)) {
		throw unusable('Amount', amount, 'Use a number greater than 0.');
	}
	const length = UNITS.get(unit);
	if (length === undefined) {
		throw unusable('Unit', unit, `Use one of: ${[...UNITS.keys()].join(', ')}.`);
	}
	const until = new Date(Date.now() + count * length);
	// n8n waits for ever until this date, and a Date holds nothing much later.
	return until < WAIT_INDEFINITELY ? until : WAIT_INDEFINITELY;
}

function atTime(value: unknown, timezone: string): Date {
	const until = parseDate(value, timezone);
	if (!until) {
		const remedy = 'Use a date and time such as 2030-01-31T18:00:00, the year first.';
		throw unusable('Max Date and Time', value, remedy);
	}
	if (until > new Date()) return until;
	throw new InputError(
		`'Max Date and Time' "${shown(value)}" is in the past`,
		'Use a date and time in the future, so that the recipient has time to answer.',
	);
}

/** A date as n8n's field gives it, with or without time and zone. Of others, nobody can tell day from month. */
const YEAR_FIRST = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.]\d{1,9})?)?( ?(Z|[+-]\d\d:?\d\d))?)?$/i;

function parseDate(value: unknown, timezone: string): Date | undefined {
	const text = typeof value === 'string' ? value.trim() : undefined;
	if (text !== undefined && !(YEAR_FIRST.test(text) && isDate(text.slice(0, 10)))) return undefined;
	try {
		return tryToParseDateTime(text ?? value, timezone).toJSDate();
	} catch {
		// It only says that it is not a valid date; the caller names the field.
		return undefined;
	}
}

function unusable(field: string, value: unknown, wayOut: string): InputError {
	return cannotBe(`${field} of Limit Wait Time`, value ?? null, wayOut);
}
