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

/** Returns a refusal of a request that is not as the service's interface has it. */
export const invalid = (message: string) => new ServiceError(400, 'invalid_request', message);

export const unauthorized = () =>
	new ServiceError(401, 'unauthorized', 'The API token is missing or unknown.');

export const enterpriseOnly = (feature: string) =>
	new ServiceError(403, 'enterprise_only', `${feature} requires an Enterprise plan.`);

export const notFound = (message: string) => new ServiceError(404, 'not_found', message);

export const conflict = (message: string) => new ServiceError(409, 'conflict', message);
