import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { Outcome, Verdict } from './verdict';
import { type VerdictName, VERDICTS } from './verdicts';

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
	/** The response, for workflows to read: data where it is JSON, else text. */
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

	/** Returns the same failure in other words, or with another outcome. */
	with(changes: Partial<FailureData>): ServiceError {
		return new ServiceError({ ...this.data, ...changes });
	}

	/** Returns the same failure of what may have been done. @param doubt says so: "This message may have been sent" */
	inDoubt(doubt: string): ServiceError {
		const { message } = this.data;
		const happened = message.charAt(0).toLowerCase() + message.slice(1);
		return this.with({ outcome: 'possiblySent', message: `${doubt}: ${happened}` });
	}
}

/**
 * Returns the error of a row: its two sentences, with the parts that they name in braces.
 * @param parts by name
 */
export function serviceError(
	row: VerdictName,
	parts: Record<string, string | undefined> = {},
	facts: Facts = {},
): ServiceError {
	const { outcome, happened, nextStep } = VERDICTS[row];
	return new ServiceError({
		...facts,
		row,
		outcome,
		message: fill(happened, parts),
		description: fill(nextStep, parts),
	});
}

/** Puts parts into a text that names them in braces. */
export function fill(text: string, parts: Record<string, string | undefined>): string {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');
}

/** Returns a ServiceError as a value, and throws anything else on: for `promise.catch(asServiceError)`. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}
