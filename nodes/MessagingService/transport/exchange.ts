import type { IDataObject } from 'n8n-workflow';

import { quote } from '../errors/quote';
import type { Connection } from './credential';
import type { Deadlines } from './deadlines';
import { connectionFailure } from './failures/connectionFailure';
import { parse } from './failures/errorBody';
import { failure, wordsOf } from './failures/failure';
import { errorInSuccess, proxyFailure, statusFailure } from './failures/statusFailure';
import type { HttpAnswer, HttpSend } from './http';
import type { Advice, Answer, Call, Needs, ServiceRequest } from './request';
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
	const { timeout } = deadlines;
	return async (request) => {
		const { method } = request.endpoint;
		const { body } = request;
		const url = urlOf(connection.baseUrl, request);
		const call = { ...request, connection, advice };
		const answer = await deadlines
			.meet(async (abortSignal) => await send({ method, url, body, timeout, abortSignal }))
			.catch((error: unknown) => {
				throw connectionFailure(error, call);
			});
		return readAnswer(answer, call);
	};
}

/**
 * Reads an answer as a JSON object that holds what its endpoint needs: the one place that tells whether it is one.
 * @throws ServiceError for a refusal, and for what cannot be read or lacks something, which it quotes
 */
export function readAnswer<Needed extends Needs>(
	answer: HttpAnswer,
	call: Call<Needed>,
): Answer<Needed> {
	const { statusCode, isBroken, answeredByProxy, body } = answer;
	const { needs, statusIn } = call.endpoint;
	const unreadable = (what: string) => {
		const quoted = quote(body, call.connection.hide);
		return failure(call, {
			message: `The service returned ${what} while ${wordsOf(call).activity}`,
			mayHaveBeenSent: true,
			nextStep:
				'Check that the Base URL in the credential is the address of the service, and not of a website or a proxy in front of it. If it is, contact your provider.',
			technical: quoted && `The answer was: ${quoted}`,
			statusCode,
		});
	};
	if (answeredByProxy) throw proxyFailure(answer, call);
	if (!isSuccess(statusCode)) throw statusFailure(answer, call);
	if (isBroken) throw unreadable('an answer that cannot be decompressed');
	if (body.trim() === '') throw unreadable('an empty answer');
	const { form, value } = parse(body);
	if (form === 'HTML') throw unreadable('a web page');
	if (value === undefined) throw unreadable('something that is not JSON');
	if (!isObject(value)) throw unreadable('JSON that is not an object');
	// One that holds no status says nothing against itself.
	const status = statusIn === undefined ? NaN : statusOf(value[statusIn]);
	if (!Number.isNaN(status) && !isSuccess(status)) throw errorInSuccess(status, answer, call);
	const missing = missingPart(value, needs);
	if (missing) throw unreadable(`an answer ${missing}`);
	return value as Answer<Needed>;
}

/** Returns a status code that an answer holds, as number or text; NaN where it holds none. */
const statusOf = (value: unknown) =>
	typeof value === 'number' ? value : parseFloat(typeof value === 'string' ? value : '');

const isSuccess = (statusCode: number) => statusCode >= 200 && statusCode < 300;

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Says which part is not there as it is needed; undefined where all are. */
function missingPart(value: unknown, needed: Needs[string], path = ''): string | undefined {
	if (typeof needed === 'object') {
		const missing = Object.entries(needed).map(([name, part]) => {
			const inner = isObject(value) ? value[name] : undefined;
			return missingPart(inner, part, path ? `${path}.${name}` : name);
		});
		return missing.find(Boolean);
	}
	if (needed !== 'list') {
		return typeof value === needed && value !== '' ? undefined : `without "${path}" as ${needed}`;
	}
	if (!Array.isArray(value)) return `without the list "${path}"`;
	// If it were skipped, its number would look as if it were gone, and as new once it is back.
	const other = value.findIndex((entry) => !isObject(entry));
	return other < 0 ? undefined : `where entry ${other + 1} of the list "${path}" is not an object`;
}
