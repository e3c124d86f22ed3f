import { DateTime } from 'luxon';
import ms from 'ms';
import {
	type IDataObject,
	type IExecuteFunctions,
	type NodeHint,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';

import { InputError } from '../errors';
import { isReview } from '../n8n/undocumented';
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
		description:
			"How long to wait for a response. After this time, the item continues as it came in, without 'data'.",
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
				type: 'number',
				default: 1,
			},
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
				type: 'dateTime',
				default: '',
			},
			// JSON has a date object as an ISO text.
			(value): unknown => JSON.parse(JSON.stringify(value ?? '')),
		),
	},
);

/**
 * Stands above the output of a question with a time limit, also of an answered one: n8n runs no node when the time is up, and a
 * hint's condition sees the node's input, not its output.
 */
export const WAIT_LIMIT_HINT: NodeHint = {
	message:
		"No 'data' below after the wait: nobody answered in time, and this is the item as it came in. Otherwise, 'data' is the answer.",
	displayCondition:
		'={{ $parameter["operation"] === "sendAndWait" && !!$parameter["options"]?.limitWaitTime }}',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
};

/** Reads when the waiting ends. @throws InputError where that is no time to come */
export function readWaitTill(read: Read, context: IExecuteFunctions): Date {
	const limit = read(LIMIT_WAIT_TIME);
	if (!limit) return WAIT_INDEFINITELY;

	// Where nobody answers, n8n lets the input item out again, as if it were the new answer. Whoever starts the workflow makes
	// that item, and of a review the model, where n8n looks for `approved` beside `data` too.
	const [{ json }] = context.getInputData();
	const { approved, respondedAt } = { ...(json.data as IDataObject) };
	if (approved || respondedAt || (isReview(context.getNode()) && json.approved)) {
		throw new InputError(
			'The input item is, or looks like, the answer to an earlier question. If nobody answers this one in time, it would count as the answer',
			"Rename what you need in an 'Edit Fields' node before this one.",
		);
	}

	const { type, amount, unit, time } = limit;
	const now = Date.now();
	const isInterval = type === 'afterTimeInterval';
	const end = isInterval
		? now + Number(amount) * ms(`1 ${unit}`)
		: timeOf(time, context.getTimezone());
	// n8n waits for ever until its own last date, and stores much later ones as long past.
	if (end > now) return new Date(Math.min(end, WAIT_INDEFINITELY.getTime()));

	throw invalidValueError(
		isInterval ? amount : time,
		`Limit Wait Time → ${isInterval ? 'Amount' : 'Max Date and Time'}`,
		"Use a number greater than 0, or a date and time in the future such as 2030-01-31T18:00:00, or {{ $today.plus(1, 'days').set({ hour: 18 }) }} for tomorrow 18:00.",
	);
}

/** A text that begins with a day: luxon also reads a year, a month or an hour alone. */
const DAY = /^\d{4}.{4,60}$/;

/** Reads a date and time in the ISO or the SQL format as ms since 1970; NaN for all else. @param zone of the workflow */
function timeOf(value: unknown, zone: string) {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!DAY.test(text)) return NaN;

	const iso = DateTime.fromISO(text, { zone });
	return (iso.isValid ? iso : DateTime.fromSQL(text, { zone })).toMillis();
}
