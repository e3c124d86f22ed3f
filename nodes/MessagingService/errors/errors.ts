import type { IDataObject } from 'n8n-workflow';
import { Duration } from 'luxon';

import type { Members } from '../util/members';
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
	}
}

/** What is known of a failed request. */
export interface Facts {
	/** The recipient or the number, as the request names it. */
	target?: string;
	/** HTTP status code of the response, where there was one. */
	statusCode?: number;
	/** Codes of Node.js, where there was none. */
	codes?: string[];
	/** How long the service asks to wait, in ms. */
	asksToWait?: number;
	/** The service's own words, short and in one line. */
	words?: string;
	/** Whether the service answered in JSON. */
	isJson?: boolean;
	/** The response, for workflows to read: data where it is JSON, else text. Absent where it is long, or holds the token. */
	response?: IDataObject | string;
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
 * A failure with a row in the table of verdicts, and the facts. It never holds the API token, nor the error
 * underneath (which holds the request's headers).
 */
export class ServiceError extends Error {
	/** Says what to do next. */
	readonly description: string;

	constructor(readonly data: FailureData) {
		super(data.message);
		this.description = data.description;
	}

	/** Its row in the table of verdicts. */
	get verdict(): Verdict {
		return VERDICTS[this.data.row];
	}

	/** Returns the same failure in other words. */
	with(changes: Partial<FailureData>) {
		return new ServiceError({ ...this.data, ...changes });
	}
}

/**
 * Returns the error of a row, and decides its outcome, which nothing else does. It says first whether what was asked for may have
 * been done, then what to do.
 * @param values what the sentences of the row name in braces; of a request, the members of its endpoint too. `leavesDoubt` is
 * false where it does not matter whether the service has acted. In doubt, `ifPossiblySent` begins the message and `whereToCheck`
 * the description; else `ifNotSent` begins the description
 */
export function serviceError(row: VerdictName, values: Members = {}, facts: Facts = {}) {
	const { acted, happened, nextStep }: Verdict = VERDICTS[row];
	const isInDoubt = !acted && values.leavesDoubt !== false;
	const ifCertain = acted === 'yes' ? 'sent' : 'notSent';
	const outcome: Outcome = isInDoubt ? 'possiblySent' : ifCertain;

	const opening = isInDoubt
		? `{ifPossiblySent}: ${happened.charAt(0).toLowerCase()}${happened.slice(1)}`
		: happened;
	const certainty = isInDoubt ? '{whereToCheck}' : '{ifNotSent}';

	const { statusCode, codes = [], asksToWait = 0, words } = facts;
	const seconds = Math.ceil(asksToWait / 1000);
	const length = Duration.fromObject({ seconds }, { locale: 'en' }).rescale().toHuman();
	const asked = asksToWait ? `, and asks to wait ${length}` : '';
	const quoted = words ? `: ${words.replace(/(?<!\.)\.$/, '')}` : '';
	// In small letters: n8n replaces a text that holds a code of Node.js by its own.
	const source = statusCode ? `HTTP ${statusCode}` : codes.join(', ').toLowerCase();
	return new ServiceError({
		...facts,
		row,
		outcome,
		message: fill(opening, values) + asked + quoted,
		description: fill(`${certainty} ${nextStep}`, values).trim() + (source && ` (${source})`),
	});
}

/** Puts values into a text that names them in braces. */
export function fill(text: string, values: Members) {
	return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/**
 * Returns a ServiceError as a value, and throws anything else on: for `promise.catch(asServiceError)`. n8n's lint takes an
 * error that is thrown on from a catch clause for one that n8n cannot show.
 */
export function asServiceError(error: unknown) {
	if (error instanceof ServiceError) return error;
	throw error;
}
