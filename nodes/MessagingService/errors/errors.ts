import type { GenericValue, IDataObject } from 'n8n-workflow';

import { type Outcome, type Verdict, type VerdictName, VERDICTS } from './verdicts';

/**
 * What keeps an item from being done, found before any request, such as a value that cannot be used: the message names
 * the parameter and the value, the description says what to do next.
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
		/** One word for the reason, for programs. */
		readonly code?: string,
	) {
		super(message);
		this.name = 'InputError';
	}
}

/** What is known of a failed request. */
export interface Facts {
	/** The recipient or the number, as the request names it. */
	target?: string;
	/** HTTP status code of the response, where there was one. */
	statusCode?: number;
	/** How long the service asks to wait, in ms. */
	wait?: number;
	/** The service's own words, short and in one line. */
	words?: string;
	/** Whether the service answered in JSON. */
	isJson?: boolean;
	/** The response, for workflows to read: data where it is JSON, else text. Absent where it is long, or holds the token. */
	response?: IDataObject | GenericValue[] | string;
}

/** All of a failure, as plain data: n8n can save it. */
export interface FailureData extends Facts {
	/** Its row in the table of verdicts. */
	row: VerdictName;
	outcome: Outcome;
	/** Says what happened; where it may have been done, that comes first. */
	message: string;
	/** Says what to do next. */
	description: string;
}

/**
 * A request that failed: its row in the table of verdicts, and the facts. It never holds the API token, nor the error
 * underneath (which holds the request's headers).
 */
export class ServiceError extends Error {
	/** Says what to do next. */
	readonly description: string;

	constructor(readonly data: FailureData) {
		super(data.message);
		this.name = 'ServiceError';
		this.description = data.description;
	}

	/** Its row in the table of verdicts. */
	get verdict(): Verdict {
		return VERDICTS[this.data.row];
	}

	/** Returns the same failure in other words. */
	with(changes: Partial<FailureData>): ServiceError {
		return new ServiceError({ ...this.data, ...changes });
	}
}

/** What sentences name in braces, by name. */
export type Values = Record<string, string | undefined>;

/**
 * Returns the error of a row.
 * @param values what its two sentences name in braces
 * @param facts and what begins the message where the row leaves it in doubt: "This message may have been sent". Without it,
 * nothing was to be done that could be in doubt
 */
export function serviceError(
	row: VerdictName,
	values: Values = {},
	{ doubt, ...facts }: Facts & { doubt?: string } = {},
): ServiceError {
	const verdict = VERDICTS[row];
	const leavesDoubt = verdict.outcome === 'possiblySent';
	const happened = fill(verdict.happened, values);
	const begun = `${doubt}: ${happened.charAt(0).toLowerCase()}${happened.slice(1)}`;
	return new ServiceError({
		...facts,
		row,
		outcome: leavesDoubt && !doubt ? 'notSent' : verdict.outcome,
		message: leavesDoubt && doubt ? begun : happened,
		description: fill(verdict.nextStep, values),
	});
}

/** Puts values into a text that names them in braces. */
export function fill(text: string, values: Values): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/**
 * Returns a ServiceError as a value, and throws anything else on: for `promise.catch(asServiceError)`. n8n's lint takes an
 * error that is thrown on from a catch clause for one that n8n cannot show.
 */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}
