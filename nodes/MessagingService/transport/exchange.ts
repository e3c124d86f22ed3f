import { readAnswer } from './answer';
import type { Connection } from './credential';
import type { Deadlines } from './deadlines';
import { connectionFailure } from './failures/connectionFailure';
import type { HttpSend } from './http';
import type { Advice, Answer, Needs, ServiceRequest } from './request';
import { urlOf } from './request';

/** Carries out one request and returns its answer, which holds what the endpoint needs. @throws ServiceError */
export type Exchange = <Needed extends Needs>(
	request: ServiceRequest<Needed>,
) => Promise<Answer<Needed>>;

/** How one request is made. */
export interface ExchangeOptions {
	/** End requests that take too long, and running ones when the user stops the execution. */
	deadlines: Deadlines;
	/** Names the settings that help against a failure. */
	advice?: Advice;
}

/** Returns the exchange over HTTP: URL, timeout and error mapping, one attempt, no retry. */
export function createExchange(
	send: HttpSend,
	connection: Connection,
	{ deadlines, advice }: ExchangeOptions,
): Exchange {
	return async (request) => {
		const { endpoint, body } = request;
		const { method } = endpoint;
		const url = urlOf(connection.baseUrl, request);
		const call = { ...request, connection, advice };

		const answer = await deadlines
			.withDeadline(async (abortSignal) => await send({ method, url, body, abortSignal }))
			.catch((error: unknown) => {
				throw connectionFailure(error, call);
			});
		return readAnswer(answer, call);
	};
}
