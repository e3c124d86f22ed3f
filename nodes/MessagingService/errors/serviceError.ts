/**
 * What became of a message, or of anything else that a request asks for: `sent`, the service carried it out;
 * `notSent`, it certainly did not; `unknown`, it may have, so repeating it could send or charge twice.
 */
export type Fate = 'sent' | 'notSent' | 'unknown';

/** What may have become of a request that failed. */
export type FailedFate = Exclude<Fate, 'sent'>;

/** What stood in the way of a request. */
export type FailureKind =
	| 'blocked'
	| 'cancelled'
	| 'credential'
	| 'dns'
	| 'refused'
	| 'unreachable'
	| 'tls'
	| 'connection'
	| 'timeout'
	| 'proxy'
	| 'redirect'
	| 'status'
	| 'answer';

/**
 * What the words of an answer stand in: `JSON`, as those of a service do; `HTML`, as those of nobody, for a
 * website or a proxy answers where the service should; or plain text, which tells neither.
 */
export type WordsForm = 'JSON' | 'HTML' | 'text';

/** What a ServiceError tells beside its message. */
export interface ServiceErrorDetails {
	kind: FailureKind;
	fate: FailedFate;
	/** What became of the message, where that is not what became of the request; `fate` otherwise. */
	messageFate?: FailedFate;
	/** How to get on. */
	description: string;
	/** HTTP status code of the answer, where there was one. */
	statusCode?: number;
	/** How long the service asked to wait, in ms. */
	retryAfter?: number;
	/** What the answer's words stood in, where there was one. */
	form?: WordsForm;
}

/**
 * A request that did not succeed: the message says what happened, the description how to get on.
 * It never holds the API token, nor the error underneath (which holds the request's headers).
 */
export class ServiceError extends Error {
	readonly kind: FailureKind;

	readonly fate: FailedFate;

	readonly messageFate: FailedFate;

	readonly description: string;

	readonly statusCode?: number;

	readonly retryAfter?: number;

	readonly form?: WordsForm;

	constructor(message: string, details: ServiceErrorDetails) {
		super(message);
		this.name = 'ServiceError';
		this.kind = details.kind;
		this.fate = details.fate;
		this.messageFate = details.messageFate ?? details.fate;
		this.description = details.description;
		this.statusCode = details.statusCode;
		this.retryAfter = details.retryAfter;
		this.form = details.form;
	}

	/** Returns the same failure in other words, or with other details. */
	with({
		message = this.message,
		...details
	}: Partial<ServiceErrorDetails> & { message?: string }) {
		return new ServiceError(message, { ...this, ...details });
	}
}

/** For `promise.catch(asServiceError)`: gives a ServiceError as a value, and throws anything else on. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** The error that ends what is under way when the user stops the execution. */
export function cancelled(): ServiceError {
	return new ServiceError('The execution was stopped', {
		kind: 'cancelled',
		fate: 'notSent',
		description: 'Run the workflow again if you did not mean to stop it.',
	});
}

/** Refusals that hold for every number, or say nothing of this one. */
const NOT_ABOUT_THE_NUMBER = new Set([401, 403, 429]);

/** Whether the service refused a request for what it was about, e.g. for its number, and did nothing. */
export function refusesTheNumber({ kind, fate, statusCode = 0, form }: ServiceError): boolean {
	return (
		kind === 'status' &&
		fate === 'notSent' &&
		form !== 'HTML' &&
		statusCode >= 400 &&
		statusCode < 500 &&
		!NOT_ABOUT_THE_NUMBER.has(statusCode)
	);
}
