import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isObject, isPlainObject, memberOf } from '../host/object';
import { quote, redact, type ServiceError } from '../errors';
import { connectionFailure } from './failures/connectionFailure';
import { parseJson } from './failures/errorBody';
import { evidenceOf } from './failures/evidence';
import { failure } from './failures/failure';
import { statusFailure } from './failures/statusFailure';
import { activityOf, type Call, type HttpAnswer, urlOf } from './request';

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

/**
 * Reads an answer as a JSON object that holds what its endpoint needs.
 * @throws ServiceError for a refusal, and for what cannot be read or lacks something, which it quotes
 */
function readAnswer(answer: HttpAnswer, call: Call): IDataObject {
	const { statusCode, body, isOfProxy } = answer;
	if (isOfProxy || statusCode < 200 || statusCode >= 300) throw statusFailure(answer, call);
	if (body.trim() === '') throw unreadable('an empty answer', answer, call);

	const value = parseJson(body);
	if (!isPlainObject(value)) throw unreadable('something that is no JSON object', answer, call);

	const object = value as IDataObject;
	const missing = call.endpoint.lacks?.(object);
	if (missing) throw unreadable(`an answer without ${missing}`, answer, call);
	return object;
}

/** Returns the error for an answer of success that cannot be used: nobody knows whether it was carried out. */
function unreadable(what: string, { statusCode, body }: HttpAnswer, call: Call): ServiceError {
	const quoted = quote(redact(body, call.connection.token));
	const nextStep =
		'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy before it.';

	return failure(call, {
		message: `The service returned ${what} while ${activityOf(call)}`,
		mayHaveActed: true,
		nextStep: quoted ? `${nextStep} The answer was: ${quoted}` : nextStep,
		statusCode,
	});
}
