import { DateTime } from 'luxon';
import ms from 'ms';
import { type IExecuteFunctions, WAIT_INDEFINITELY } from 'n8n-workflow';

import { InputError } from '../errors';
import { memberOf } from '../util/members';
import { fieldGroup } from '../fields/groups';
import { choice, parameter, type Read } from '../fields/parameter';
import { asText, invalidValueError } from '../fields/readValues';

/** Shows a field for one of the two types of limit. */
const showFor = (limitType: string) => ({ displayOptions: { show: { limitType: [limitType] } } });

/** The option that ends the waiting, by the names of n8n's own send-and-wait nodes; undefined where it was not added. */
export const LIMIT_WAIT_TIME = fieldGroup(
	{
		displayName: 'Limit Wait Time',
		path: 'options.limitWaitTime',
		description: 'Continue without a response after this time',
		default: {
			values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
		},
	},
	{
		type: choice({
			displayName: 'Limit Type',
			path: 'options.limitWaitTime.values.limitType',
			default: 'afterTimeInterval',
			description: 'When the execution continues without a response',
			options: [
				{ name: 'After Time Interval', value: 'afterTimeInterval' },
				{ name: 'At Specified Time', value: 'atSpecifiedTime' },
			],
		}),
		amount: parameter(
			{
				displayName: 'Amount',
				path: 'options.limitWaitTime.values.resumeAmount',
				typeOptions: { minValue: 0, numberPrecision: 2 },
				description: 'Number of minutes, hours or days',
				...showFor('afterTimeInterval'),
			},
			{ type: 'number', default: 1 },
			asText,
		),
		unit: choice({
			displayName: 'Unit',
			path: 'options.limitWaitTime.values.resumeUnit',
			default: 'hours',
			description: 'Unit of the time to wait',
			...showFor('afterTimeInterval'),
			options: [
				{ name: 'Minutes', value: 'minutes' },
				{ name: 'Hours', value: 'hours' },
				{ name: 'Days', value: 'days' },
			],
		}),
		time: parameter(
			{
				displayName: 'Max Date and Time',
				path: 'options.limitWaitTime.values.maxDateAndTime',
				description:
					"Date and time in the time zone of the workflow (Settings), e.g. {{ $today.plus(1, 'days').set({ hour: 18 }) }} for tomorrow 18:00",
				...showFor('atSpecifiedTime'),
			},
			{ type: 'dateTime', default: '' },
			(value) => value,
		),
	},
);

/**
 * Reads until when to wait for the answer; for ever, where no limit is set.
 * @throws InputError where it is no time or in the past, and where the input item is an earlier answer
 */
export function readWaitLimit(read: Read, context: IExecuteFunctions): Date {
	const limit = read(LIMIT_WAIT_TIME);
	if (!limit) return WAIT_INDEFINITELY;

	// Where nobody answers, n8n lets the input item out again, as if it were the new answer.
	const [{ json }] = context.getInputData();
	if (memberOf(json.data, 'respondedAt')) {
		throw new InputError(
			'The input item is the answer to an earlier question. If nobody answers this one in time, it would count as the answer',
			"The message was not sent. Put an 'Edit Fields' node between the two questions that keeps what you need under another name than 'data'.",
		);
	}

	const { type, amount, unit, time } = limit;
	const [given, displayName, until] =
		type === 'afterTimeInterval'
			? [amount, 'Limit Wait Time → Amount', Date.now() + Number(amount) * ms(`1 ${unit}`)]
			: [time, 'Limit Wait Time → Max Date and Time', timeOf(time, context.getTimezone())];
	// n8n waits for ever until its own last date, and stores much later ones as long past.
	if (until > Date.now()) return new Date(Math.min(until, WAIT_INDEFINITELY.getTime()));

	throw invalidValueError(
		given,
		displayName,
		"Use a number greater than 0, or a date and time in the future such as 2030-01-31T18:00:00, or {{ $today.plus(1, 'days').set({ hour: 18 }) }} for tomorrow 18:00.",
	);
}

/** A text that begins with a day: luxon also reads a year, a month or an hour alone. */
const DAY = /^\d{4}.{4,60}$/;

/** Reads a date and time in the ISO or the SQL format, or a date object, as ms since 1970; NaN for all else. */
function timeOf(value: unknown, zone: string): number {
	// JSON has a date object as an ISO text.
	const written: unknown = JSON.parse(JSON.stringify(value ?? ''));
	const text = (typeof written === 'string' && DAY.exec(written.trim())?.[0]) || '';
	const iso = DateTime.fromISO(text, { zone });
	return (iso.isValid ? iso : DateTime.fromSQL(text, { zone })).toMillis();
}
