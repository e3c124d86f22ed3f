import {
	type IDataObject,
	type IExecuteFunctions,
	tryToParseDateTime,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';

import { InputError, quoteValue } from '../errors';
import { memberOf } from '../host/object';
import { choice, fieldGroup, option, type Parameter, type Read } from '../parameters/parameter';
import { asNumber, unusable } from '../parameters/values';

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
	read(value, displayName) {
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
		description: 'Date and time in the time zone of the workflow',
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
	[LIMIT_TYPE, AMOUNT, UNIT, MAX_DATE_AND_TIME],
);

/** The option that ends the waiting; undefined where no limit is set. */
export const LIMIT_WAIT_TIME = option<Read | undefined>({
	field: LIMIT.field,
	read: (value, displayName, read) =>
		memberOf(value, 'values') ? LIMIT.read(value, displayName, read) : undefined,
});

/**
 * Reads until when to wait for the answer; for ever, where no limit is set.
 * @throws InputError where n8n cannot read it, where it is in the past, and where the input item is an earlier answer
 */
export function readWaitLimit(
	read: Read,
	context: Pick<IExecuteFunctions, 'getInputData' | 'getTimezone'>,
): Date {
	const limit = read(LIMIT_WAIT_TIME);
	if (!limit) return WAIT_INDEFINITELY;

	refuseEarlierAnswer(context.getInputData()[0].json);
	const timezone = context.getTimezone();

	const isAtTime = limit(LIMIT_TYPE) === 'atSpecifiedTime';
	const until = isAtTime ? atTime(limit, timezone) : afterInterval(limit);
	// n8n waits for ever until its own last date, and stores much later ones as long past.
	return until < WAIT_INDEFINITELY ? until : WAIT_INDEFINITELY;
}

/** Refuses an input item that is an answer: where nobody answers, n8n lets it out again, as if it were the new answer. */
function refuseEarlierAnswer({ data }: IDataObject): void {
	if (memberOf(data, 'respondedAt') === undefined) return;

	throw new InputError(
		'The input item is the answer to an earlier question. If nobody answers this one in time, it would count as the answer',
		"The message was not sent. Put an 'Edit Fields' node before this one that keeps what you need under another name than 'data'.",
	);
}

const MS_PER_UNIT = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

function afterInterval(limit: Read): Date {
	return new Date(Date.now() + limit(AMOUNT) * MS_PER_UNIT[limit(UNIT)]);
}

function atTime(limit: Read, timezone: string): Date {
	const value = limit(MAX_DATE_AND_TIME);
	const { displayName } = MAX_DATE_AND_TIME.field;

	const until = parseDate(value, timezone);
	if (!until) throw unusable(value, displayName, 'Use a date such as 2030-01-31T18:00:00.');
	if (until > new Date()) return until;

	throw new InputError(
		`'${displayName}' "${quoteValue(value)}" is in the past`,
		'Use a date and time in the future, so that the recipient has time to answer.',
	);
}

function parseDate(value: unknown, timezone: string): Date | undefined {
	try {
		return tryToParseDateTime(value, timezone).toJSDate();
	} catch {
		// It only says that it is not a valid date; the caller names the field.
		return undefined;
	}
}
