import type {
	ICredentialTestFunctions,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';

import { withAuthorization } from './authorize';
import type { Connection } from './credential';
import { evidenceOf } from './failures/evidence';

/** A request as it goes over the wire; its timeout in ms, for a helper that takes no signal. */
type HttpRequest = Pick<IHttpRequestOptions, 'method' | 'url' | 'body' | 'timeout' | 'abortSignal'>;

/** An answer as it came: any status code, the body not read yet. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: IDataObject;
	body: string;
	/** Whether the body came and cannot be read, such as one whose compression is broken. */
	isBroken?: boolean;
	/** Whether it came from a proxy that did not connect: nothing of the request had been sent. */
	answeredByProxy?: boolean;
}

/** Sends one request, once, and returns the answer whatever its status code. Redirects are not followed. */
export type HttpSend = (request: HttpRequest) => Promise<HttpAnswer>;

/** Where in n8n the service can be reached from: a node's execution, its lists, its polling. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/**
 * Sends with n8n's own helper for requests, signed as the credential type signs those of n8n's HTTP Request node.
 *
 * Not with the helper that signs by itself: n8n 1 takes from its errors all by which one can tell whether a
 * request left, and every n8n sends a request a second time through it when the answer is a 401.
 * For the same reason an answer that is no success is taken as an error: it brings the connection along.
 */
export function authenticatedSend(
	{ helpers }: Pick<ServiceContext, 'helpers'>,
	{ authorization }: Pick<Connection, 'authorization'>,
): HttpSend {
	// Its signal ends it; a timeout in n8n's helper would only add two timers to each request.
	const asText = { json: true, encoding: 'text', returnFullResponse: true, timeout: 0 } as const;
	return async (request) =>
		await helpers
			.httpRequest(withAuthorization({ ...request, ...asText }, authorization))
			.then(toAnswer, answerOf);
}

/** Returns the answer that an error brings; throws it on where there is none, or one of success that is cut. */
function answerOf(error: unknown): HttpAnswer {
	const { response } = (error ?? {}) as {
		response?: { status?: unknown; headers?: unknown; data?: unknown };
	};
	const { mayHaveBeenSent, isUndecodable, head } = evidenceOf(error);
	const { status, headers, data } = response ?? { ...head, data: undefined };
	const isBroken = typeof data !== 'string';
	// The status code tells of a refusal, however its body ends.
	const isCut = isBroken && Number(status) < 300 && !isUndecodable;
	if (typeof status !== 'number' || isCut) throw error;
	return {
		statusCode: status,
		headers: (headers ?? {}) as IDataObject,
		body: isBroken ? '' : data,
		isBroken,
		answeredByProxy: !mayHaveBeenSent,
	};
}

/** Sends with the only helper that n8n gives to the test of a credential. */
export function credentialTestSend(
	{ helpers }: ICredentialTestFunctions,
	connection: Connection,
): HttpSend {
	return async ({ method, url, timeout }) => {
		const response: unknown = await helpers.request({
			method,
			uri: url,
			timeout,
			headers: { Accept: 'application/json', Authorization: connection.authorization },
			resolveWithFullResponse: true,
			simple: false,
			followRedirect: false,
		});
		// Unlike the other helper, this one gives the request with every answer.
		return { ...toAnswer(response), answeredByProxy: !evidenceOf(response).mayHaveBeenSent };
	};
}

function toAnswer(response: unknown): HttpAnswer {
	const { statusCode = 0, headers = {}, body = '' } = response as Partial<HttpAnswer>;
	return { statusCode, headers, body: typeof body === 'string' ? body : JSON.stringify(body) };
}
