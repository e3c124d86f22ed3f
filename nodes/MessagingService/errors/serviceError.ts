/**
 * Names what a failure is about, and so what helps: the number, or whatever else the request is for; the plan of the
 * account; the API token; a limit of the service; the rest of the request; the address that was asked; or the user, who
 * stopped the execution.
 */
export type About = 'address' | 'limit' | 'number' | 'plan' | 'request' | 'stop' | 'token';

/** Details of a ServiceError, beside its message. */
interface Details {
	/** Says what to do next. */
	description: string;
	/** Whether the service may have carried it out all the same; false unless told. */
	mayHaveActed?: boolean;
	/** Whether it passes by itself, so that a later try may succeed; false unless told. */
	isTransient?: boolean;
	/** Whether the service has counted it, although it failed; false unless told. */
	isCounted?: boolean;
	/** Absent where nothing was refused, such as after a lost connection or a breakdown of the service. */
	about?: About;
	/** Begins the message where it may have been done: "This message may have been sent". */
	doubt?: string;
	/** HTTP status code of the answer, where there was one. */
	statusCode?: number;
	/** How long the service asked to wait, in ms. */
	retryAfter?: number;
}

/**
 * A request that did not succeed: the message says what happened, the description what to do next. It never holds the
 * API token, nor the error underneath (which holds the request's headers).
 *
 * Its details decide what is repeated. Of a request that sends, charges or counts:
 *
 * | What happened                         | Details that are true     | Request is retried | Key           | Retry On Fail repeats |
 * | ------------------------------------- | ------------------------- | ------------------ | ------------- | --------------------- |
 * | It was lost before it left            | isTransient               | yes                | is free again | yes                   |
 * | It was lost after it left             | isTransient, mayHaveActed | no                 | stays used    | no                    |
 * | A limit refused it (429)              | isTransient               | yes                | is free again | yes                   |
 * | "Too early" (425)                     | isTransient               | no                 | is free again | yes                   |
 * | The service refused it otherwise      | none                      | no                 | is free again | yes                   |
 * | The service failed (5xx, 408)         | isTransient, mayHaveActed | no                 | stays used    | no                    |
 * | The one-time password was wrong       | isCounted                 | no                 | none          | no                    |
 * | The user stopped it before it left    | none                      | no                 | is free again | yes                   |
 *
 * Of a request that only reads, `mayHaveActed` is never true, and `isTransient` alone decides on a retry.
 */
export class ServiceError extends Error {
	readonly description: string;
	readonly mayHaveActed: boolean;
	readonly isTransient: boolean;
	readonly isCounted: boolean;
	readonly about?: About;
	readonly doubt?: string;
	readonly statusCode?: number;
	readonly retryAfter?: number;

	constructor(message: string, details: Details) {
		super(message);
		this.name = 'ServiceError';

		this.description = details.description;
		this.mayHaveActed = details.mayHaveActed ?? false;
		this.isTransient = details.isTransient ?? false;
		this.isCounted = details.isCounted ?? false;
		this.about = details.about;
		this.doubt = details.doubt;
		this.statusCode = details.statusCode;
		this.retryAfter = details.retryAfter;
	}

	/** The message, which says first whether it may have been done. */
	get fullMessage(): string {
		const { doubt, message } = this;
		return doubt ? `${doubt}: ${message.charAt(0).toLowerCase()}${message.slice(1)}` : message;
	}

	/** Returns the same failure in other words, or with other details. */
	with({
		message = this.message,
		...details
	}: Partial<Details & { message: string }>): ServiceError {
		return new ServiceError(message, { ...this, ...details });
	}
}

/** Returns a ServiceError as a value, and throws anything else on: for `promise.catch(asServiceError)`. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/** Returns the error that ends what is under way when the user stops the execution. */
export function stopped(): ServiceError {
	return new ServiceError('The execution was stopped', {
		about: 'stop',
		description: 'Check what was already done before you run the workflow again.',
	});
}
