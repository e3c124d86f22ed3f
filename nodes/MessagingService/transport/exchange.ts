import { ServiceError } from '../errors/serviceError';
import { readAnswer } from './answer';
import type { Connection } from './credential';
import { Deadlines } from './deadlines';
import { connectionFailure } from './failures/connectionFailure';
import type { HttpSend } from './http';
import type { Advice, Answer, Needs, ServiceRequest } from './request';
import { urlOf } from './request';

/**
 * Carries out one request to the service and returns its answer, which holds what the endpoint needs.
 * @throws ServiceError for everything else
 */
export type Exchange = <Needed extends Needs>(
	request: ServiceRequest<Needed>,
) => Promise<Answer<Needed>>;

/** How one request is made. */
export interface ExchangeOptions {
	/** For one request, from its start to the end of its answer, in ms. */
	timeout: number;
	/** Aborted when the user stops the execution: running requests then end. */
	stopped?: AbortSignal;
	advice?: Advice;
}

/** Returns the exchange over HTTP: URL, timeout and error mapping, one attempt, no retry. */
export function createExchange(
	send: HttpSend,
	connection: Connection,
	{ timeout, stopped, advice }: ExchangeOptions,
): Exchange {
	const deadlines = new Deadlines(timeout, stopped);
	return async (request) => {
		const { endpoint, body } = request;
		const url = urlOf(connection.baseUrl, request);
		const { method } = endpoint;
		const advised = { ...request, advice };
		const answer = await deadlines
			.meet(async (signal) => await send({ method, url, body, timeout, signal }))
			.catch((error: unknown) => connectionFailure(error, advised, connection));
		if (answer instanceof ServiceError) throw answer;
		return readAnswer(answer, advised, connection);
	};
}
