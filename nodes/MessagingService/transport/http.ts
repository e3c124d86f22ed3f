import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isObject, memberOf, type Members } from '../object';
import { readAnswer } from './answer';
import { connectionFailure } from './failures/connectionFailure';
import { evidenceOf } from './failures/evidence';
import { type Call, urlOf } from './request';

/** An answer as it came: any status code, the body not read yet. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Members;
	body: string;
	/** Whether a proxy answered in place of the service: the request never left. */
	isOfProxy?: boolean;
}

/** How one request travels. */
export interface HttpOptions {
	/** n8n's helpers, as every kind of node has them. */
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest'>;
	/** Longest silence, in ms. */
	timeout: number;
	/** Ends the request when the user stops the execution. */
	cancelSignal?: AbortSignal;
}

/** Asks n8n's helper for the body as text that is not read yet, and for status code and headers. */
const AS_TEXT = { json: true, encoding: 'text', returnFullResponse: true } as const;

/**
 * Sends one request, once, and returns its answer, which holds what its endpoint needs.
 *
 * It uses n8n's plain helper: the one that signs by itself sends again after a 401, and asks for the credential without
 * an item.
 * @throws ServiceError
 */
export async function exchange(
	call: Call,
	{ helpers, timeout, cancelSignal }: HttpOptions,
): Promise<IDataObject> {
	const { endpoint, body, connection } = call;
	const options: IHttpRequestOptions = {
		...AS_TEXT,
		method: endpoint.method,
		url: urlOf(call),
		body: body as IDataObject | undefined,
		headers: { Authorization: `${connection.scheme} ${connection.token}` },
		// The token goes to the Base URL alone.
		disableFollowRedirect: true,
		timeout,
		// A signal of its own: Node.js warns of more than ten listeners on one.
		abortSignal: cancelSignal && AbortSignal.any([cancelSignal]),
	};

	const answer = await helpers.httpRequest(options).then(toAnswer, (error: unknown) => {
		const refusal = answerOfError(error);
		if (!refusal) throw connectionFailure(error, call);
		return refusal;
	});
	return readAnswer(answer, call);
}

/** Reads an answer as n8n's helper gives it. */
function toAnswer(response: unknown): HttpAnswer {
	const headers = memberOf(response, 'headers');
	const body = memberOf(response, 'body') ?? '';
	return {
		statusCode: Number(memberOf(response, 'statusCode')),
		headers: isObject(headers) ? headers : {},
		body: typeof body === 'string' ? body : JSON.stringify(body),
	};
}

/** Returns the answer that an error brings; undefined where it brings none, or a success that was cut off. */
function answerOfError(error: unknown): HttpAnswer | undefined {
	const { head, mayHaveLeft } = evidenceOf(error);
	const body = memberOf(memberOf(error, 'response'), 'data');
	// A success that was cut off says nothing. A refusal is one, however its body ends.
	if (!head || (head.statusCode < 300 && typeof body !== 'string')) return undefined;

	return { ...head, body: typeof body === 'string' ? body : '', isOfProxy: !mayHaveLeft };
}
