import { ServiceError } from '../errors/serviceError';
import type { Connection } from './credential';
import { Deadlines } from './deadlines';
import { connectionFailure } from './failures/connectionFailure';
import { statusFailure } from './failures/statusFailure';
import type { HttpSend, ServiceAnswer } from './http';
import type { Advice, ServiceRequest } from './request';

/**
 * Carries out one request to the service and gives its 2xx answer.
 * @throws ServiceError for everything else
 */
export type Exchange = (request: ServiceRequest) => Promise<ServiceAnswer>;

/** How one request is made. */
export interface ExchangeOptions {
	/** For one request, from its start to the end of its answer, in ms. */
	timeout: number;
	/** Aborted when the user stops the execution: requests in flight then end. */
	stopped?: AbortSignal;
	advice?: Advice;
}

/** Gives the exchange over HTTP: URL, timeout and error mapping, one attempt, no retry. */
export function createExchange(
	send: HttpSend,
	connection: Connection,
	{ timeout, stopped, advice }: ExchangeOptions,
): Exchange {
	const deadlines = new Deadlines(timeout, stopped);
	const { hide } = connection;
	return async (request) => {
		const { endpoint, body } = request;
		const { method } = endpoint;
		const subject = { ...request, advice };
		const url = urlOf(connection, request);
		const answer = await deadlines
			.meet(async (signal) => await send({ method, url, body, timeout, signal }))
			.catch((error: unknown) => connectionFailure(error, subject, url));
		if (answer instanceof ServiceError) throw answer;
		const failure = statusFailure({ ...answer, hide }, subject, url);
		if (failure) throw failure;
		return { ...answer, hide };
	};
}

function urlOf(connection: Connection, { endpoint, number, query }: ServiceRequest): string {
	const path = endpoint.path.replace('{number}', () => encodeURIComponent(number ?? ''));
	const search = query?.toString();
	return `${connection.baseUrl}${path}${search ? `?${search}` : ''}`;
}
