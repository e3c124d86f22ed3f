import { ServiceError } from '../errors/serviceError';
import type { Connection } from './credential';
import { Deadlines } from './deadlines';
import { connectionFailure } from './failures/connectionFailure';
import { statusFailure } from './failures/statusFailure';
import type { HttpAnswer, HttpSend } from './http';
import type { ServiceRequest } from './request';

/**
 * Carries out one request to the service and gives its 2xx answer.
 * @throws ServiceError for everything else
 */
export type Exchange = (request: ServiceRequest) => Promise<HttpAnswer>;

/**
 * Gives the exchange over HTTP: URL, timeout and error mapping, one attempt, no retry.
 * @param timeout ms for one request, from its start to the end of its answer
 */
export function createExchange(send: HttpSend, connection: Connection, timeout: number): Exchange {
	const deadlines = new Deadlines(timeout);
	return async (request) => {
		const { endpoint, body } = request;
		const url = urlOf(connection, request);
		const answer = await deadlines
			.meet(send({ method: endpoint.method, url, body, timeout }))
			.catch((error: unknown) => connectionFailure(error, endpoint, url));
		if (answer instanceof ServiceError) throw answer;
		const failure = statusFailure(answer, request);
		if (failure) throw failure;
		return answer;
	};
}

function urlOf(connection: Connection, { endpoint, number, query }: ServiceRequest): string {
	const path = endpoint.path.replace('{number}', () => encodeURIComponent(number ?? ''));
	const search = query?.toString();
	return `${connection.baseUrl}${path}${search ? `?${search}` : ''}`;
}
