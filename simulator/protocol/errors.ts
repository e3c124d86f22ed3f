/** Name of the shape of error bodies. `docs/service.md` does not show a shape (section 7). */
export type ErrorShape = keyof typeof ERROR_SHAPES;

/** Shapes that real services use: a caller must be able to read each of them. */
export const ERROR_SHAPES = {
	nested: (code: string, message: string) => ({ error: { code, message } }),
	flat: (code: string, message: string) => ({ code, message }),
	string: (_code: string, message: string) => ({ error: message }),
	list: (code: string, message: string) => ({ errors: [{ code, message }] }),
	text: (_code: string, message: string) => message,
};

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

export const unauthorized = () =>
	new ServiceError(401, 'unauthorized', 'The API token is missing or unknown.');

export const enterpriseOnly = (feature: string) =>
	new ServiceError(403, 'enterprise_only', `${feature} requires an Enterprise plan.`);

export const notFound = (message: string) => new ServiceError(404, 'not_found', message);

export const conflict = (message: string) => new ServiceError(409, 'conflict', message);
