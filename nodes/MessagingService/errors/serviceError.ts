import type { Outcome } from '../outcome';
import { isOfClass } from './thrown';

/**
 * Names the subject of a failure: the number, or whatever else the request names; the plan of the account; the API
 * token; a limit of the service; the rest of the request; the address that was asked, with the way to it; or
 * the user, who stopped the execution.
 */
export type About = 'number' | 'plan' | 'token' | 'limit' | 'request' | 'address' | 'stop';

/** Details of a ServiceError, beside its message. */
export interface ServiceErrorDetails {
	/** Says what to do next. */
	description: string;
	/** Whether the service may have acted on it all the same, so that repeating it could send or charge twice. */
	mayHaveBeenSent: boolean;
	/**
	 * Whether the service has or may have acted although no message left: it counted an attempt, or made an intent. False
	 * unless told.
	 */
	hasActed?: boolean;
	/** Whether it passes by itself, so that a later try may succeed; false unless told. */
	isTransient?: boolean;
	/** Whether the service had answered a request of it before it ended; false unless told. */
	isBegun?: boolean;
	/** Absent where nothing was refused, such as after a lost connection or a breakdown of the service. */
	about?: About;
	/** Stands before the message, and says whether it was done: "This message may have been sent". */
	prefix?: string;
	/** HTTP status code of the answer, where there was one. */
	statusCode?: number;
	/** How long the service asked to wait, in ms. */
	retryAfter?: number;
}

/**
 * A request that did not succeed: the message says what happened, the description what to do next.
 * It never holds the API token, nor the error underneath (which holds the request's headers).
 *
 * Its details decide what is repeated. Of a request that sends, charges or counts:
 *
 * | What happened                          | Details that are true        | Request is retried | Send Once Key | Retry On Fail repeats |
 * | -------------------------------------- | ---------------------------- | ------------------ | ------------- | --------------------- |
 * | It was lost before it left             | isTransient                  | yes                | is free again | yes                   |
 * | It was lost after it left              | isTransient, mayHaveBeenSent | no                 | stays used    | no                    |
 * | A limit of the service refused it      | isTransient                  | yes                | is free again | yes                   |
 * | The service refused it otherwise       | none                         | no                 | is free again | yes                   |
 * | The one-time password was not correct  | hasActed                     | no                 | none          | no                    |
 * | An intent may be made, no link is sent | hasActed                     | no                 | is free again | no                    |
 * | It was stopped before it left          | none                         | no                 | is free again | yes                   |
 * | It was stopped between two requests    | isBegun                      | no                 | is free again | yes                   |
 *
 * Of a request that only reads, `mayHaveBeenSent` is never true, and `isTransient` alone decides on a retry. `isBegun` decides
 * nothing here: it keeps an item that was stopped from counting as one that was never reached.
 */
export class ServiceError extends Error implements ServiceErrorDetails {
	readonly description: string;
	readonly mayHaveBeenSent: boolean;
	readonly hasActed: boolean;
	readonly isTransient: boolean;
	readonly isBegun: boolean;
	readonly about?: About;
	readonly prefix?: string;
	readonly statusCode?: number;
	readonly retryAfter?: number;

	/** Whether n8n's Retry On Fail may repeat it. */
	get isRepeatable(): boolean {
		return !this.mayHaveBeenSent && !this.hasActed;
	}

	/** The message, behind the prefix. */
	get fullMessage(): string {
		return withPrefix(this.prefix, this.message);
	}

	constructor(message: string, details: ServiceErrorDetails) {
		super(message);
		this.name = 'ServiceError';

		this.description = details.description;
		this.mayHaveBeenSent = details.mayHaveBeenSent;
		this.hasActed = details.hasActed ?? false;
		this.isTransient = details.isTransient ?? false;
		this.isBegun = details.isBegun ?? false;

		this.about = details.about;
		this.prefix = details.prefix;
		this.statusCode = details.statusCode;
		this.retryAfter = details.retryAfter;
	}

	/** Recognizes an error from before an update of the package, too. */
	static [Symbol.hasInstance](error: unknown): boolean {
		return isOfClass(error, 'ServiceError');
	}

	/** Returns the same failure in other words, or with other details. */
	with(changes: Partial<ServiceErrorDetails & { message: string }>): ServiceError {
		const { message = this.message, ...details } = changes;
		return new ServiceError(message, { ...this, ...details });
	}
}

/** Returns the outcome of the message whose request failed so. Errors of an older build are read too. */
export function outcomeOf({ mayHaveBeenSent }: ServiceError): Outcome {
	return mayHaveBeenSent ? 'possiblySent' : 'notSent';
}

/** Returns a message that begins with something else: "This message may have been sent: the connection …". */
export function withPrefix(prefix: string | undefined, message: string): string {
	return prefix ? `${prefix}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message;
}

/** Returns a ServiceError as a value, and throws anything else on: for `promise.catch(asServiceError)`. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** Throws an error on, and says that what it ended was begun: for `promise.catch(endBegun)`. */
export function endBegun(error: unknown): never {
	throw error instanceof ServiceError ? error.with({ isBegun: true }) : error;
}

/** Returns the error that ends what is under way when the user stops the execution. */
export function cancelled(): ServiceError {
	return new ServiceError('The execution was stopped', {
		about: 'stop',
		mayHaveBeenSent: false,
		description: 'Run the workflow again if you did not mean to stop it.',
	});
}
