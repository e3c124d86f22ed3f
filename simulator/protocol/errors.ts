/** A refusal of the simulated service. */
export class ServiceError extends Error {
	constructor(
		readonly statusCode: number,
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

export const invalidError = (message: string) => new ServiceError(400, 'invalid_request', message);

export const notFoundError = (message: string) => new ServiceError(404, 'not_found', message);

export const conflictError = (message: string) => new ServiceError(409, 'conflict', message);
